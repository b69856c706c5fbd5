package dev.magpie.lab.data;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.analysis.TrainingSample;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of every data set's blocks under several codecs.
 *
 * @param granularity block size and MAG
 * @param rows one for each data set that can be read
 * @param failed the data sets that cannot
 */
public record Survey(Granularity granularity, List<Row> rows, List<DataSet> failed) {

  /**
   * A data set's sizes.
   *
   * @param name the data set's
   * @param bytes measured
   * @param byCodec a histogram for each codec over all its allocations
   */
  public record Row(String name, long bytes, List<SizeHistogram> byCodec) {}

  /**
   * Sizes all data under some codecs. Those that have to be trained are trained on each data set,
   * on blocks all over it; lossy ones approximate its floating-point numbers and nothing else.
   *
   * @param data all data sets, those that could not be read among them
   * @param threads how many work
   * @param observer is shown every block's size, data set by data set
   */
  public static Survey of(
      List<DataSet> data,
      int threads,
      Granularity granularity,
      List<String> codecs,
      @Nullable BlockObserver observer) {
    List<CodecSpec> specs = codecs.stream().map(CodecSpec::parse).toList();
    return scan(data, threads, granularity, each -> made(specs, granularity, each), observer);
  }

  /** Sizes all data under codecs that are already made. */
  public static Survey ofCodecs(
      List<DataSet> data, int threads, Granularity granularity, List<BlockCodec> codecs) {
    return scan(data, threads, granularity, _ -> codecs, null);
  }

  private static List<BlockCodec> made(
      List<CodecSpec> specs, Granularity granularity, DataSet data) {
    int block = granularity.blockBytes();
    long blocks =
        data.memories().stream().mapToLong(each -> Math.ceilDiv(each.byteSize(), block)).sum();
    TrainingSample sample = TrainingSample.spreadOver(blocks, block);
    List<BlockCodec> codecs = new ArrayList<>();
    for (CodecSpec spec : specs) {
      codecs.add(
          spec.needsTraining()
              ? spec.create(granularity, sample.train(spec, data.memories(), block))
              : spec.create(granularity));
    }
    return codecs;
  }

  private static Survey scan(
      List<DataSet> all,
      int threads,
      Granularity granularity,
      Function<DataSet, List<BlockCodec>> codecs,
      @Nullable BlockObserver observer) {
    List<Row> rows = new ArrayList<>();
    for (DataSet data : all.stream().filter(DataSet::isReadable).toList()) {
      List<BlockCodec> made = codecs.apply(data);
      List<List<SizeHistogram>> byMemory =
          new BlockScan(made, threads)
              .approximating(data::isFloatingPoint)
              .run(data.memories(), observer, _ -> {});
      List<SizeHistogram> whole =
          IntStream.range(0, made.size())
              .mapToObj(codec ->
                  byMemory.stream()
                      .map(histograms -> histograms.get(codec))
                      .reduce(SizeHistogram.empty(granularity.blockBytes()), SizeHistogram::merge))
              .toList();
      rows.add(new Row(data.name(), data.bytes(), whole));
    }
    return new Survey(granularity, rows, all.stream().filter(data -> !data.isReadable()).toList());
  }

  /** A codec's effective ratio on each data set. */
  public double[] effectiveRatios(int codec) {
    return each(codec, histogram -> histogram.effectiveRatio(granularity));
  }

  /** A value for each data set. */
  public double[] each(int codec, ToDoubleFunction<SizeHistogram> value) {
    return rows.stream()
        .mapToDouble(row -> value.applyAsDouble(row.byCodec().get(codec)))
        .toArray();
  }

  /** The data sets as rows of a figure. */
  public Comparison.Subjects subjects() {
    return new Comparison.Subjects(
        "data", names(), rows.stream().map(Row::bytes).toList(), failed, "mean", "geometric mean");
  }

  /** The names of the data sets that could be read. */
  public List<String> names() {
    return rows.stream().map(Row::name).toList();
  }

  /** Ratios of the codecs, which figures call so. */
  public Comparison compare(List<String> names, ToDoubleFunction<SizeHistogram> ratio) {
    return new Comparison(
        subjects(),
        IntStream.range(0, names.size())
            .mapToObj(codec -> Comparison.Column.of(names.get(codec), each(codec, ratio)))
            .toList(),
        Survey::geometricMean);
  }

  /** Effective ratios of the codecs, which figures call so. */
  public Comparison compareEffectiveRatios(String... names) {
    return compare(List.of(names), histogram -> histogram.effectiveRatio(granularity));
  }

  /** As the papers average ratios over programs; NaN for none. */
  public static double geometricMean(double... values) {
    return Math.exp(Arrays.stream(values).map(Math::log).average().orElse(Double.NaN));
  }

  /** As the papers average shares over programs; NaN for none. */
  public static double mean(double... values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
