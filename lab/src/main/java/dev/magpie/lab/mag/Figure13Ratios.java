package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.mag.Comparison.Entry;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Figure 13: raw and effective compression ratios of what moves. */
record Figure13Ratios(Study study) implements NamedExperiment {
  private static final List<Entry> EFFECTIVE =
      List.of(
          Entry.of("FPC", "fpc", 1.29),
          Entry.of("C-PACK", "c-pack", 1.38),
          Entry.of("TSLC-OPT", "tslc-opt", 1.52),
          Entry.of("BDI", MagPaper.BDI, 1.37),
          Entry.of("MAG-aware BDI", MagPaper.MAG_BDI, 1.85),
          Entry.of("BPC", "bpc"),
          Entry.of("BDI, all of it", "bdi"));

  private static final double[] PAPER_RAW = {1.44, 1.65, 1.75, 1.70, 1.85, Double.NaN, Double.NaN};

  /** MAG-aware BDI's gain in percent over the first four. */
  private static final double[] PAPER_GAINS = {56, 47, 33, 48};

  private static final int FPC = 0;
  private static final int C_PACK = 1;
  private static final int TSLC = 2;
  private static final int BDI = 3;
  private static final int MAG_BDI = 4;

  private static List<Entry> raw() {
    return IntStream.range(0, PAPER_RAW.length)
        .mapToObj(e -> new Entry(EFFECTIVE.get(e).name(), EFFECTIVE.get(e).setup(), PAPER_RAW[e]))
        .toList();
  }

  @Override
  public Description description() {
    Description.Builder description =
        SimulatedPaper.describe(
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
            .parameter("codecs", EFFECTIVE.stream().map(entry -> entry.setup().codec()).toList())
            .claim(
                NamedExperiment.never(
                    "rawUnlikeEffective",
                    "MAG-aware BDI's raw and effective ratios are the same: exceptions",
                    "programs"))
            .claim(
                NamedExperiment.never(
                    "belowBdi",
                    "MAG-aware BDI's effective ratio is at least BDI's (to 0.1 %): exceptions",
                    "programs"))
            .claim(
                Figure12Sizes.programs(
                    "rawAbove", "BFS and SC: BDI's raw ratio is above MAG-aware BDI's", 2))
            .claim(
                NamedExperiment.never(
                        "rawBelow",
                        "MAG-aware BDI's raw ratio is above BDI's on all others: exceptions",
                        "programs")
                    .notExpected(SimulatedPaper.OTHER_RUNS))
            .claim(
                NamedExperiment.of(
                        "tslcOverBdi",
                        "TSLC-OPT's mean effective ratio over BDI's",
                        15,
                        Unit.PERCENT)
                    .within(Band.around(15, 0.5))
                    .notExpected(SimulatedPaper.OTHER_RUNS))
            .claim(
                NamedExperiment.of(
                        "bdiLoss",
                        "How far BDI's mean effective ratio is below its raw one",
                        40,
                        Unit.PERCENT)
                    .within(Band.around(40, 5))
                    .notExpected(
                        "The paper's own means, 1.70 and 1.37, are 19 % apart, or 24 % of the"
                            + " smaller."))
            .claim(
                NamedExperiment.of(
                        "loss",
                        "How far effective ratios are below raw ones: FPC, C-PACK and BDI",
                        20,
                        Unit.PERCENT)
                    .within(Band.around(20, 5))
                    .notExpected(SimulatedPaper.OTHER_RUNS))
            .claim(
                range(
                    "rangeOfEffective",
                    "FPC's, C-PACK's and BDI's mean effective ratios: largest over smallest",
                    1.07))
            .claim(
                range(
                    "rangeOfRaw",
                    "C-PACK's, TSLC-OPT's and BDI's mean raw ratios: largest over smallest",
                    1.06))
            .claim(
                NamedExperiment.of(
                        "typical",
                        "BDI, FPC and C-PACK: mean raw ratio between 1.5 and 2",
                        3,
                        Unit.whole("codecs"))
                    .notExpected(SimulatedPaper.OTHER_RUNS))
            .claim(
                NamedExperiment.of(
                        "variations",
                        "TSLC's three variations have almost the same mean effective ratio: largest"
                            + " over smallest",
                        1,
                        Unit.RATIO)
                    .within(new Band(1, 1.02)))
            .claim(
                Figure12Sizes.programs(
                    "incompressible", "HW and TP: some technique saves nothing (below 1 %)", 2))
            .claim(
                Figure12Sizes.programs(
                    "patterns",
                    "BFS and FWT: FPC's and C-PACK's ratios are above MAG-aware BDI's",
                    2));
    for (int e = 0; e < PAPER_GAINS.length; e++) {
      Entry entry = EFFECTIVE.get(e);
      description
          .claim(
              NamedExperiment.holds(
                  "above." + entry.setup().codec(),
                  "MAG-aware BDI's mean effective ratio is above that of " + entry.name()))
          .claim(
              NamedExperiment.of(
                      "gain." + entry.setup().codec(),
                      "MAG-aware BDI's gain over " + entry.name(),
                      PAPER_GAINS[e],
                      Unit.PERCENT)
                  .within(Band.around(PAPER_GAINS[e], 0.5))
                  .notExpected(SimulatedPaper.OTHER_RUNS));
    }
    for (int e = 0; e <= MAG_BDI; e++) {
      Entry entry = EFFECTIVE.get(e);
      description
          .claim(mean("effective.", entry, "mean effective ratio"))
          .claim(mean("raw.", raw().get(e), "mean raw ratio"));
    }
    return description.build();
  }

  /** Of ratios that the paper calls of the same range. */
  private static Claim.Quantity<Findings> range(String measure, String text, double paper) {
    return NamedExperiment.of(measure, text, paper, Unit.RATIO)
        .within(new Band(1, 1.1))
        .notExpected(SimulatedPaper.OTHER_RUNS);
  }

  private static Claim.Quantity<Findings> mean(String kind, Entry entry, String text) {
    return NamedExperiment.of(
            kind + entry.setup().codec(), entry.name() + ", " + text, entry.paper(), Unit.RATIO)
        .within(Band.around(entry.paper(), 0.005))
        .notExpected(SimulatedPaper.OTHER_RUNS);
  }

  @Override
  public Findings run(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(EFFECTIVE));
    setups.addAll(Comparison.setups(Figure15Error.VARIATIONS));
    Simulations simulations = Simulations.of(context, study, setups.stream().distinct().toList());
    Comparison effective = Comparison.ofEffectiveRatios(simulations, EFFECTIVE);
    Comparison raw = Comparison.ofRawRatios(simulations, raw());
    Findings.Builder findings =
        Findings.builder()
            .measure(
                "rawUnlikeEffective",
                simulations.of(SimulatedPaper.MAG_BDI).stream()
                    .filter(each -> Math.abs(each.rawRatio() - each.effectiveRatio()) > 1e-9)
                    .count())
            .measure("belowBdi", effective.countBelow(MAG_BDI, BDI))
            .measure(
                "rawAbove",
                Set.of("BFS", "SC").stream()
                    .filter(p -> raw.value(BDI, p) > raw.value(MAG_BDI, p))
                    .count())
            .measure(
                "rawBelow",
                study.labels().stream()
                    .filter(p -> !p.equals("BFS") && !p.equals("SC"))
                    .filter(p -> raw.value(MAG_BDI, p) <= raw.value(BDI, p))
                    .count())
            .measure("tslcOverBdi", 100 * (effective.mean(TSLC) / effective.mean(BDI) - 1))
            .measure("bdiLoss", loss(raw, effective, BDI))
            .measure(
                "loss",
                (loss(raw, effective, FPC)
                        + loss(raw, effective, C_PACK)
                        + loss(raw, effective, BDI))
                    / 3)
            .measure(
                "typical",
                IntStream.of(BDI, FPC, C_PACK)
                    .filter(e -> raw.mean(e) >= 1.5 && raw.mean(e) <= 2)
                    .count())
            .measure(
                "variations",
                Comparison.ofEffectiveRatios(simulations, Figure15Error.VARIATIONS).spread(0, 1, 2))
            .measure("rangeOfEffective", effective.spread(FPC, C_PACK, BDI))
            .measure("rangeOfRaw", raw.spread(C_PACK, TSLC, BDI))
            .measure(
                "incompressible",
                Set.of("HW", "TP").stream()
                    .filter(p ->
                        IntStream.rangeClosed(FPC, BDI).anyMatch(e -> effective.value(e, p) < 1.01))
                    .count())
            .measure(
                "patterns",
                Set.of("BFS", "FWT").stream()
                    .filter(p ->
                        effective.value(FPC, p) > effective.value(MAG_BDI, p)
                            && effective.value(C_PACK, p) > effective.value(MAG_BDI, p))
                    .count());
    for (int e = 0; e < EFFECTIVE.size(); e++) {
      String codec = EFFECTIVE.get(e).setup().codec();
      findings
          .measure("effective." + codec, effective.mean(e))
          .measure("raw." + codec, raw.mean(e));
      if (e != MAG_BDI) {
        findings
            .measure("above." + codec, effective.mean(MAG_BDI) > effective.mean(e))
            .measure("gain." + codec, 100 * (effective.mean(MAG_BDI) / effective.mean(e) - 1));
      }
    }
    return findings
        .chart(effective.chart("Effective compression ratio", "ratio"))
        .chart(raw.chart("Raw compression ratio", "ratio"))
        .table("effective", effective.table("Effective ratio of what moves", 3, ""))
        .table("raw", raw.table("Raw ratio of what moves", 3, ""))
        .build();
  }

  private static double loss(Comparison raw, Comparison effective, int entry) {
    return 100 * (1 - effective.mean(entry) / raw.mean(entry));
  }
}
