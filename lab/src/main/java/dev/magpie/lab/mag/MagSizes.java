package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
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
import java.util.stream.IntStream;

/** Figures 18 and 19: effective ratio and speedup at other memory access granularities. */
record MagSizes(Study study, boolean isSpeedup) implements NamedExperiment {
  private static final List<Integer> MAGS = List.of(16, 32, 64);
  private static final List<String> CODECS = List.of(MagPaper.BDI, MagPaper.MAG_BDI);
  private static final double[][] PAPER_RATIOS = {{1.57, 1.37, 1.27}, {2.41, 1.85, 1.41}};
  private static final double[][] PAPER_SPEEDUPS = {{1.24, 1.18, 1.09}, {1.34, 1.28, 1.15}};

  /** The paper's BDI at the three MAGs, then MAG-aware BDI. */
  private List<Entry> entries() {
    double[][] paper = isSpeedup ? PAPER_SPEEDUPS : PAPER_RATIOS;
    List<Entry> entries = new ArrayList<>();
    for (int c = 0; c < CODECS.size(); c++) {
      for (int m = 0; m < MAGS.size(); m++) {
        entries.add(
            new Entry(
                (c == 0 ? "BDI, %d B" : "MAG-aware BDI, %d B").formatted(MAGS.get(m)),
                Setup.of(CODECS.get(c), MAGS.get(m)),
                paper[c][m]));
      }
    }
    return entries;
  }

  @Override
  public Description description() {
    Description.Builder description =
        SimulatedPaper.describe(
                isSpeedup ? "mag/fig19" : "mag/fig18",
                isSpeedup ? "Speedup by MAG size" : "Effective ratio of what moves by MAG size",
                isSpeedup ? "section VI-G, Figure 19" : "section VI-G, Figure 18")
            .method(
                "The GPU's channels with bursts of 16, 32 and 64 bytes at the same bandwidth. Each is"
                    + " compared with itself without compression.")
            .deviation(
                "The channels of 16 and 64 bytes have gtx580's timing but for the burst: half and twice"
                    + " as long, as is the least distance between two. The paper does not say what it"
                    + " changes.")
            .parameter("mags", MAGS)
            .parameter("codecs", CODECS)
            .claim(
                NamedExperiment.never(
                    "belowBdi",
                    "MAG-aware BDI is at least BDI at every MAG (to 0.1 %): exceptions",
                    "programs"))
            .claim(NamedExperiment.holds("falls.bdi", "BDI: the mean falls as the MAG grows"))
            .claim(
                NamedExperiment.holds(
                    "falls.mag-bdi", "MAG-aware BDI: the mean falls as the MAG grows"));
    if (!isSpeedup) {
      description
          .claim(
              NamedExperiment.of("lbm", "LBM under MAG-aware BDI at 16 bytes", 7.9, new Unit("", 1))
                  .within(Band.around(7.9, 0.05))
                  .notExpected(SimulatedPaper.OTHER_RUNS))
          .claim(
              NamedExperiment.holds("lbmMost", "LBM gains the most from bursts of 16 bytes")
                  .notExpected(SimulatedPaper.OTHER_RUNS));
    }
    if (isSpeedup) {
      for (int m = 0; m < 2; m++) {
        description.claim(
            NamedExperiment.of(
                    "points." + MAGS.get(m),
                    "MAG-aware BDI's mean speedup over BDI's at %d bytes".formatted(MAGS.get(m)),
                    10,
                    new Unit("points", 1))
                .within(Band.around(10, 0.5))
                .notExpected(SimulatedPaper.OTHER_RUNS));
      }
    } else {
      description
          .claim(
              NamedExperiment.holds(
                  "gapGrows", "BDI: raw and effective ratio are farther apart as the MAG grows"))
          .claim(
              NamedExperiment.holds(
                  "notSolved", "BDI: bursts of 16 bytes bring them nearer, and not together"));
    }
    for (Entry entry : entries()) {
      description.claim(
          NamedExperiment.of(
                  "mean." + entry.setup(), entry.name() + ", mean", entry.paper(), Unit.RATIO)
              .within(Band.around(entry.paper(), 0.005))
              .notExpected(SimulatedPaper.OTHER_RUNS));
    }
    return description.build();
  }

  @Override
  public Findings run(RunContext context) {
    List<Entry> entries = entries();
    List<Setup> setups = new ArrayList<>(Comparison.setups(entries));
    if (isSpeedup) {
      MAGS.forEach(mag -> setups.add(Setup.of("none", mag)));
    }
    Simulations simulations = Simulations.of(context, study, setups);
    Comparison figure =
        isSpeedup
            ? Comparison.ofSpeedups(simulations, entries)
            : Comparison.ofEffectiveRatios(simulations, entries);
    int mags = MAGS.size();
    double below = 0;
    for (int m = 0; m < mags; m++) {
      below += figure.countBelow(mags + m, m);
    }
    Findings.Builder findings =
        Findings.builder()
            .measure("belowBdi", below)
            .measure("falls.bdi", falls(figure, 0))
            .measure("falls.mag-bdi", falls(figure, mags));
    if (isSpeedup) {
      for (int m = 0; m < 2; m++) {
        findings.measure("points." + MAGS.get(m), 100 * (figure.mean(mags + m) - figure.mean(m)));
      }
    } else {
      Comparison raw = Comparison.ofRawRatios(simulations, entries);
      double[] gaps =
          IntStream.range(0, mags).mapToDouble(m -> raw.mean(m) / figure.mean(m)).toArray();
      findings
          .measure("gapGrows", gaps[0] < gaps[1] && gaps[1] < gaps[2])
          .measure("notSolved", gaps[0] < gaps[1] && gaps[0] > 1.01);
      findings
          .measure("lbm", figure.value(mags, "LBM"))
          .measure("lbmMost", figure.isLargestQuotient(mags, mags + 1, "LBM"));
    }
    for (int e = 0; e < entries.size(); e++) {
      findings.measure("mean." + entries.get(e).setup(), figure.mean(e));
    }
    String what = isSpeedup ? "Speedup over no compression" : "Effective ratio of what moves";
    return findings
        .chart(figure.chart(what + ", by MAG", isSpeedup ? "speedup" : "effective ratio"))
        .table(isSpeedup ? "speedups" : "ratios", figure.table(what, 3, ""))
        .build();
  }

  private static boolean falls(Comparison figure, int first) {
    return figure.mean(first) > figure.mean(first + 1)
        && figure.mean(first + 1) > figure.mean(first + 2);
  }
}
