package dev.magpie.lab.mag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Judged;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.TinyStudy;
import dev.magpie.report.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the paper says of its means is true of the means that it prints. */
class PapersMeansTest {
  private static final Comparison NONE =
      new Comparison(
          Comparison.Subjects.of("program", List.of(), "mean", "mean"), List.of(), _ -> Double.NaN);

  @Test
  void ratios() {
    assertThat(
            Judged.by(
                Figure13Ratios.experiment(TinyStudy.STUDY),
                new Figure13Ratios.Ratios(
                    new Simulations(TinyStudy.STUDY, Map.of()),
                    means(Figure13Ratios.PAPER),
                    means(Figure13Ratios.PAPER_RAW)),
                "rawBest",
                "rangeOfEffective",
                "rangeOfRaw",
                "tslcOverBdi",
                "gain.fpc",
                "gain.c-pack",
                "gain.tslc-opt",
                "gain." + MagPaper.BDI))
        .containsOnly(Verdict.HOLDS, Verdict.EXACT);
  }

  @Test
  void speedups() {
    assertThat(
            Judged.by(
                Figure14Speedup.experiment(TinyStudy.STUDY),
                new Figure14Speedup.Speedups(means(Figure14Speedup.PAPER), NONE, NONE, NONE),
                "fastest",
                "points.bdi",
                "points.fpc",
                "points.tslc",
                "points.tslcOverBdi",
                "mean." + MagPaper.BDI,
                "mean." + MagPaper.MAG_BDI))
        .containsOnly(Verdict.HOLDS, Verdict.EXACT);
  }

  @Test
  void bandwidth() {
    assertThat(
            Judged.by(
                Figure16Bandwidth.experiment(TinyStudy.STUDY),
                new Figure16Bandwidth.Moved(means(Figure16Bandwidth.OF_PAPERS), NONE),
                "points",
                "mean." + MagPaper.MAG_BDI))
        .containsOnly(Verdict.EXACT);
  }

  @Test
  void ratiosByMag() {
    Comparison paper = means(Figure18Mags.CONTROLLERS);
    assertThat(
            Judged.by(
                Figure18Mags.experiment(TinyStudy.STUDY),
                new Figure18Mags.Ratios(paper, paper),
                "belowBdi",
                "falls.bdi",
                "falls.mag-bdi"))
        .containsOnly(Verdict.CONSISTENT);
  }

  @Test
  void speedupsByMag() {
    assertThat(
            Judged.by(
                Figure19MagSpeedups.experiment(TinyStudy.STUDY),
                means(Figure19MagSpeedups.CONTROLLERS),
                "belowBdi",
                "falls.bdi",
                "falls.mag-bdi",
                "points.16"))
        .containsOnly(Verdict.HOLDS, Verdict.EXACT);
  }

  /** A program that is as the mean of all. */
  private static Comparison means(ComparedControllers controllers) {
    return new Comparison(
        Comparison.Subjects.of("program", List.of("mean"), "mean", "mean"),
        controllers.all().stream()
            .map(each ->
                Comparison.Column.of(
                    each.name(),
                    each.paper().isEmpty() ? Double.NaN : Double.parseDouble(each.paper())))
            .toList(),
        Survey::mean);
  }
}
