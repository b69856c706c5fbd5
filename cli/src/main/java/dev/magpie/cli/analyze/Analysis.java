package dev.magpie.cli.analyze;

import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What {@code magpie analyze} found.
 *
 * @param codecs in the order of the histograms
 * @param granularity block size and MAG of the run
 * @param training what some codecs were trained on; empty where none was
 * @param figures about the data, that are wanted
 * @param sizes the histograms
 * @param approximations what lossy codecs did
 */
record Analysis(
    List<CodecSpec> codecs,
    Granularity granularity,
    String training,
    List<DataFigure> figures,
    SnapshotSizes sizes,
    Approximations approximations) {
  Analysis {
    codecs = List.copyOf(codecs);
    figures = List.copyOf(figures);
  }

  /** The codecs as the user gave them, and of a lossy one whether it is so here. */
  List<String> codecNames() {
    return IntStream.range(0, codecs.size())
        .mapToObj(codec -> Approximations.name(codecs.get(codec), approximations.total(codec)))
        .toList();
  }

  /** Whether there is a lossy codec. */
  boolean hasLossy() {
    return codecs.stream().anyMatch(codec -> codec.family().isLossy());
  }

  /** Whether a lossy codec approximates some allocation. */
  boolean approximates() {
    return !approximations.errors().isEmpty();
  }

  /** What people have to know of training and of lossy codecs, a sentence each. */
  List<String> remarks() {
    return Stream.of(training, approximations.description(codecs))
        .filter(remark -> !remark.isEmpty())
        .toList();
  }

  /** The figures about the data over all that was read, such as {@code entropy 5.31 bits/byte}. */
  String figuresInWords() {
    Map<String, Double> values = sizes.all().data().values();
    return figures.stream()
        .map(DataFigure::figure)
        .map(each ->
            String.format(
                Locale.ROOT,
                "%s %." + each.decimals() + "f %s",
                each.title(),
                values.get(each.name()),
                each.unit()))
        .collect(Collectors.joining(", "));
  }

  /** Files that were read. */
  long files() {
    return sizes.allocations().stream().map(each -> each.allocation().source()).distinct().count();
  }

  /** What was read, in a line. */
  String summary() {
    return "%s, %s: %s in %s of %d B, MAG %d B"
        .formatted(
            Quantity.count(files(), "file"),
            Quantity.count(sizes.allocations().size(), "allocation"),
            Quantity.bytes(sizes.bytes()),
            Quantity.count(sizes.blocks(), "block"),
            granularity.blockBytes(),
            granularity.magBytes());
  }
}
