package dev.magpie.cli.buddy;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.ClusterException;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.cluster.ArrayPart;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * What a machine of a cluster does for {@code magpie profile}: it sizes the memory-entries of a
 * part.
 *
 * @param rawDtype what files of no format are read as
 * @param codec without the name of a table
 * @param table as text; empty for a codec that needs none
 */
record ProfileWork(Dtype rawDtype, String codec, String table)
    implements Cluster.Work<ArrayPart, ProfileWork.Found> {

  /** What it found, by the ranges of the part. */
  record Found(List<SizeHistogram> sizes) implements Serializable {}

  static ProfileWork of(CodecSpec spec, Dtype rawDtype) {
    CodecTable table = spec.table();
    return new ProfileWork(
        rawDtype, spec.withoutTable().toString(), table.fields().isEmpty() ? "" : table.toText());
  }

  @Override
  public Found of(ArrayPart part) throws IOException {
    BlockScan scan = new BlockScan(List.of(new EntryCodec(made())), 1).only(part.blocks());
    return part.read(
        Optional.of(rawDtype),
        arrays -> {
          List<BlockSummary> found =
              scan.summarizeContents(
                  arrays.stream().map(Allocation::contents).toList(), null, _ -> {});
          return new Found(found.stream().map(each -> each.byCodec().getFirst()).toList());
        });
  }

  private BlockCodec made() {
    try {
      CodecTable values = table.isEmpty() ? new CodecTable(List.of()) : CodecTable.parse(table);
      return CodecOption.parse(codec).create(Granularity.DEFAULT, values).lossless();
    } catch (CodecSpecException e) {
      throw new ClusterException(String.valueOf(e.getMessage()), e);
    }
  }
}
