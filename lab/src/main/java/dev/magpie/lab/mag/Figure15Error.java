package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Figure 15: how far results are off when memory is approximated. */
final class Figure15Error {
  /** The three variations of TSLC, with the paper's mean errors. */
  static final ComparedControllers VARIATIONS =
      ComparedControllers.of(
          Controller.of("TSLC-SIMP", "tslc-simp", "3.0"),
          Controller.of("TSLC-PRED", "tslc-pred", "0.92"),
          Controller.of("TSLC-OPT", "tslc-opt", "0.56"));

  private static final Unit ERROR = new Unit("%", 2);

  /** Programs that have no safe loads and stores, by the paper. */
  private static final List<String> EXACT = List.of("BFS", "BFS2", "MST", "PVR", "SSSP");

  private static final Map<String, String> WHY =
      Map.of(
          "tslc-simp",
          "BP's error, of less than a thousandth of a percent, alone brings the geometric mean below"
              + " the paper's.",
          "tslc-pred",
          "Errors of BP and LBM, of less than a thousandth of a percent, bring the geometric mean"
              + " down. TP's, whose one zero becomes a number, raises it.",
          "tslc-opt",
          "Errors of BP and LBM, of less than a thousandth of a percent, bring the geometric mean"
              + " down.");

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe("mag/fig15", "Approximation error", "section VI-D, Figure 15")
        .method(
            "What a program computed with approximated memory is compared with what it computes"
                + " exactly: the mean over all elements of its result of |x' - x| / max(|x|, 1e-9)."
                + " The mean over programs is geometric, of those that have an error at all.")
        .deviation(
            "What may be approximated is marked allocation by allocation: inputs and weights of BP,"
                + " data and kernel of FWT, frame and scratch of HW, all planes but the flags of"
                + " LBM, input and output of SC and TP. The paper does not say which loads and"
                + " stores it marks. What is a result is ours, too: weights (BP), convolved data"
                + " (FWT), templates and locations (HW), both grids (LBM), the output (SC, TP).")
        .deviation(
            "The code book is trained on the memory as it is when the first kernel begins; the"
                + " paper samples 20 million instructions.")
        .parameter("codecs", VARIATIONS.codecs())
        .measure(context -> measure(context, study))
        .claims(
            Claim.consistency(
                    "exact", "BFS, BFS2, MST, PVR and SSSP have no error under any of the three")
                .nowhere("programs", Figure15Error::inexact),
            Claim.of("simpAbovePred", "Prediction reduces the mean error")
                .because(
                    "A relative error has no bound near zero: prediction turns the one zero of TP's"
                        + " matrix into a number.")
                .holds(errors -> errors.mean(0) > errors.mean(1)),
            Claim.of("predAboveOpt", "More nodes reduce it again")
                .holds(errors -> errors.mean(1) > errors.mean(2)),
            Claim.of("scRises", "SC: prediction increases the error")
                .because(
                    "Of values of 31 bits some 550 of 2.5 M blocks come so near to whole bursts that"
                        + " they are approximated, and no result is off by it.")
                .holds(errors -> errors.value(1, "SC") > errors.value(0, "SC")),
            error(
                "scBefore",
                "SC, error without prediction",
                "0.74",
                "Hardly a block of values of 31 bits comes near enough to whole bursts.",
                errors -> errors.value(0, "SC")),
            error(
                "scAfter",
                "SC, error with prediction",
                "25",
                "Where there is no error before, prediction has nothing to raise.",
                errors -> errors.value(1, "SC")),
            error(
                "fwt",
                "FWT, error under TSLC-OPT",
                "7.2",
                "Zeros take a burst and uniform floats four under a table of the memory before the first"
                    + " kernel: no block is approximated.",
                errors -> errors.value(2, "FWT")))
        .claims(IntStream.range(0, VARIATIONS.count()).mapToObj(Figure15Error::mean))
        .draw(errors ->
            Figures.none()
                .with(errors.chart("Approximation error", "mean relative error (%)"))
                .with("errors", errors.table("Mean relative error of results", 4, "%")));
  }

  private static Comparison measure(RunContext context, Study study) {
    Simulations simulations = VARIATIONS.simulate(context, study);
    return VARIATIONS.compare(
        simulations,
        setup -> simulations.each(setup, each -> 100 * each.error()),
        Figure15Error::mean);
  }

  /** An error is above zero, which is no direction. */
  private static Claim<Comparison> error(
      String name, String text, String paper, String why, ToDoubleFunction<Comparison> error) {
    return Claim.of(name, text).withoutDirection().because(why).is(paper, ERROR, error);
  }

  private static Claim<Comparison> mean(int entry) {
    Controller each = VARIATIONS.get(entry);
    return error(
        "mean." + each.codec(),
        each.name() + ", mean error",
        each.paper(),
        WHY.getOrDefault(each.codec(), ""),
        errors -> errors.mean(entry));
  }

  private static List<String> inexact(Comparison errors) {
    return EXACT.stream()
        .filter(program ->
            IntStream.range(0, VARIATIONS.count())
                .anyMatch(entry -> errors.value(entry, program) > 0))
        .toList();
  }

  /** Of the errors that are none there is no logarithm; 0 if there are no others. */
  private static double mean(double[] errors) {
    double[] some = Arrays.stream(errors).filter(error -> error > 0).toArray();
    return some.length == 0 ? 0 : Survey.geometricMean(some);
  }
}
