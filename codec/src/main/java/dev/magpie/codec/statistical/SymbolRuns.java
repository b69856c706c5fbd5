package dev.magpie.codec.statistical;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The runs of symbols that TSLC may approximate: nodes of a tree over the block's symbols, the
 * shortest first, and at the same length from the front.
 */
final class SymbolRuns {
  /** The length is coded in four bits. */
  private static final int LONGEST = 16;

  private record Run(int start, int length) {}

  private final int[] starts;
  private final int[] lengths;

  private SymbolRuns(List<Run> runs) {
    List<Run> sorted =
        runs.stream()
            .sorted(Comparator.comparingInt(Run::length).thenComparingInt(Run::start))
            .toList();
    starts = sorted.stream().mapToInt(Run::start).toArray();
    lengths = sorted.stream().mapToInt(Run::length).toArray();
  }

  /** The nodes of a binary tree: aligned powers of two, half of the symbols at most. */
  static SymbolRuns tree(int symbols) {
    return new SymbolRuns(treeNodes(symbols));
  }

  /** The tree's, and runs of three quarters of a node, from where the node starts. */
  static SymbolRuns treeWithExtraNodes(int symbols) {
    List<Run> runs = treeNodes(symbols);
    for (int node = 4; node <= LONGEST; node *= 2) {
      add(runs, node - node / 4, node, symbols);
    }
    return new SymbolRuns(runs);
  }

  private static List<Run> treeNodes(int symbols) {
    List<Run> runs = new ArrayList<>();
    for (int length = 1; length <= LONGEST; length *= 2) {
      add(runs, length, length, symbols);
    }
    return runs;
  }

  private static void add(List<Run> runs, int length, int alignment, int symbols) {
    for (int start = 0; length <= symbols / 2 && start < symbols; start += alignment) {
      runs.add(new Run(start, length));
    }
  }

  int count() {
    return starts.length;
  }

  int start(int run) {
    return starts[run];
  }

  int length(int run) {
    return lengths[run];
  }
}
