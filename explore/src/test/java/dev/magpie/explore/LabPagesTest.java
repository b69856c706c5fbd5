package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.explore.BrowserSession.Screen;
import dev.magpie.explore.input.Input;
import dev.magpie.lab.Experiments;
import dev.magpie.lab.board.ResultBoard;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RecordedSimulations;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Laboratory;
import dev.magpie.lab.run.Watcher;
import dev.magpie.report.Provenance;
import dev.magpie.report.Verdict;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The laboratory in a browser: over results that are recorded, and over those of a run. */
class LabPagesTest {
  private static final Path RECORDED = Path.of("../results");

  @TempDir static Path run;
  private static @Nullable ExplorerFixture fixture;

  @BeforeAll
  static void open() throws IOException {
    Laboratory.run(
        new Laboratory.Request(
            Experiments.select(List.of("mag/table3", "mag/fig1")),
            Experiments.ids(),
            run,
            null,
            List.of(),
            List.of(),
            RunSize.QUICK,
            false,
            RecordedSimulations.NONE,
            1,
            new Provenance("magpie reproduce", List.of(), "1.0", "2026-11-28 09:00")),
        new Watcher() {
          @Override
          public void complain(String message) {
            throw new AssertionError(message);
          }

          @Override
          public void done(Outcome outcome, int done, int of) {}
        });
    assertThat(ResultBoard.isOne(RECORDED)).isTrue();
    assertThat(ResultBoard.isOne(run)).isTrue();
    assertThat(ResultBoard.isOne(Path.of("src"))).isFalse();
    fixture =
        new ExplorerFixture(
            Explorer.Inputs.ofResults(
                List.of(
                    new Input<>("results", "../results", () -> ResultBoard.open(RECORDED)),
                    new Input<>("run", run.toString(), () -> ResultBoard.open(run)))),
            false,
            "magpie explore ../results");
  }

  @AfterAll
  static void close() {
    fixture().close();
    assertThat(fixture().bugs).isEmpty();
  }

  private static ExplorerFixture fixture() {
    return Objects.requireNonNull(fixture);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static URI link(String state) {
    return URI.create(fixture().explorer.link() + "#" + state);
  }

  private static void assertSound(BrowserSession page) {
    assertThat(page.errors()).isEmpty();
    assertThat(page.evaluate("document.documentElement.dataset.errors ?? ''").asString()).isEmpty();
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
        .as("nothing is beside the screen")
        .isTrue();
  }

  private static List<String> texts(BrowserSession page, String selector) {
    return page.evaluate(
            "[...document.querySelectorAll(`%s`)].filter(each => !each.closest('[hidden]')).map(each => each.textContent)"
                .formatted(selector))
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  @Test
  void theScoreboardHasAllClaimsTheWorstFirst() {
    ResultBoard board = ResultBoard.open(RECORDED);
    List<JudgedClaim> claims =
        board.results().stream().flatMap(each -> each.claims().stream()).toList();
    for (Screen screen : List.of(Screen.DESKTOP, Screen.PHONE)) {
      try (BrowserSession page = BrowserSession.open(link("view=lab"), screen)) {
        assertSound(page);
        List<String> verdicts = texts(page, ".lab > .table:first-child td.verdict");
        assertThat(verdicts).hasSize(claims.size());
        assertThat(verdicts.getFirst()).contains(Verdict.CONTRADICTS.label());
        assertThat(verdicts.getLast()).contains(Verdict.OPEN.label());
        page.set(".lab .search", "Figure 12");
        long found = texts(page, ".lab > .table:first-child tbody th").size();
        assertThat(found).isLessThan(claims.size());
        page.waitFor("location.hash.includes('q=Figure+12')");
      }
    }
  }

  @Test
  void aLinkRestoresSearchAndVerdict() {
    try (BrowserSession page =
        BrowserSession.open(link("view=lab&q=ratio&verdict=contradicts"), Screen.DESKTOP)) {
      assertThat(texts(page, ".lab > .table:first-child td.verdict"))
          .isNotEmpty()
          .allMatch(text -> text.contains("contradicts"));
      assertThat(texts(page, ".lab > .table:first-child tbody tr"))
          .allMatch(text -> text.toLowerCase(Locale.ROOT).contains("ratio"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1"})
  void aClaimOpensItsChartDataAndCommand(String results) {
    ResultBoard board = ResultBoard.open(results.equals("0") ? RECORDED : run);
    JudgedClaim claim = board.result("mag/fig1").orElseThrow().claims().getFirst();
    for (Screen screen : List.of(Screen.DESKTOP, Screen.PHONE)) {
      try (BrowserSession page = BrowserSession.open(link("view=lab&r=" + results), screen)) {
        page.evaluate(
            "[...document.querySelectorAll('.lab table a')].find(each => each.textContent === `%s`).click()"
                .formatted(claim.text()));
        page.waitFor("document.querySelector('#command')");
        page.settle();
        assertSound(page);
        assertThat(page.text(".claim h2")).isEqualTo(claim.text());
        assertThat(page.text(".claim dl")).contains(claim.verdict().label(), claim.reason());
        assertThat(page.text("#command"))
            .isEqualTo(
                "magpie reproduce mag/fig1 --fresh" + (results.equals("0") ? "" : " --quick"));
        assertThat(page.evaluate("document.querySelectorAll('.lab .chart svg').length").asInt())
            .isPositive();
        assertThat(
                page.evaluate("document.querySelectorAll('.lab .table tbody tr').length").asInt())
            .isGreaterThan(board.result("mag/fig1").orElseThrow().claims().size());
      }
    }
  }

  @Test
  void sqlIsAnsweredWithTheTablesBesideIt() {
    ResultBoard board = ResultBoard.open(RECORDED);
    String sql = "SELECT verdict, count(*) AS n FROM claims GROUP BY ALL ORDER BY n DESC, verdict";
    for (Screen screen : List.of(Screen.DESKTOP, Screen.PHONE)) {
      try (BrowserSession page =
          BrowserSession.open(link("view=query&sql=" + encoded(sql)), screen)) {
        assertSound(page);
        assertThat(texts(page, ".lab tbody td, .lab tbody th"))
            .isEqualTo(
                board.query(sql).rows().stream()
                    .flatMap(row -> row.stream().map(String::valueOf))
                    .toList());
        assertThat(texts(page, ".querytables summary"))
            .isEqualTo(board.tables().stream().map(ResultBoard.QueryTable::name).toList())
            .contains("claims", "mag-fig12.bdi");
        page.set("#tables", "counterexamples");
        assertThat(texts(page, ".querytables summary")).containsExactly("claims");
        page.set("#sql", "SELECT nothing FROM nowhere");
        page.click("#run");
        assertThat(page.text("[aria-label=Query] .problem")).contains("nowhere");
        page.set("#sql", "FROM range(5000)");
        page.click("#run");
        assertThat(page.text("[aria-label=Query] [role=status]"))
            .contains("The first 1,000", "more");
        assertThat(texts(page, ".lab tbody tr")).hasSize(1000);
      }
    }
  }

  @Test
  void queriesReachNothingElseAndEnd() {
    for (String sql :
        List.of(
            "FROM read_csv('../pom.xml')",
            "COPY claims TO '/tmp/claims.csv'",
            "ATTACH '/tmp/other.db'",
            "SET enable_external_access = true",
            "SELECT count(*) FROM range(1000000000) a, range(1000000000) b")) {
      assertThat(fixture().json("query?sql=" + encoded(sql)).path("problem").asString())
          .as(sql)
          .isNotEmpty();
    }
    assertThat(fixture().json("query?sql=" + encoded("SELECT 1 AS one")).toString())
        .contains("\"columns\":[\"one\"]", "\"rows\":[[1]]", "\"more\":false");
    assertThat(fixture().get("data/query?sql=").statusCode()).isEqualTo(400);
    assertThat(
            fixture().json("query?sql=" + encoded("DROP TABLE claims")).path("problem").asString())
        .contains("asks for nothing");
    assertThat(fixture().get("data/experiment?id=mag/none").statusCode()).isEqualTo(404);
    assertThat(fixture().get("data/scoreboard?r=7").statusCode()).isEqualTo(400);
  }

  @Test
  void anAnswerIsNoLongerThanPeopleRead() {
    JsonNode wide = fixture().json("query?sql=" + encoded("SELECT repeat('a', 20000000) AS a"));
    assertThat(wide.path("rows").get(0).get(0).asString(""))
        .hasSizeLessThan(11_000)
        .endsWith("a … (20,000,000 characters)");
    JsonNode many =
        fixture().json("query?sql=" + encoded("SELECT repeat('a', 9000) FROM range(900)"));
    assertThat(many.path("more").asBoolean()).isTrue();
    assertThat(many.path("rows").size()).isBetween(400, 500);
  }

  /** Whoever stops a query, or asks another one, does not leave the engine at work. */
  @Test
  void aQueryIsEndedWhenNobodyWaitsForIt() throws Exception {
    String endless = encoded("SELECT count(*) FROM range(100000000000) AS a");
    CompletableFuture<JsonNode> asked =
        CompletableFuture.supplyAsync(
            () -> fixture().json("query?turn=page.1-1&sql=" + endless), Thread::startVirtualThread);
    while (!asked.isDone()) {
      // The first may have to get there.
      fixture().post("query?turn=page.1-2");
      Thread.onSpinWait();
    }
    assertThat(asked.get().path("problem").asString("")).contains("nobody waits");
  }
}
