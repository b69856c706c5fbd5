package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.RankCorrelation;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Variation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Figure 14: how much faster programs run with compression. */
final class Figure14Speedup {
  /** The paper's five, with its mean speedups. */
  static final ComparedControllers PAPER =
      ComparedControllers.of(
          Controller.of("FPC", "fpc", "1.13"),
          Controller.of("C-PACK", "c-pack", "1.17"),
          Controller.of("TSLC-OPT", "tslc-opt", "1.20"),
          Controller.of("BDI", MagPaper.BDI, "1.18"),
          Controller.of("MAG-aware BDI", MagPaper.MAG_BDI, "1.28"));

  private static final ComparedControllers OF_PAPERS =
      PAPER.withMore(
          ComparedControllers.of(
              Controller.of("BPC", "bpc"),
              Controller.of("BDI, all of it", "bdi"),
              Controller.of("E2MC", "e2mc"),
              Controller.of("SC2", "sc2")));

  private static final ComparedControllers CONTROLLERS = OF_PAPERS.withMore(Figure13Ratios.OURS);

  /** TSLC-OPT and BDI, which take no time. */
  private static final ComparedControllers UNHURRIED =
      ComparedControllers.of(
          Controller.of("TSLC-OPT", Setup.of("tslc-opt").with(Variation.NO_CODEC_LATENCY)),
          Controller.of("BDI", SimulatedPaper.BDI.with(Variation.NO_CODEC_LATENCY)));

  private static final int FPC = 0;
  private static final int TSLC = 2;
  static final int BDI = 3;
  static final int MAG_BDI = 4;
  private static final String BFS = "BFS";
  private static final Unit POINTS = new Unit("points", 1);

  private static final Map<String, String> WHY =
      Map.of(
          "fpc",
          "FPC finds next to nothing in LBM, which gains from all others.",
          "tslc-opt",
          "Trained before the first kernel, TSLC-OPT saves less than BDI in five programs"
              + " (`mag/fig13`).",
          MagPaper.BDI,
          "The programs that hold the mean of MAG-aware BDI down gain little from BDI, too.",
          MagPaper.MAG_BDI,
          "HW, MST, PVR and TP wait for other things than DRAM more than half of the time, and"
              + " BFS2 and SSSP soon for the crossbar. SC's values, of 31 bits, do not compress.");

  private static final String WHAT_IS_PERCENT =
      "%s less %s, in points, is what section VI-C calls percent.";

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe("mag/fig14", "Speedup", "section VI-C, Figure 14")
        .method(
            "Speedup is time without compression over time with it. Means are geometric. Beside the"
                + " paper's five are BPC, E2MC and SC2, BDI with its cases for zeros, repeats and"
                + " other bases, and our own codec, once with modes of high parts alone"
                + " (`mag/cost`).")
        .method(
            "What TSLC-OPT's latency costs is found out with codecs that take no time: it is due to"
                + " it if TSLC-OPT gains more over BDI then.")
        .deviation(
            "TSLC's code book is trained on the memory as it is when the first kernel begins,"
                + " where the paper samples the first 20 million instructions.")
        .parameter("codecs", OF_PAPERS.codecs())
        .otherCodecs(Figure13Ratios.OURS.codecs())
        .deviation(
            "Where arrays lie is chance, and decides TP: with all arrays a third or two thirds of a"
                + " mebibyte further, MAG-aware BDI is slower there than BDI, and its mean speedup"
                + " less BDI's is 3.6 and 3.7 points and not 6.7 (`mag/causes`).")
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("belowBdi", "MAG-aware BDI is at least as fast as BDI on every program")
                .because(
                    "By the place of TP's arrays: a third or two thirds of a MiB further TP is slower"
                        + " (`mag/causes`).")
                .nowhere("programs", measured -> measured.speedups.below(MAG_BDI, BDI)),
            Claim.of("fastest", "MAG-aware BDI is the fastest of the paper's five on average")
                .nowhere("codecs", measured -> atLeastAsFast(measured.speedups)),
            Claim.of(
                    "variations",
                    "TSLC's three variations have almost the same mean speedup: they are nearer to"
                        + " one another than any is to MAG-aware BDI")
                .because(
                    "TP makes it: TSLC-PRED is 1.45 times as fast there, the others 1.00 and 0.94, as"
                        + " other half-written lines leave the L2; that is chance (`mag/causes`).")
                .holds(Speedups::areVariationsAlike),
            points(
                "bdi",
                "10",
                MAG_BDI,
                BDI,
                "SC compresses under neither. MST, HW and PVR, which do not keep DRAM busy"
                    + " (`mag/table5`), and SSSP gain a point or two at most. At other places of the"
                    + " arrays it is 3.6 and 3.7 points, by TP (`mag/causes`)."),
            points(
                "fpc",
                "15",
                MAG_BDI,
                FPC,
                "SC, HW, MST, PVR and SSSP gain next to nothing over FPC (`mag/table5` has how busy DRAM is)."),
            points("tslc", "8", MAG_BDI, TSLC, "Both means are ten points below the paper's."),
            points(
                "tslcOverBdi",
                "2",
                TSLC,
                BDI,
                "Trained before the first kernel it compresses five programs less than BDI does."
                    + " Trained online, in a full run, it gains 1.8 points (`mag/training`)."),
            Claim.of("latency", "TSLC-OPT's small gain over BDI is due to its latency")
                .because(
                    "Without latencies it is no larger: what its mean speedup lacks, it lacks for"
                        + " what it saves, trained before the first kernel.")
                .holds(Speedups::isHeldBackByLatency),
            Claim.of(
                    "bfsLatency",
                    "BFS: FPC's ratio is above MAG-aware BDI's, whose speedup is above FPC's")
                .because("FPC compresses BFS less than MAG-aware BDI does (`mag/fig13`).")
                .holds(Speedups::isBfsFasterWithLessRatio),
            Claim.of(
                    "dueToRatio",
                    "Programs whose ratio MAG-aware BDI raises more over BDI's gain more in speed"
                        + " over it, by their ranks")
                .holds(measured -> measured.correlation() > 0),
            Claim.of("largest", "Largest speedup of MAG-aware BDI over BDI")
                .because(
                    "In a full run BFS's: it moves 29 % less than under BDI, and would be 1.40 times"
                        + " as fast if it waited for DRAM alone.")
                .percent(
                    "27", measured -> 100 * (measured.speedups.largestQuotient(MAG_BDI, BDI) - 1)))
        .claims(
            PAPER.gainOfPaper("speedup", MAG_BDI, BDI, "10", WHAT_IS_PERCENT),
            PAPER.gainOfPaper("speedup", MAG_BDI, FPC, "15", WHAT_IS_PERCENT),
            PAPER.gainOfPaper("speedup", TSLC, MAG_BDI, "-8", WHAT_IS_PERCENT))
        .claims(IntStream.rangeClosed(0, MAG_BDI).mapToObj(Figure14Speedup::mean))
        .values(
            IntStream.range(MAG_BDI + 1, CONTROLLERS.count())
                .mapToObj(e ->
                    new Value<>(
                        "mean." + CONTROLLERS.get(e).codec(),
                        measured -> measured.speedups.mean(e))))
        .values(CONTROLLERS.meansWithoutTp("mean.", Controller::codec, Speedups::speedups))
        .value("correlation", Speedups::correlation)
        .value("unhurried.tslcOverBdi", measured -> measured.unhurried.points(0, 1))
        .draw(measured ->
            Figures.none()
                .with(
                    measured
                        .speedups
                        .chart("Speedup", "speedup over no compression")
                        .withReference("no compression", 1))
                .with("speedups", measured.speedups.table("Speedup over no compression", 3, "")));
  }

  private static Speedups measure(RunContext context, Study study) {
    Simulations simulations =
        CONTROLLERS
            .withMore(Figure15Error.VARIATIONS)
            .withMore(UNHURRIED)
            .simulateWithBaselines(context, study);
    return new Speedups(
        CONTROLLERS.speedups(simulations),
        CONTROLLERS.effectiveRatios(simulations),
        Figure15Error.VARIATIONS.speedups(simulations),
        UNHURRIED.speedups(simulations));
  }

  /** Measured under {@link #CONTROLLERS}, TSLC's variations and {@link #UNHURRIED}. */
  record Speedups(
      Comparison speedups, Comparison ratios, Comparison variations, Comparison unhurried) {
    /** How far what programs gain in ratio over BDI goes with what they gain in speed. */
    private double correlation() {
      return RankCorrelation.of(ratios.quotients(MAG_BDI, BDI), speedups.quotients(MAG_BDI, BDI));
    }

    private boolean areVariationsAlike() {
      double fastest = IntStream.range(0, 3).mapToDouble(variations::mean).max().orElseThrow();
      return variations.spread(0, 1, 2) < speedups.mean(MAG_BDI) / fastest;
    }

    private boolean isHeldBackByLatency() {
      return unhurried.points(0, 1) > speedups.points(TSLC, BDI);
    }

    private boolean isBfsFasterWithLessRatio() {
      return ratios.value(FPC, BFS) > ratios.value(MAG_BDI, BFS)
          && speedups.value(MAG_BDI, BFS) > speedups.value(FPC, BFS);
    }
  }

  private static Claim<Speedups> points(
      String name, String paper, int entry, int over, String why) {
    return Claim.of(
            "points." + name,
            "%s's mean speedup less %s's"
                .formatted(CONTROLLERS.get(entry).name(), CONTROLLERS.get(over).name()))
        .because(why)
        .is(paper, POINTS, measured -> measured.speedups.points(entry, over));
  }

  private static Claim<Speedups> mean(int entry) {
    return mean(entry, "mean speedup", WHY, Speedups::speedups);
  }

  /**
   * A claim that one of the paper's five has its mean speedup, which the paper gives in percent.
   *
   * @param what it is of
   * @param why it differs, by codec, where it is known
   */
  static <T> Claim<T> mean(
      int entry, String what, Map<String, String> why, Function<T, Comparison> speedups) {
    Controller each = PAPER.get(entry);
    String percent =
        new BigDecimal(each.paper()).subtract(BigDecimal.ONE).movePointRight(2).toPlainString();
    return Claim.of("mean." + each.codec(), each.name() + ", " + what)
        .because(why.getOrDefault(each.codec(), ""))
        .percent(percent, (T measured) -> 100 * (speedups.apply(measured).mean(entry) - 1));
  }

  /** Those of the paper's five but MAG-aware BDI that are as fast or faster. */
  static List<String> atLeastAsFast(Comparison speedups) {
    return IntStream.range(0, MAG_BDI)
        .filter(e -> speedups.mean(e) >= speedups.mean(MAG_BDI))
        .mapToObj(e -> PAPER.get(e).name())
        .toList();
  }
}
