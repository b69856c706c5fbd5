package dev.magpie.lab.data;

import dev.magpie.analysis.BlockObserver;
import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.analysis.TrainingSample;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Column;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  /** A codec's raw ratio on each data set. */
  public double[] rawRatios(int codec) {
    return each(codec, SizeHistogram::rawRatio);
  }

  /** A value for each data set. */
  public double[] each(int codec, ToDoubleFunction<SizeHistogram> value) {
    return rows.stream()
        .mapToDouble(row -> value.applyAsDouble(row.byCodec().get(codec)))
        .toArray();
  }

  /** Names of the data sets that could be read, and then more. */
  public List<String> names(String... more) {
    return Stream.concat(rows.stream().map(Row::name), Arrays.stream(more)).toList();
  }

  /** As the papers average ratios over programs; NaN for none. */
  public static double geometricMean(double... values) {
    return Math.exp(Arrays.stream(values).map(Math::log).average().orElse(Double.NaN));
  }

  /** As the papers average shares over programs; NaN for none. */
  public static double mean(double... values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** How many of the data sets' values are smaller than others'. */
  public static double countSmaller(double[] values, double[] others) {
    return IntStream.range(0, values.length).filter(i -> values[i] < others[i]).count();
  }

  /** The values followed by more. */
  public static double[] append(double[] values, double... more) {
    double[] all = Arrays.copyOf(values, values.length + more.length);
    System.arraycopy(more, 0, all, values.length, more.length);
    return all;
  }

  /**
   * A table with a row for each data set, those that failed among them.
   *
   * @param columns of the values
   * @param values of a row's columns
   * @param total the last row's name; empty for no such row
   * @param totals its values
   */
  public Table table(
      String title,
      List<Column> columns,
      Function<Row, List<Double>> values,
      String total,
      List<Double> totals) {
    Table.Builder table = Table.titled(title).text("data").number("size", 0, "KiB");
    columns.forEach(table::column);
    for (Row row : rows) {
      table.row(cells(row.name(), row.bytes() / 1024.0, values.apply(row)));
    }
    for (DataSet data : failed) {
      table.row(cells(data.label(), null, columns.stream().map(_ -> Double.NaN).toList()));
    }
    if (!total.isEmpty()) {
      table.total(cells(total, null, totals));
    }
    return table
        .note(
            failed.isEmpty()
                ? ""
                : "Without what could not be read: "
                    + failed.stream().map(DataSet::name).collect(Collectors.joining(", ")))
        .build();
  }

  private static @Nullable Object[] cells(String name, @Nullable Double size, List<Double> values) {
    List<@Nullable Object> cells = new ArrayList<>();
    cells.add(name);
    cells.add(size);
    cells.addAll(values);
    return cells.toArray();
  }
}
