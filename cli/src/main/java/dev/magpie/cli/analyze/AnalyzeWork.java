package dev.magpie.cli.analyze;

import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.Approximations;
import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.ClusterException;
import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.DataFigures;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.cluster.ArrayPart;
import dev.magpie.cli.option.CodecOption;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Contents;
import dev.magpie.snapshot.Dtype;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a machine of a cluster does for {@code magpie analyze}: it sizes the blocks of a part.
 *
 * @param rawDtype what files of no format are read as; null if they are not
 * @param codecs without the names of tables
 * @param tables as text, in the codecs' order; empty for those that need none
 */
record AnalyzeWork(
    @Nullable Dtype rawDtype,
    int blockBytes,
    int magBytes,
    List<String> codecs,
    List<String> tables,
    List<String> figures)
    implements Cluster.Work<ArrayPart, AnalyzeWork.Found> {

  /** What it found of some arrays; an array may be there several times. */
  record Found(List<OfArray> arrays) implements Serializable {}

  /**
   * What it found of an array.
   *
   * @param number of the array in the run
   * @param sizes by codec
   * @param counters by figure
   * @param errors of the whole array, by codec; empty but for the part that has its first block
   */
  record OfArray(
      int number,
      List<SizeHistogram> sizes,
      List<List<Long>> counters,
      Map<Integer, ApproximationError> errors)
      implements Serializable {}

  static AnalyzeWork of(
      Optional<Dtype> rawDtype,
      Granularity granularity,
      List<CodecSpec> specs,
      List<CodecTable> tables,
      List<DataFigure> figures) {
    return new AnalyzeWork(
        rawDtype.orElse(null),
        granularity.blockBytes(),
        granularity.magBytes(),
        specs.stream().map(each -> each.withoutTable().toString()).toList(),
        tables.stream().map(each -> each.fields().isEmpty() ? "" : each.toText()).toList(),
        figures.stream().map(each -> each.figure().name()).toList());
  }

  @Override
  public Found of(ArrayPart part) throws IOException {
    List<BlockCodec> made;
    try {
      made = made();
    } catch (CodecSpecException e) {
      throw new ClusterException(String.valueOf(e.getMessage()), e);
    }
    return part.read(Optional.ofNullable(rawDtype), arrays -> scan(part, arrays, made));
  }

  private List<BlockCodec> made() {
    Granularity granularity = new Granularity(blockBytes, magBytes);
    List<BlockCodec> made = new ArrayList<>();
    for (int c = 0; c < codecs.size(); c++) {
      String text = tables.get(c);
      CodecTable table = text.isEmpty() ? new CodecTable(List.of()) : CodecTable.parse(text);
      made.add(CodecOption.parse(codecs.get(c)).create(granularity, table));
    }
    return made;
  }

  private Found scan(ArrayPart part, List<Allocation> arrays, List<BlockCodec> made) {
    List<ArrayPart.Range> ranges = part.ranges();
    List<Contents> contents = arrays.stream().map(Allocation::contents).toList();
    List<BlockSummary> summaries =
        new BlockScan(made, 1)
            .approximating(index -> ranges.get(index).marked())
            .measuring(figures.stream().map(each -> DataFigures.named(each).orElseThrow()).toList())
            .only(part.blocks())
            .summarizeContents(contents, null, _ -> {});
    List<OfArray> found = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      BlockSummary summary = summaries.get(i);
      found.add(
          new OfArray(
              ranges.get(i).blocks().allocation(),
              new ArrayList<>(summary.byCodec()),
              summary.data().counters(),
              errors(ranges.get(i), arrays.get(i), made)));
    }
    return new Found(found);
  }

  private static Map<Integer, ApproximationError> errors(
      ArrayPart.Range range, Allocation array, List<BlockCodec> made) {
    Map<Integer, ApproximationError> errors = new HashMap<>();
    if (range.marked() && range.blocks().firstBlock() == 0) {
      Approximations.of(List.of(array), _ -> true, made, 1)
          .errors()
          .forEach((place, error) -> errors.put(place.codec(), error));
    }
    return errors;
  }
}
