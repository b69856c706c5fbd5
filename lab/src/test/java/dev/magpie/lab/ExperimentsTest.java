package dev.magpie.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.lab.buddy.BuddyExperiments;
import dev.magpie.lab.buddy.BuddyStudy;
import dev.magpie.lab.buddy.TrainingExtent;
import dev.magpie.lab.mag.MagExperiments;
import dev.magpie.lab.result.ExperimentResult;
import dev.magpie.lab.result.ExperimentResult.JudgedClaim;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Bench;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.TinyStudy;
import dev.magpie.lab.timed.TinyPrograms;
import dev.magpie.report.BrowserPage;
import dev.magpie.report.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All experiments over the examples, run once; those that run programs, on tiny ones. */
class ExperimentsTest {
  /** What they show of our inputs, orders and causes, no paper says. */
  private static final Set<String> WITHOUT_CLAIMS =
      Set.of("mag/inputs", "mag/causes", "depth/order", "buddy/hypotheses");

  /** They take most of the time, and others of their kinds are quick. */
  private static final Set<String> LONG =
      Set.of(
          "buddy/fig3",
          "buddy/hypotheses",
          "buddy/overflows",
          "buddy/fig11",
          "buddy/fig12-share",
          "gpu/latency",
          "gpu/validate",
          "depth/ablations");

  private static final List<Experiment<?>> SIMULATED = MagExperiments.simulated(TinyStudy.STUDY);

  private static final List<Experiment<?>> BUDDY =
      BuddyExperiments.of(
          new BuddyStudy(
              TinyPrograms.ALL,
              Map.of("planes", "1"),
              TinyPrograms.PUBLISHED,
              Map.of(
                  "steps", "10",
                  "images", "2",
                  "pixels", "64",
                  "channels", "16",
                  "size", "12",
                  "scale", "64",
                  "pairs", "1024"),
              _ -> new TrainingExtent(256, 256, 3, 1)));

  private static final List<Experiment<?>> EXPERIMENTS =
      Stream.of(
              Experiments.all().stream()
                  .filter(each -> !isOf(SIMULATED, each.description().id()))
                  .filter(each -> !isOf(BUDDY, each.description().id()))
                  .toList(),
              SIMULATED,
              BUDDY)
          .<Experiment<?>>flatMap(List::stream)
          .toList();

  private static boolean isOf(List<Experiment<?>> experiments, String id) {
    return experiments.stream().anyMatch(each -> each.description().id().equals(id));
  }

  @TempDir static Path results;
  private static List<Outcome> outcomes = List.of();

  @BeforeAll
  static void runAll() {
    outcomes = new Bench(results).run(EXPERIMENTS, List.of(), RunSize.QUICK, false, 2);
  }

  private static Stream<JudgedClaim> claims() {
    return outcomes.stream().flatMap(outcome -> outcome.result().claims().stream());
  }

  @Test
  void allRunAndMeasureWhatTheyClaim() {
    assertThat(outcomes).hasSameSizeAs(Experiments.all());
    assertThat(outcomes).hasSameSizeAs(EXPERIMENTS);
    assertThat(outcomes)
        .allSatisfy(outcome -> {
          assertThat(outcome.result().error()).as(outcome.result().id()).isNull();
          if (WITHOUT_CLAIMS.contains(outcome.result().id())) {
            assertThat(outcome.result().claims()).isEmpty();
            assertThat(outcome.result().measurements()).isNotEmpty();
          } else {
            assertThat(outcome.result().claims()).as(outcome.result().id()).isNotEmpty();
          }
          assertThat(outcome.result().tables().size() + outcome.result().charts().size())
              .isPositive();
          assertThat(outcome.result().method()).isNotEmpty();
          assertThat(outcome.result().size()).isEqualTo(RunSize.QUICK);
        });
    assertThat(claims()).noneMatch(claim -> claim.verdict() == Verdict.ERROR);
  }

  @Test
  void whatFollowsFromTheCodecsIsConsistentButWhereTheMagPaperSlips() {
    assertThat(
            outcomes.stream()
                .map(Outcome::result)
                .filter(result -> result.id().startsWith("mag/"))
                // What moves in simulated programs is for the report to say.
                .filter(result -> !isOf(SIMULATED, result.id()))
                .flatMap(result ->
                    result.claims().stream()
                        .filter(claim -> claim.verdict() == Verdict.INCONSISTENT)
                        .map(claim -> result.id() + " " + claim.measure())))
        .containsExactlyInAnyOrder(
            "mag/table4 threads of a CTA",
            "mag/table4 pins",
            "mag/delta-modes larger.unsigned",
            "mag/baselines smallest.full",
            "mag/fig18-data largest.32",
            "mag/metadata shareWithHeader");
    for (String id :
        List.of("mag/table3", "mag/equation1", "mag/fig1", "mag/fig2", "mag/fig4", "mag/fig5")) {
      assertThat(result(id).claims())
          .as(id)
          .allMatch(claim -> claim.verdict() == Verdict.CONSISTENT);
    }
  }

  @Test
  void theBuddyPapersDesignHasFourNumbersThatDoNotFit() {
    assertThat(result("buddy/design").claims())
        .filteredOn(claim -> claim.verdict() != Verdict.CONSISTENT)
        .extracting(JudgedClaim::measure)
        .containsExactly("sizes", "offset.64KiB", "entry", "slices");
  }

  @Test
  void orderingsSayWhatTheyDoNotHoldFor() {
    assertThat(claims().filter(claim -> claim.verdict() == Verdict.HOLDS))
        .allMatch(claim -> claim.counterExamples().isEmpty());
    assertThat(result("buddy/fig6b").claims())
        .filteredOn(claim -> claim.verdict() == Verdict.DOES_NOT_HOLD)
        .flatExtracting(JudgedClaim::counterExamples)
        .contains("les");
  }

  @Test
  void tableThreeIsThePapers() {
    assertThat(Files.exists(results.resolve("mag-table3.encodings.csv"))).isTrue();
    assertThat(results.resolve("mag-table3.encodings.csv"))
        .hasContent(
            """
            name,base (bytes),delta (bits),compressed size (bytes),encoding
            Base4B-Δ6b,4,6,32,00
            Base4B-Δ14b,4,14,64,01
            Base4B-Δ22b,4,22,96,10
            Uncompressed,,,128,11
            """);
  }

  @Test
  void equationOneIsThatOfTheSpecification() throws IOException {
    assertThat(Files.readAllLines(results.resolve("mag-equation1.widths.csv")))
        .hasSize(28)
        .contains(
            "64,64,4,0,0,cannot compress,0",
            "128,16,2,6,3,32:2 48:4 64:6 80:8 96:10 112:12,0",
            "128,16,4,7,3,16:2 32:6 48:10 64:14 80:18 96:22 112:26,0",
            "256,64,8,3,2,64:13 128:29 192:45,0");
  }

  @Test
  void threadsChangeNothingButTheTiming(@TempDir Path other) throws IOException {
    List<Experiment<?>> again =
        EXPERIMENTS.stream().filter(each -> !LONG.contains(each.description().id())).toList();
    new Bench(other).run(again, List.of(), RunSize.QUICK, false, 1);
    Map<String, String> texts = textsWithoutTiming(other);
    // Measurements that experiments share are in one table.
    texts.keySet().removeIf(file -> again.stream().noneMatch(each -> file.startsWith(stem(each))));
    assertThat(textsWithoutTiming(results)).containsAllEntriesOf(texts);
    assertThat(texts).hasSizeGreaterThan(2 * again.size());
  }

  private static String stem(Experiment<?> experiment) {
    return experiment.description().id().replace('/', '-') + ".";
  }

  private static Map<String, String> textsWithoutTiming(Path directory) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file :
          files
              .filter(Files::isRegularFile)
              .filter(each -> !each.toString().endsWith(".html"))
              .toList()) {
        texts.put(
            file.getFileName().toString(),
            Files.readString(file)
                .replaceAll("\"(started|seconds|checksum)\" : [^,\\n]*", "\"$1\""));
      }
    }
    return texts;
  }

  @Test
  void idsGlobsAndAllSelect() {
    assertThat(Experiments.select(List.of())).isEqualTo(Experiments.all());
    assertThat(Experiments.select(List.of("all"))).isEqualTo(Experiments.all());
    assertThat(ids("mag/fig1?", "mag/table3"))
        .containsExactly(
            "mag/table3",
            "mag/fig12",
            "mag/fig13",
            "mag/fig14",
            "mag/fig15",
            "mag/fig16",
            "mag/fig17",
            "mag/fig18",
            "mag/fig19");
    assertThat(ids("*fig5*"))
        .containsExactly("mag/fig5", "depth/fig5", "buddy/fig5a", "buddy/fig5b");
    assertThat(ids("mag/fig5", "mag/*5")).containsExactly("mag/fig5", "mag/table5", "mag/fig15");
    assertThat(Experiments.all()).extracting(Experiments::id).doesNotHaveDuplicates();
  }

  @Test
  void anUnknownIdNamesTheNearOnes() {
    assertThatThrownBy(() -> Experiments.select(List.of("mag/tabel3")))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("'mag/tabel3'")
        .hasMessageContaining("mag/table3");
    assertThatThrownBy(() -> Experiments.select(List.of("cpu/*"))).hasMessageContaining("'cpu/*'");
    for (String odd : List.of("", "[", "{", "\\", "mag/[a-z")) {
      assertThatThrownBy(() -> Experiments.select(List.of(odd))).isInstanceOf(LabException.class);
    }
  }

  @Test
  void theReportDrawsItsChartsWithoutAnError() {
    long charts =
        outcomes.stream()
            .map(Outcome::result)
            .mapToLong(result -> result.charts().size() + result.maps().size())
            .sum();
    BrowserPage page = BrowserPage.open(results.resolve("index.html"));
    assertThat(page.errors()).isEmpty();
    assertThat(page.drawn()).isEqualTo((int) charts + 1);
    assertThat(page.dom()).contains("mag/fig12", "<svg", "badge consistent");
    Path picture = Path.of("target/lab-report.png");
    page.screenshot(picture, 1280, 1600);
    assertThat(picture).isNotEmptyFile();
  }

  private static List<String> ids(String... patterns) {
    return Experiments.select(List.of(patterns)).stream().map(Experiments::id).toList();
  }

  private static ExperimentResult result(String id) {
    return outcomes.stream()
        .map(Outcome::result)
        .filter(result -> result.id().equals(id))
        .findFirst()
        .orElseThrow();
  }
}
