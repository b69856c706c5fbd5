package dev.magpie.cli.analyze;

import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.Approximations;
import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code magpie analyze} found.
 *
 * @param codecs in the order of the histograms
 * @param granularity block size and MAG of the run
 * @param training what some codecs were trained on; empty where none was
 * @param figures about the data, that are wanted
 * @param patterns what marks allocations for lossy codecs
 */
record Analysis(
    List<CodecSpec> codecs,
    Granularity granularity,
    String training,
    List<DataFigure> figures,
    List<String> patterns,
    Measured measured) {
  Analysis {
    codecs = List.copyOf(codecs);
    figures = List.copyOf(figures);
    patterns = List.copyOf(patterns);
  }

  /** The histograms. */
  SnapshotSizes sizes() {
    return measured.sizes();
  }

  /** What lossy codecs did. */
  Approximations approximations() {
    return measured.approximations();
  }

  /** The codecs as the user gave them, and of a lossy one whether it is so here. */
  List<String> codecNames() {
    return IntStream.range(0, codecs.size())
        .mapToObj(codec -> name(codec, approximations().total(codec)))
        .toList();
  }

  /** The codec at an allocation; of a lossy one, whether it is so there. */
  String name(int allocation, int codec) {
    return name(codec, approximations().error(allocation, codec));
  }

  private String name(int codec, @Nullable ApproximationError error) {
    CodecSpec spec = codecs.get(codec);
    return spec.family().isLossy()
        ? spec + (error == null ? " (exact)" : " (lossy)")
        : spec.toString();
  }

  /** Whether there is a lossy codec. */
  boolean hasLossy() {
    return codecs.stream().anyMatch(codec -> codec.family().isLossy());
  }

  /** Whether a lossy codec approximates some allocation. */
  boolean approximates() {
    return !approximations().errors().isEmpty();
  }

  /** What people have to know of training and of lossy codecs, a sentence each. */
  List<String> remarks() {
    return Stream.of(training, lossyCodecs()).filter(remark -> !remark.isEmpty()).toList();
  }

  /** What lossy codecs may do here. */
  private String lossyCodecs() {
    if (!hasLossy()) {
      return "";
    }
    String names =
        codecs.stream()
            .filter(codec -> codec.family().isLossy())
            .map(Objects::toString)
            .collect(Collectors.joining(", "));
    return approximations().marked() == 0
        ? names + ": nothing is marked by --approximate, so all is coded exactly"
        : "%s: lossy in %d of %d allocations, those marked by --approximate %s; exact in others"
            .formatted(
                names,
                approximations().marked(),
                approximations().allocations(),
                String.join(" ", patterns));
  }

  /** The figures about the data over all that was read, such as {@code entropy 5.31 bits/byte}. */
  String figuresInWords() {
    Map<String, Double> values = sizes().all().data().values();
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
    return sizes().allocations().stream()
        .map(each -> each.allocation().source())
        .distinct()
        .count();
  }

  /** What was read, in a line. */
  String summary() {
    return "%s, %s: %s in %s of %d B, MAG %d B"
        .formatted(
            Quantity.count(files(), "file"),
            Quantity.count(sizes().allocations().size(), "allocation"),
            Quantity.bytes(sizes().bytes()),
            Quantity.count(sizes().blocks(), "block"),
            granularity.blockBytes(),
            granularity.magBytes());
  }
}
