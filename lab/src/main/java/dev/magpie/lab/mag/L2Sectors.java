package dev.magpie.lab.mag;

import dev.magpie.gpu.config.Fill;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.Comparison.Entry;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is left of the speedups where uncompressed memory moves sectors and not lines. */
record L2Sectors(Study study) implements Experiment<L2Sectors.Measured> {
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
        .build();
  }

  /** Speedups, and DRAM bytes in percent of those of uncompressed lines. */
  record Measured(Comparison speedups, Comparison traffic) {}

  @Override
  public List<Claim<Measured>> claims() {
    return List.of(
        Claim.of("mean", "MAG-aware BDI, mean speedup with sectors")
            .around(0.005)
            .notExpected(
                "The paper's is with lines; where programs use part of a line, uncompressed"
                    + " sectors move no more than compressed blocks.")
            .is(1.28, Unit.RATIO, measured -> measured.speedups.mean(WITH_SECTORS)));
  }

  @Override
  public Measured measure(RunContext context) {
    List<Setup> setups = new ArrayList<>(Comparison.setups(ENTRIES));
    setups.add(SimulatedPaper.NONE);
    setups.add(NONE);
    Simulations simulations = Simulations.of(context, study, setups);
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
    return new Measured(Comparison.ofSpeedups(simulations, ENTRIES), traffic);
  }

  @Override
  public Figures draw(Measured measured) {
    return Figures.none()
        .with(
            measured
                .speedups
                .chart("Speedup over memory without compression", "speedup")
                .withReference("no compression", 1))
        .with("speedups", measured.speedups.table("Speedup over no compression, same L2", 3, ""))
        .with(
            "traffic",
            measured.traffic.table("DRAM bytes, of those of uncompressed lines", 1, "%"));
  }

  private static double[] share(double[] bytes, double[] of) {
    double[] shares = new double[bytes.length];
    Arrays.setAll(shares, p -> 100 * bytes[p] / of[p]);
    return shares;
  }
}
