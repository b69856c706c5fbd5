package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.Granularity;
import dev.magpie.report.AreaMap;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import dev.magpie.snapshot.AllocationLabels;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which codec saves most of each allocation, and of which allocation most is saved. */
final class BestCodecs {
  private static final double MEBIBYTE = 1 << 20;

  /** More are too small to be seen. */
  private static final int MOST_AREAS = 2000;

  private final Analysis analysis;
  private final Granularity granularity;
  private final List<String> labels;
  private final List<Line> lines;

  /**
   * A codec at an allocation.
   *
   * @param saved bytes, in whole accesses; what is shorter than a block is none for what the block
   *     is filled up with
   */
  record Line(
      String label, AllocationSizes sizes, String name, SizeHistogram histogram, long saved) {}

  BestCodecs(Analysis analysis) {
    this.analysis = analysis;
    this.granularity = analysis.granularity();
    List<AllocationSizes> allocations = analysis.sizes().allocations();
    labels =
        AllocationLabels.of(
            allocations.stream().map(each -> each.allocation().source().toString()).toList(),
            allocations.stream().map(each -> each.allocation().name()).toList());
    Comparator<Line> smallest =
        Comparator.<Line>comparingLong(line -> line.histogram().effectiveBytes(granularity))
            .thenComparingLong(line -> line.histogram().storedBytes());
    lines =
        IntStream.range(0, allocations.size())
            .mapToObj(number -> lines(number).min(smallest).orElseThrow())
            .toList();
  }

  /** Names of the allocations. */
  List<String> labels() {
    return labels;
  }

  /** An allocation under each codec. */
  Stream<Line> lines(int number) {
    AllocationSizes sizes = analysis.sizes().allocations().get(number);
    return IntStream.range(0, analysis.codecs().size())
        .mapToObj(codec -> {
          SizeHistogram histogram = sizes.byCodec().get(codec);
          return new Line(
              labels.get(number),
              sizes,
              analysis.name(number, codec),
              histogram,
              Math.max(0, sizes.allocation().bytes() - histogram.effectiveBytes(granularity)));
        });
  }

  /** Each allocation under the codec that saves most of it, as they were read. */
  List<Line> lines() {
    return lines;
  }

  /** Numbers of the allocations, that first of which most is saved. */
  List<Integer> ranking() {
    return IntStream.range(0, lines.size())
        .boxed()
        .sorted(Comparator.<Integer>comparingLong(a -> lines.get(a).saved()).reversed())
        .toList();
  }

  /** A line for each of some allocations. */
  Table table(List<Integer> numbers) {
    return new Columns<Line>()
        .text("allocation", Line::label)
        .number("size", 3, "MiB", line -> line.sizes().allocation().bytes() / MEBIBYTE)
        .text("best codec", Line::name)
        .number("saved", 3, "MiB", line -> line.saved() / MEBIBYTE)
        .number("share saved", 1, "%", BestCodecs::percentSaved)
        .number("effective ratio", 2, line -> line.histogram().effectiveRatio(granularity))
        .text("dtype", line -> line.sizes().allocation().type())
        .text("shape", line -> Quantity.shape(line.sizes().allocation().shape()))
        .builder("", numbers.stream().map(lines::get).toList())
        .note("Saved: in whole accesses of %d B.%s".formatted(granularity.magBytes(), note()))
        .build();
  }

  private static double percentSaved(Line line) {
    return 100.0 * line.saved() / line.sizes().allocation().bytes();
  }

  /** All allocations, or the largest, by their bytes; those of a file and of a layer together. */
  AreaMap areas() {
    boolean isOneFile =
        lines.stream().map(line -> line.sizes().allocation().source()).distinct().count() == 1;
    List<AreaMap.Area> areas =
        lines.stream()
            .filter(line -> line.sizes().allocation().bytes() > 0)
            .sorted(
                Comparator.<Line>comparingLong(line -> line.sizes().allocation().bytes())
                    .reversed())
            .limit(MOST_AREAS)
            .map(line ->
                new AreaMap.Area(
                    path(line.label(), isOneFile),
                    line.sizes().allocation().bytes(),
                    percentSaved(line) / 100,
                    "%s, %s"
                        .formatted(Quantity.bytes(line.sizes().allocation().bytes()), line.name())))
            .toList();
    return AreaMap.of("Allocations by size, and what is saved of them", "saved", areas)
        .withCaption(
            (areas.size() < MOST_AREAS ? "" : "The %,d largest. ".formatted(MOST_AREAS))
                + "Each under its best codec; a click goes into a group.");
  }

  /** Directories of a file, and layers of a name in it. */
  private static List<String> path(String label, boolean isOneFile) {
    int file = isOneFile ? 0 : label.indexOf(": ") < 0 ? label.length() : label.indexOf(": ") + 2;
    List<String> path =
        Stream.concat(
                Stream.of(label.substring(0, file).split("(?<=[/\\\\])|(?<=: )")),
                Stream.of(label.substring(file).split("(?<=[./])")))
            .filter(each -> !each.isEmpty())
            .toList();
    return path.isEmpty() ? List.of("(no name)") : path;
  }

  /** What is saved of some allocations. */
  BarChart chart(List<Integer> numbers) {
    return BarChart.of(
        "MiB saved by allocation, each under its best codec",
        numbers.stream().map(labels::get).toList(),
        Axis.linear("MiB"),
        List.of(
            Series.of(
                "saved",
                numbers.stream().mapToDouble(a -> lines.get(a).saved() / MEBIBYTE).toArray())));
  }

  /** Which codec a line has; nothing where there is one only. */
  String note() {
    return analysis.codecs().size() > 1
        ? " Codec: the one that saves most, in whole accesses."
        : "";
  }
}
