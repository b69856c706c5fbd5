package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

  /**
   * An average that the paper gives.
   *
   * @param name that files give it
   * @param text what it is
   * @param paper its percent
   * @param against the other codec's percent; NaN where the two are as good as the same
   * @param share ours
   */
  private record Average(
      String name, String text, String paper, double against, ToDoubleFunction<SizeShares> share) {}

  private static final List<Average> AVERAGES =
      List.of(
          new Average("magBdi.0", "MAG-aware BDI, 32 B", "30", 0, all -> average(all.magBdi, 0)),
          new Average("magBdi.1", "MAG-aware BDI, 64 B", "24.5", 38, all -> average(all.magBdi, 1)),
          new Average("bdi.1", "BDI, 64 B", "38", 24.5, all -> average(all.bdi, 1)),
          new Average(
              "magBdi.2", "MAG-aware BDI, 96 B", "24.5", Double.NaN, all -> average(all.magBdi, 2)),
          new Average("bdi.2", "BDI, 96 B", "24", Double.NaN, all -> average(all.bdi, 2)),
          new Average(
              "magBdi.compressed",
              "MAG-aware BDI, compressed at all",
              "79",
              62,
              all -> compressed(all.magBdi)),
          new Average(
              "bdi.compressed", "BDI, compressed at all", "62", 79, all -> compressed(all.bdi)));

  private static double average(Shares shares, int size) {
    return shares.averages()[size];
  }

  /** Average percent of blocks that are compressed. */
  private static double compressed(Shares shares) {
    return 100 - average(shares, SIZES.size() - 1);
  }

  /**
   * Claims that averages are the paper's.
   *
   * @param why they differ, by the claim's name, where it is known
   * @param shares of what an experiment has measured
   */
  static <T> Stream<Claim<T>> claims(Map<String, String> why, Function<T, SizeShares> shares) {
    return AVERAGES.stream()
        .map(each ->
            Claim.of(each.name, each.text + ", average share")
                .against(each.against)
                .because(why.getOrDefault(each.name, ""))
                .percent(each.paper, measured -> each.share.applyAsDouble(shares.apply(measured))));
  }

  /** The same averages of data that are not the paper's. */
  static <T> Stream<Value<T>> values(Function<T, SizeShares> shares) {
    return AVERAGES.stream()
        .map(each ->
            new Value<>(each.name, measured -> each.share.applyAsDouble(shares.apply(measured))));
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
