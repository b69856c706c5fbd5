package dev.magpie.lab.mag;

import dev.magpie.gpu.config.Fill;
import dev.magpie.lab.claim.Band;
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
import java.util.Arrays;
import java.util.List;

/** What is left of the speedups where uncompressed memory moves sectors and not lines. */
record L2Sectors(Study study) implements NamedExperiment {
  private static final Setup NONE = SimulatedPaper.NONE.with(Fill.SECTOR);
  private static final List<Entry> ENTRIES =
      List.of(
          Entry.of("BDI, lines", MagPaper.BDI, 1.18),
          Entry.of("MAG-aware BDI, lines", MagPaper.MAG_BDI, 1.28),
          new Entry("BDI, sectors", SimulatedPaper.BDI.with(Fill.SECTOR), Double.NaN),
          new Entry(
              "MAG-aware BDI, sectors", SimulatedPaper.MAG_BDI.with(Fill.SECTOR), Double.NaN));

  private static final int WITH_SECTORS = 3;

  @Override
  public Description description() {
    return SimulatedPaper.describe(
            "mag/l2-sectors", "Speedup over an L2 with sectors", "section V-A, Table IV")
        .method(
            "The paper's L2 exchanges whole lines with memory, as its simulator's did then. Later ones"
                + " fetch the sectors of 32 bytes that a program asks for and write back those that it"
                + " changed; a compressed block still moves as a whole. Speedups are over uncompressed"
                + " memory with the same L2.")
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .claim(
            NamedExperiment.of("mean", "MAG-aware BDI, mean speedup with sectors", 1.28, Unit.RATIO)
                .within(Band.around(1.28, 0.005))
                .notExpected(
                    "The paper's is with lines; where programs use part of a line, uncompressed"
                        + " sectors move no more than compressed blocks."))
        .build();
  }

  @Override
  public Findings run(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(ENTRIES));
    setups.add(SimulatedPaper.NONE);
    setups.add(NONE);
    Simulations simulations = Simulations.of(context, study, setups);
    Comparison speedups = Comparison.ofSpeedups(simulations, ENTRIES);
    double[] lines = simulations.each(SimulatedPaper.NONE, Simulation::dramBytes);
    Comparison traffic =
        new Comparison(
            simulations,
            List.of(
                new Entry("none, sectors", NONE, Double.NaN),
                new Entry("MAG-aware BDI, lines", SimulatedPaper.MAG_BDI, Double.NaN),
                ENTRIES.get(WITH_SECTORS)),
            setup -> share(simulations.each(setup, Simulation::dramBytes), lines),
            Survey::geometricMean);
    return Findings.builder()
        .measure("mean", speedups.mean(WITH_SECTORS))
        .chart(
            speedups
                .chart("Speedup over memory without compression", "speedup")
                .withReference("no compression", 1))
        .table("speedups", speedups.table("Speedup over no compression, same L2", 3, ""))
        .table("traffic", traffic.table("DRAM bytes, of those of uncompressed lines", 1, "%"))
        .build();
  }

  private static double[] share(double[] bytes, double[] of) {
    double[] shares = new double[bytes.length];
    Arrays.setAll(shares, p -> 100 * bytes[p] / of[p]);
    return shares;
  }
}
