package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How many blocks have each of the sizes that whole bursts make, as Figure 12 shows it.
 *
 * @param bdi under the paper's BDI
 * @param magBdi under MAG-aware BDI
 */
record SizeShares(Shares bdi, Shares magBdi) {
  static final List<String> SIZES = List.of("32 B", "64 B", "96 B", "128 B");

  /** The paper's averages in percent. */
  private static final double[] PAPER_BDI = {0, 38, 24, 38};

  private static final double[] PAPER_MAG_BDI = {30, 24.5, 24.5, 21};

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
  private static double compressed(Shares shares) {
    return 100 - shares.averages()[SIZES.size() - 1];
  }

  /**
   * Claims that averages are the paper's.
   *
   * @param shares of what an experiment has measured
   * @param tolerance of a share
   * @param notExpected why they cannot be expected to be
   */
  record Averages<T>(Function<T, SizeShares> shares, double tolerance, String notExpected) {
    Claim<T> bdi(int size) {
      return is(
          "bdi." + size,
          "BDI, " + SIZES.get(size),
          PAPER_BDI[size],
          all -> all.bdi.averages()[size]);
    }

    Claim<T> magBdi(int size) {
      return is(
          "magBdi." + size,
          "MAG-aware BDI, " + SIZES.get(size),
          PAPER_MAG_BDI[size],
          all -> all.magBdi.averages()[size]);
    }

    /** Of what is compressed at all. */
    Stream<Claim<T>> compressed() {
      return Stream.of(
          is(
              "magBdi.compressed",
              "MAG-aware BDI, compressed at all",
              79,
              all -> SizeShares.compressed(all.magBdi)),
          is(
              "bdi.compressed",
              "BDI, compressed at all",
              62,
              all -> SizeShares.compressed(all.bdi)));
    }

    private Claim<T> is(
        String name, String text, double paper, ToDoubleFunction<SizeShares> share) {
      return Claim.of(name, text + ", average share")
          .around(tolerance)
          .notExpected(notExpected)
          .percent(paper, measured -> share.applyAsDouble(shares.apply(measured)));
    }
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
