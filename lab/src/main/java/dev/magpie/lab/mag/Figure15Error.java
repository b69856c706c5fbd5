package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.Comparison.Entry;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Figure 15: how far results are off when memory is approximated. */
record Figure15Error(Study study) implements NamedExperiment {
  /** The three variations of TSLC, with the paper's mean errors. */
  static final List<Entry> VARIATIONS =
      List.of(
          Entry.of("TSLC-SIMP", "tslc-simp", 3.0),
          Entry.of("TSLC-PRED", "tslc-pred", 0.92),
          Entry.of("TSLC-OPT", "tslc-opt", 0.56));

  /** Programs that have no safe loads and stores, by the paper. */
  private static final List<String> EXACT = List.of("BFS", "BFS2", "MST", "PVR", "SSSP");

  @Override
  public Description description() {
    Description.Builder description =
        SimulatedPaper.describe("mag/fig15", "Approximation error", "section VI-D, Figure 15")
            .method(
                "What a program computed with approximated memory is compared with what it computes"
                    + " exactly: the mean over all elements of its result of |x' - x| / max(|x|, 1e-9). The"
                    + " mean over programs is geometric, of those that have an error at all.")
            .deviation(
                "What may be approximated is marked allocation by allocation: inputs and weights of BP,"
                    + " data and kernel of FWT, frame and scratch of HW, all planes but the flags of LBM,"
                    + " input and output of SC and TP. The paper does not say which loads and stores it"
                    + " marks. What is a result is ours, too: weights (BP), convolved data (FWT), templates"
                    + " and locations (HW), both grids (LBM), the output (SC, TP).")
            .deviation(
                "The code book is trained on the memory as it is when the first kernel begins; the paper"
                    + " samples 20 million instructions.")
            .parameter("codecs", VARIATIONS.stream().map(entry -> entry.setup().codec()).toList())
            .claim(
                NamedExperiment.of(
                    "exact",
                    "BFS, BFS2, MST, PVR and SSSP have no error under any of the three",
                    EXACT.size(),
                    Unit.whole("programs")))
            .claim(NamedExperiment.holds("simpAbovePred", "Prediction reduces the mean error"))
            .claim(NamedExperiment.holds("predAboveOpt", "More nodes reduce it again"))
            .claim(
                NamedExperiment.holds("scRises", "SC: prediction increases the error")
                    .notExpected(SimulatedPaper.OTHER_RUNS))
            .claim(error("scBefore", "SC, error without prediction", 0.74, 0.005))
            .claim(error("scAfter", "SC, error with prediction", 25, 1))
            .claim(error("fwt", "FWT, error under TSLC-OPT", 7.2, 0.05));
    for (Entry entry : VARIATIONS) {
      description.claim(
          error(
              "mean." + entry.setup().codec(), entry.name() + ", mean error", entry.paper(), 0.05));
    }
    return description.build();
  }

  private static Claim.Quantity<Findings> error(
      String measure, String text, double paper, double rounding) {
    return NamedExperiment.of(measure, text, paper, new Unit("%", 2))
        .within(Band.around(paper, rounding))
        .notExpected(SimulatedPaper.OTHER_RUNS);
  }

  @Override
  public Findings run(RunContext context) {
    Simulations simulations = Simulations.of(context, study, Comparison.setups(VARIATIONS));
    Comparison errors =
        new Comparison(
            simulations,
            VARIATIONS,
            setup -> simulations.each(setup, each -> 100 * each.error()),
            Figure15Error::mean);
    Findings.Builder findings =
        Findings.builder()
            .measure(
                "exact",
                EXACT.stream()
                    .filter(program ->
                        IntStream.range(0, VARIATIONS.size())
                            .allMatch(entry -> errors.value(entry, program) == 0))
                    .count())
            .measure("simpAbovePred", errors.mean(0) > errors.mean(1))
            .measure("predAboveOpt", errors.mean(1) > errors.mean(2))
            .measure("scRises", errors.value(1, "SC") > errors.value(0, "SC"))
            .measure("scBefore", errors.value(0, "SC"))
            .measure("scAfter", errors.value(1, "SC"))
            .measure("fwt", errors.value(2, "FWT"));
    for (int e = 0; e < VARIATIONS.size(); e++) {
      findings.measure("mean." + VARIATIONS.get(e).setup().codec(), errors.mean(e));
    }
    return findings
        .chart(errors.chart("Approximation error", "mean relative error (%)"))
        .table("errors", errors.table("Mean relative error of results", 4, "%"))
        .build();
  }

  /** Of the errors that are none there is no logarithm; 0 if there are no others. */
  private static double mean(double[] errors) {
    double[] some = Arrays.stream(errors).filter(error -> error > 0).toArray();
    return some.length == 0 ? 0 : Survey.geometricMean(some);
  }
}
