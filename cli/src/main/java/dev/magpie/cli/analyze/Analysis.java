package dev.magpie.cli.analyze;

import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import java.util.List;

/**
 * What {@code magpie analyze} found.
 *
 * @param codecs in the order of the histograms
 * @param granularity block size and MAG of the run
 * @param sizes the histograms
 */
record Analysis(List<CodecSpec> codecs, Granularity granularity, SnapshotSizes sizes) {
  Analysis {
    codecs = List.copyOf(codecs);
  }
}
