package dev.magpie.cli.analyze;

import dev.magpie.analysis.ApproximationError;
import dev.magpie.analysis.Approximations;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.Cluster;
import dev.magpie.analysis.DataCounts;
import dev.magpie.analysis.DataFigure;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.analysis.SnapshotSizes;
import dev.magpie.cli.cluster.ArrayPart;
import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Collects what a cluster finds, as it comes. */
final class ClusterScan {
  private final List<Allocation> allocations;
  private final List<DataFigure> figures;
  private final int blockBytes;
  private final List<BlockSummary> summaries;
  private final Map<Approximations.Place, ApproximationError> errors = new HashMap<>();

  private ClusterScan(
      List<Allocation> allocations, int codecs, List<DataFigure> figures, int blockBytes) {
    this.allocations = allocations;
    this.figures = figures;
    this.blockBytes = blockBytes;
    List<SizeHistogram> none = Collections.nCopies(codecs, SizeHistogram.empty(blockBytes));
    summaries =
        new ArrayList<>(
            Collections.nCopies(
                allocations.size(), new BlockSummary(none, DataCounts.none(figures))));
  }

  /**
   * Lets a cluster do all parts.
   *
   * @param progress is told of bytes that are done
   */
  static ClusterScan run(
      Cluster cluster,
      AnalyzeWork work,
      List<ArrayPart> parts,
      List<Allocation> allocations,
      List<DataFigure> figures,
      LongConsumer progress) {
    ClusterScan scan =
        new ClusterScan(allocations, work.codecs().size(), figures, work.blockBytes());
    cluster.run(
        work,
        parts,
        (part, found) -> {
          found.arrays().forEach(scan::add);
          progress.accept(part.bytes(scan.blockBytes));
        });
    return scan;
  }

  private void add(AnalyzeWork.OfArray found) {
    int number = found.number();
    BlockSummary more = new BlockSummary(found.sizes(), DataCounts.of(figures, found.counters()));
    summaries.set(number, summaries.get(number).merge(more));
    found
        .errors()
        .forEach((codec, error) -> errors.put(new Approximations.Place(number, codec), error));
  }

  SnapshotSizes sizes() {
    return SnapshotSizes.of(allocations, summaries);
  }

  /**
   * What lossy codecs did.
   *
   * @param marked allocations
   */
  Approximations approximations(long marked) {
    return new Approximations((int) marked, allocations.size(), errors);
  }
}
