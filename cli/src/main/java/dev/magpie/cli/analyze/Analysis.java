package dev.magpie.cli.analyze;

import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.cli.Quantity;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import java.util.List;

/**
 * What {@code magpie analyze} found.
 *
 * @param codecs in the order of the histograms
 * @param granularity block size and MAG of the run
 * @param training what some codecs were trained on; empty where none was
 * @param sizes the histograms
 */
record Analysis(
    List<CodecSpec> codecs, Granularity granularity, String training, SnapshotSizes sizes) {
  Analysis {
    codecs = List.copyOf(codecs);
  }

  /** The codecs as the user gave them. */
  List<String> codecNames() {
    return codecs.stream().map(CodecSpec::toString).toList();
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
