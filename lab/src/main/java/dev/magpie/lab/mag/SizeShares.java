package dev.magpie.lab.mag;

import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many blocks have each of the sizes that whole bursts make, as Figure 12 shows it.
 *
 * @param bdi under the paper's BDI
 * @param magBdi under MAG-aware BDI
 */
record SizeShares(Shares bdi, Shares magBdi) {
  static final List<String> SIZES = List.of("32 B", "64 B", "96 B", "128 B");

  /** The paper's averages in percent. */
  static final double[] PAPER_BDI = {0, 38, 24, 38};

  static final double[] PAPER_MAG_BDI = {30, 24.5, 24.5, 21};

  /** Of all data that could be sized under both. */
  static SizeShares of(Survey survey) {
    return new SizeShares(shares(survey, 0), shares(survey, 1));
  }

  private static Shares shares(Survey survey, int codec) {
    return new Shares(
        SIZES,
        survey.rows().stream()
            .map(row -> {
              long[] blocks = row.byCodec().get(codec).blocksByGranules(survey.granularity());
              return new Shares.Row(
                  row.name(), row.bytes(), Arrays.stream(blocks).skip(1).boxed().toList());
            })
            .toList(),
        survey.failed());
  }

  /** Of what programs move. */
  static SizeShares of(Simulations simulations) {
    return new SizeShares(
        shares(simulations, SimulatedPaper.BDI), shares(simulations, SimulatedPaper.MAG_BDI));
  }

  private static Shares shares(Simulations simulations, Setup setup) {
    List<Simulation> each = simulations.of(setup);
    return new Shares(
        SIZES,
        IntStream.range(0, each.size())
            .mapToObj(p ->
                new Shares.Row(
                    simulations.study().labels().get(p),
                    each.get(p).memoryBytes(),
                    each.get(p).blocksByBursts().subList(1, SIZES.size() + 1)))
            .toList(),
        List.of());
  }

  /** Blocks of 32 bytes under BDI. */
  long smallUnderBdi() {
    return bdi.rows().stream().mapToLong(row -> row.counts().getFirst()).sum();
  }

  /** Average percent of blocks that are compressed. */
  static double compressed(Shares shares) {
    return 100 - shares.averages()[SIZES.size() - 1];
  }

  /**
   * Adds both distributions to figures.
   *
   * @param caption of the charts
   * @param what the tables show
   */
  Figures addTo(Figures figures, String caption, String what) {
    return figures
        .with(bdi.chart("BDI", PAPER_BDI).withCaption(caption))
        .with(magBdi.chart("MAG-aware BDI", PAPER_MAG_BDI).withCaption(caption))
        .with("bdi", bdi.table("BDI: " + what))
        .with("mag-bdi", magBdi.table("MAG-aware BDI: " + what));
  }
}
