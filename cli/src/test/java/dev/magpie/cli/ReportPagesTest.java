package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.explore.BrowserSession;
import dev.magpie.explore.BrowserSession.Screen;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Pages that commands write beside their result, in a browser: they say what the result says. */
class ReportPagesTest {
  private static final Path EXAMPLES = Path.of("../examples");

  @TempDir private Path directory;

  /** Looks at a page once it is drawn. */
  private interface Look {
    void at(BrowserSession page);
  }

  /** Runs a command for a page and JSON, and opens the page on a desktop, then on a phone. */
  private JsonNode result(List<?> command, String input, Look look) {
    Path html = directory.resolve("page of " + command.getFirst() + ".html");
    List<Object> words = new ArrayList<>(command);
    words.addAll(List.of("--format", "json", "--report", html));
    Ran ran = Ran.magpie(words.toArray());
    assertThat(ran.status()).as(ran.err()).isZero();
    for (Screen screen : List.of(Screen.DESKTOP, Screen.PHONE)) {
      try (BrowserSession page = BrowserSession.open(html.toUri(), screen)) {
        assertThat(page.errors()).isEmpty();
        assertThat(page.text("html[data-errors]")).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
            .as("nothing is beside the screen")
            .isTrue();
        assertThat(page.text("footer"))
            .contains("magpie " + command.getFirst(), "--report '" + html + "'", input)
            .containsPattern("Written\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$");
        look.at(page);
      }
    }
    return ran.json();
  }

  /** The texts of a column of the table with this title. */
  private static List<String> column(BrowserSession page, String section, int number) {
    JsonNode texts =
        page.evaluate(
            "[...document.getElementById('%s').querySelectorAll('figure.table tbody tr')].map(row =>"
                    .formatted(section)
                + " row.cells[%d].textContent)".formatted(number));
    return texts.valueStream().map(JsonNode::asString).toList();
  }

  private static Stream<JsonNode> each(JsonNode list) {
    return list.valueStream();
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  @Test
  void analyzeHasARowForEachAllocationThatFirstOfWhichMostIsSaved() {
    List<List<String>> columns = new ArrayList<>();
    JsonNode json =
        result(
            List.of("analyze", EXAMPLES, "--codec", "bdi", "--codec", "bpc"),
            "examples",
            page ->
                columns.addAll(
                    List.of(
                        column(page, "allocations", 0),
                        column(page, "allocations", 2),
                        column(page, "allocations", 3))));
    record Best(String codec, double saved) {}
    List<Best> expected =
        each(json.path("allocations"))
            .map(allocation -> {
              JsonNode best =
                  each(allocation.path("results"))
                      .min(
                          Comparator.<JsonNode>comparingLong(
                                  each -> each.path("effectiveBytes").asLong())
                              .thenComparingLong(each -> each.path("storedBytes").asLong()))
                      .orElseThrow();
              return new Best(
                  best.path("codec").asString(),
                  Math.max(
                      0,
                      allocation.path("bytes").asDouble()
                          - best.path("effectiveBytes").asDouble()));
            })
            .sorted(Comparator.comparingDouble(Best::saved).reversed())
            .toList();
    int rows = json.path("allocations").size();
    assertThat(columns.get(0).subList(0, rows)).doesNotHaveDuplicates();
    assertThat(columns.get(1).subList(0, rows))
        .isEqualTo(expected.stream().map(Best::codec).toList());
    assertThat(columns.get(2).subList(0, rows))
        .isEqualTo(expected.stream().map(each -> text("%,.3f", each.saved() / (1 << 20))).toList());
  }

  @Test
  void blocksTellTheirNumberAddressAndSize() {
    result(
        List.of("analyze", EXAMPLES.resolve("fields/heat.npy"), "--codec", "bdi"),
        "heat.npy",
        page -> {
          page.evaluate("document.querySelector('#map canvas').focus()");
          page.press("ArrowDown");
          page.press("ArrowRight");
          assertThat(page.text("#map .status")).matches("bdi: block 65, at 0x2080: \\d+ B");
        });
  }

  @Test
  void depthShowsWhatMovesAndWhere() {
    List<String> totals = new ArrayList<>();
    JsonNode json =
        result(
            List.of("depth", "builtin:hall", "--size", "320x240", "--cache", "4KiB"),
            "builtin:hall",
            page -> {
              totals.clear();
              totals.addAll(column(page, "traffic", 6));
              assertThat(page.evaluate("document.querySelectorAll('#map canvas').length").asInt())
                  .isEqualTo(6);
              assertThat(page.text("#modes")).contains("do25");
            });
    assertThat(totals)
        .isEqualTo(
            each(json.path("runs"))
                .map(run -> text("%,.2f", run.path("bytes").asDouble() / 1e6))
                .toList());
  }

  @Test
  void dramShowsItsTime() throws IOException {
    ByteBuffer words = ByteBuffer.allocate(8 * 3000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 3000; i++) {
      words.putLong(i * 64L | (i % 3 == 0 ? Long.MIN_VALUE : 0));
    }
    Path trace = Files.write(directory.resolve("trace.bin"), words.array());
    List<String> cycles = new ArrayList<>();
    JsonNode json =
        result(
            List.of("dram", trace),
            trace.toString(),
            page -> {
              cycles.clear();
              cycles.addAll(column(page, "figures", 3));
              assertThat(page.text("#energy")).contains("rows", "columns", "pins");
            });
    assertThat(cycles).containsExactly(text("%,.0f", json.path("cycles").asDouble()));
    Ran list = Ran.magpie("dram", "--list", "--report", directory.resolve("list.html"));
    assertThat(list.status()).isEqualTo(2);
    assertThat(list.err()).contains("--list writes no page");
  }

  @Test
  void dramShowsItsChannels() throws IOException {
    ByteBuffer words = ByteBuffer.allocate(8 * 3000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 3000; i++) {
      // Channel 0 has more to do than the others.
      words.putLong((i % 2 == 0 ? i * 1024L : i * 32L) | (i % 3 == 0 ? Long.MIN_VALUE : 0));
    }
    Path trace = Files.write(directory.resolve("channels.bin"), words.array());
    List<List<String>> columns = new ArrayList<>();
    JsonNode json =
        result(
            List.of("dram", trace, "--channels", "4"),
            trace.toString(),
            page -> {
              columns.clear();
              columns.addAll(List.of(column(page, "channels", 1), column(page, "channels", 3)));
            });
    assertThat(json.path("byChannel").size()).isEqualTo(4);
    assertThat(columns.get(0))
        .isEqualTo(
            each(json.path("byChannel"))
                .map(channel -> text("%,.0f", channel.path("reads").asDouble()))
                .toList());
    assertThat(columns.get(1))
        .isEqualTo(
            each(json.path("byChannel"))
                .map(channel -> text("%,.2f", channel.path("bandwidth").asDouble()))
                .toList());
    for (String sum : List.of("reads", "writes", "bytes", "rowHits", "rowConflicts", "activates")) {
      assertThat(each(json.path("byChannel")).mapToLong(each -> each.path(sum).asLong()).sum())
          .as(sum)
          .isEqualTo(json.path(sum).asLong());
    }
  }

  @Test
  void layoutsStandSideBySide() {
    List<String> ratios = new ArrayList<>();
    JsonNode json =
        result(
            List.of("layout", EXAMPLES.resolve("fields/heat.npy")),
            "heat.npy",
            page -> {
              ratios.clear();
              ratios.addAll(column(page, "ratios", 1));
            });
    assertThat(ratios)
        .isEqualTo(
            each(json.path("layouts"))
                .map(layout -> text("%,.3f", layout.path("capacityRatio").asDouble()))
                .toList());
  }

  @Test
  void replayShowsEachSnapshot() {
    Path series = EXAMPLES.resolve("series");
    Path targets = directory.resolve("targets.json");
    assertThat(Ran.magpie("profile", series, "-o", targets).status()).isZero();
    List<String> spilled = new ArrayList<>();
    JsonNode json =
        result(
            List.of("replay", series, "--targets", targets),
            "series",
            page -> {
              spilled.clear();
              spilled.addAll(column(page, "tables", 3));
            });
    // Allocations, then snapshots.
    int snapshots = json.path("snapshots").size();
    assertThat(spilled.subList(spilled.size() - snapshots, spilled.size()))
        .isEqualTo(
            each(json.path("snapshots"))
                .map(step ->
                    text(
                        "%,.2f",
                        100.0 * step.path("spilled").asLong() / step.path("entries").asLong()))
                .toList());
  }
}
