package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 13: raw and effective compression ratios of what moves. */
final class Figure13Ratios {
  /** The paper's five, with its mean effective ratios. */
  static final ComparedControllers PAPER =
      ComparedControllers.of(
          Controller.of("FPC", "fpc", 1.29),
          Controller.of("C-PACK", "c-pack", 1.38),
          Controller.of("TSLC-OPT", "tslc-opt", 1.52),
          Controller.of("BDI", MagPaper.BDI, 1.37),
          Controller.of("MAG-aware BDI", MagPaper.MAG_BDI, 1.85));

  /** The same with its mean raw ratios. */
  static final ComparedControllers PAPER_RAW = PAPER.withPaper(1.44, 1.65, 1.75, 1.70, 1.85);

  private static final ComparedControllers MORE =
      ComparedControllers.of(Controller.of("BPC", "bpc"), Controller.of("BDI, all of it", "bdi"));
  private static final ComparedControllers EFFECTIVE = PAPER.withMore(MORE);
  private static final ComparedControllers RAW = PAPER_RAW.withMore(MORE);

  /** MAG-aware BDI's gain in percent over the first four. */
  private static final double[] PAPER_GAINS = {56, 47, 33, 48};

  /** Programs whose deltas leave no bits to spare, by section VI-B. */
  private static final Set<String> FULL_DELTAS = Set.of("BFS", "SC");

  static final int FPC = 0;
  static final int C_PACK = 1;
  static final int TSLC = 2;
  static final int BDI = 3;
  static final int MAG_BDI = 4;

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/fig13",
            "Raw and effective compression ratio of what moves",
            "section VI-B, Figure 13")
        .method(
            "Over all blocks that move between a controller and DRAM: the raw ratio counts"
                + " whole bytes of codes, the effective ratio whole bursts. Means are"
                + " geometric. `mag/fig13-data` is the same of blocks at rest.")
        .deviation(
            "TSLC-OPT approximates what decides no control flow (docs/workloads.md); its code"
                + " book is trained on the memory as it is when the first kernel begins.")
        .parameter("codecs", EFFECTIVE.codecs())
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("rawUnlikeEffective", "MAG-aware BDI's raw and effective ratios are the same")
                .never(
                    "programs",
                    ratios ->
                        ratios.simulations.of(SimulatedPaper.MAG_BDI).stream()
                            .filter(
                                each -> Math.abs(each.rawRatio() - each.effectiveRatio()) > 1e-9)
                            .count()),
            Claim.of("belowBdi", "MAG-aware BDI's effective ratio is at least BDI's (to 0.1 %)")
                .never("programs", ratios -> ratios.effective.countBelow(MAG_BDI, BDI, 0.001)),
            SimulatedPaper.claim("rawAbove", "BFS and SC: BDI's raw ratio is above MAG-aware BDI's")
                .whole(
                    2,
                    "programs",
                    ratios -> FULL_DELTAS.stream().filter(ratios::isRawAbove).count()),
            Claim.of("rawBelow", "MAG-aware BDI's raw ratio is above BDI's on all others")
                .notExpected(SimulatedPaper.OTHER_RUNS)
                .never("programs", Figure13Ratios::rawBelow),
            SimulatedPaper.claim("tslcOverBdi", "TSLC-OPT's mean effective ratio over BDI's")
                .around(0.5)
                .percent(15, ratios -> ratios.effective.gain(TSLC, BDI)),
            Claim.of("bdiLoss", "How far BDI's mean effective ratio is below its raw one")
                .around(5)
                .notExpected(
                    "The paper's own means, 1.70 and 1.37, are 19 % apart, or 24 % of the"
                        + " smaller.")
                .percent(40, ratios -> ratios.loss(BDI)),
            SimulatedPaper.claim(
                    "loss", "How far effective ratios are below raw ones: FPC, C-PACK and BDI")
                .around(5)
                .percent(
                    20, ratios -> (ratios.loss(FPC) + ratios.loss(C_PACK) + ratios.loss(BDI)) / 3),
            range(
                "rangeOfEffective",
                "FPC's, C-PACK's and BDI's mean effective ratios: largest over smallest",
                1.07,
                ratios -> ratios.effective.spread(FPC, C_PACK, BDI)),
            range(
                "rangeOfRaw",
                "C-PACK's, TSLC-OPT's and BDI's mean raw ratios: largest over smallest",
                1.06,
                ratios -> ratios.raw.spread(C_PACK, TSLC, BDI)),
            Claim.of("typical", "BDI, FPC and C-PACK: mean raw ratio between 1.5 and 2")
                .notExpected(SimulatedPaper.OTHER_RUNS)
                .whole(3, "codecs", Figure13Ratios::typical),
            Claim.of(
                    "variations",
                    "TSLC's three variations have almost the same mean effective ratio: largest"
                        + " over smallest")
                .within(1, 1.02)
                .ratio(1, Figure13Ratios::variations),
            SimulatedPaper.claim(
                    "incompressible", "HW and TP: some technique saves nothing (below 1 %)")
                .whole(2, "programs", Figure13Ratios::incompressible),
            SimulatedPaper.claim(
                    "patterns", "BFS and FWT: FPC's and C-PACK's ratios are above MAG-aware BDI's")
                .whole(2, "programs", Figure13Ratios::patterns))
        .claims(
            IntStream.range(0, PAPER_GAINS.length)
                .boxed()
                .flatMap(e ->
                    Stream.of(
                        above(e),
                        SimulatedPaper.claim(
                                "gain." + codec(e),
                                "MAG-aware BDI's gain over " + EFFECTIVE.get(e).name())
                            .around(0.5)
                            .percent(PAPER_GAINS[e], gain(e)))))
        .claims(
            IntStream.rangeClosed(0, MAG_BDI)
                .boxed()
                .flatMap(e ->
                    Stream.of(
                        EFFECTIVE.mean(
                            "effective.",
                            e,
                            "mean effective ratio",
                            0.005,
                            Unit.RATIO,
                            Ratios::effective),
                        RAW.mean("raw.", e, "mean raw ratio", 0.005, Unit.RATIO, Ratios::raw))))
        .values(
            IntStream.range(MAG_BDI + 1, EFFECTIVE.count())
                .boxed()
                .flatMap(e ->
                    Stream.of(
                        new Value<>("effective." + codec(e), ratios -> ratios.effective.mean(e)),
                        new Value<>("raw." + codec(e), ratios -> ratios.raw.mean(e)),
                        new Value<>("above." + codec(e), above(e)::in),
                        new Value<>("gain." + codec(e), gain(e)))))
        .draw(ratios ->
            Figures.none()
                .with(ratios.effective.chart("Effective compression ratio", "ratio"))
                .with(ratios.raw.chart("Raw compression ratio", "ratio"))
                .with("effective", ratios.effective.table("Effective ratio of what moves", 3, ""))
                .with("raw", ratios.raw.table("Raw ratio of what moves", 3, "")));
  }

  private static Ratios measure(RunContext context, Study study) {
    Simulations simulations = EFFECTIVE.withMore(Figure15Error.VARIATIONS).simulate(context, study);
    return new Ratios(
        simulations, EFFECTIVE.effectiveRatios(simulations), RAW.rawRatios(simulations));
  }

  /** Ratios of what moved, in the order of {@link #EFFECTIVE}. */
  record Ratios(Simulations simulations, Comparison effective, Comparison raw) {
    /** By how many percent the mean effective ratio is below the raw one. */
    private double loss(int entry) {
      return 100 * (1 - effective.mean(entry) / raw.mean(entry));
    }

    private boolean isEffectiveAbove(String program, int entry) {
      return effective.value(entry, program) > effective.value(MAG_BDI, program);
    }

    private boolean isRawAbove(String program) {
      return raw.value(BDI, program) > raw.value(MAG_BDI, program);
    }
  }

  private static String codec(int entry) {
    return EFFECTIVE.get(entry).codec();
  }

  private static Claim<Ratios> above(int entry) {
    return Claim.of(
            "above." + codec(entry),
            "MAG-aware BDI's mean effective ratio is above that of " + EFFECTIVE.get(entry).name())
        .holds(ratios -> ratios.effective.mean(MAG_BDI) > ratios.effective.mean(entry));
  }

  private static ToDoubleFunction<Ratios> gain(int over) {
    return ratios -> ratios.effective.gain(MAG_BDI, over);
  }

  /** Of ratios that the paper calls of the same range. */
  private static Claim<Ratios> range(
      String name, String text, double paper, ToDoubleFunction<Ratios> spread) {
    return Claim.of(name, text)
        .within(1, 1.1)
        .notExpected(SimulatedPaper.OTHER_RUNS)
        .ratio(paper, spread);
  }

  private static long rawBelow(Ratios ratios) {
    return ratios.simulations.study().labels().stream()
        .filter(program -> !FULL_DELTAS.contains(program))
        .filter(program -> ratios.raw.value(MAG_BDI, program) <= ratios.raw.value(BDI, program))
        .count();
  }

  private static long typical(Ratios ratios) {
    return IntStream.of(BDI, FPC, C_PACK)
        .filter(entry -> ratios.raw.mean(entry) >= 1.5 && ratios.raw.mean(entry) <= 2)
        .count();
  }

  private static double variations(Ratios ratios) {
    return Figure15Error.VARIATIONS.effectiveRatios(ratios.simulations).spread(0, 1, 2);
  }

  private static long incompressible(Ratios ratios) {
    return Stream.of("HW", "TP")
        .filter(program ->
            IntStream.rangeClosed(FPC, BDI)
                .anyMatch(entry -> ratios.effective.value(entry, program) < 1.01))
        .count();
  }

  private static long patterns(Ratios ratios) {
    return Stream.of("BFS", "FWT")
        .filter(program ->
            ratios.isEffectiveAbove(program, FPC) && ratios.isEffectiveAbove(program, C_PACK))
        .count();
  }
}
