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
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.List;

/** Section IV-F: how often metadata miss their cache, with and without base and mask in it. */
record MetadataCaches(Study study) implements NamedExperiment {
  private static final List<Entry> ENTRIES =
      List.of(
          new Entry("2 bits, 16 KiB", Setup.of(MagPaper.MAG_BDI), 1),
          new Entry(
              "66 bits, 16 KiB", Setup.of(MagPaper.MAG_BDI).with(Setup.Metadata.HEADERS_16K), 31),
          new Entry(
              "66 bits, 32 KiB", Setup.of(MagPaper.MAG_BDI).with(Setup.Metadata.HEADERS_32K), 26));

  private static final double[] PAPER_SPEEDUPS = {1.28, 0.98, 0.99};

  @Override
  public Description description() {
    return SimulatedPaper.describe(
            "mag/metadata-cache", "Misses of the metadata cache", "section IV-F")
        .method(
            "Each read and write of a block looks its metadata up; a miss reads a line of 128 bytes"
                + " from DRAM, and the block waits. With base and mask in the metadata, blocks are 8"
                + " bytes smaller and metadata 66 bits.")
        .parameter("codec", MagPaper.MAG_BDI)
        .claim(
            NamedExperiment.of("hits", "Mean hit rate at 16 KiB", 99, Unit.PERCENT)
                .within(Band.atLeast(98.5)))
        .claim(
            NamedExperiment.of(
                    "above1",
                    "Programs that miss 1 % or more: LBM alone",
                    1,
                    Unit.whole("programs"))
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .claim(
            NamedExperiment.of("lbm", "LBM's miss rate", 3, Unit.PERCENT)
                .within(Band.around(3, 0.5))
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .claim(percent("misses.1", "Mean miss rate with base and mask, 16 KiB", 31))
        .claim(percent("misses.2", "Mean miss rate with base and mask, 32 KiB", 26))
        .claim(percent("speedup.1", "Speedup with base and mask, 16 KiB", -2))
        .claim(percent("speedup.2", "Speedup with base and mask, 32 KiB", -1))
        .claim(
            NamedExperiment.holds(
                "worse",
                "With base and mask in the metadata, programs run slower than with 2 bits"))
        .claim(
            NamedExperiment.holds(
                    "worseThanNone",
                    "With base and mask in the metadata, programs run slower than uncompressed")
                .notExpected(SimulatedPaper.OTHER_RUNS))
        .build();
  }

  private static Claim.Quantity<Findings> percent(String measure, String text, double paper) {
    return NamedExperiment.of(measure, text, paper, Unit.PERCENT)
        .within(Band.around(paper, 0.5))
        .notExpected(SimulatedPaper.OTHER_RUNS);
  }

  @Override
  public Findings run(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(ENTRIES));
    setups.add(SimulatedPaper.NONE);
    Simulations simulations = Simulations.of(context, study, setups);
    Comparison misses =
        new Comparison(
            simulations,
            ENTRIES,
            setup -> simulations.each(setup, Simulation::metadataMissRate),
            Survey::mean);
    List<Entry> timed = new ArrayList<>();
    for (int e = 0; e < ENTRIES.size(); e++) {
      timed.add(new Entry(ENTRIES.get(e).name(), ENTRIES.get(e).setup(), PAPER_SPEEDUPS[e]));
    }
    Comparison speedups = Comparison.ofSpeedups(simulations, timed);
    Comparison traffic =
        new Comparison(
            simulations,
            ENTRIES.stream().map(each -> new Entry(each.name(), each.setup(), Double.NaN)).toList(),
            setup ->
                simulations.each(setup, each -> 100.0 * each.metadataBytes() / each.dramBytes()),
            Survey::mean);
    double[] plain = misses.values(0);
    return Findings.builder()
        .measure("hits", 100 - misses.mean(0))
        .measure("above1", java.util.Arrays.stream(plain).filter(rate -> rate >= 1).count())
        .measure("lbm", misses.value(0, "LBM"))
        .measure("misses.1", misses.mean(1))
        .measure("misses.2", misses.mean(2))
        .measure("speedup.1", 100 * (speedups.mean(1) - 1))
        .measure("speedup.2", 100 * (speedups.mean(2) - 1))
        .measure(
            "worse", speedups.mean(1) < speedups.mean(0) && speedups.mean(2) < speedups.mean(0))
        .measure("worseThanNone", speedups.mean(1) < 1 && speedups.mean(2) < 1)
        .chart(misses.chart("Misses of the metadata cache", "look-ups that miss (%)"))
        .chart(speedups.chart("Speedup by what the metadata hold", "speedup over no compression"))
        .table("misses", misses.table("Look-ups that miss the metadata cache", 2, "%"))
        .table("traffic", traffic.table("Metadata's share of all bytes that move", 2, "%"))
        .table("speedups", speedups.table("Speedup over no compression", 3, ""))
        .build();
  }
}
