package dev.magpie.codec.statistical;

import java.util.Arrays;

/**
 * Optimal code lengths of at most some number of bits (Larmore and Hirschberg, JACM 1990).
 *
 * <p>Optimal lengths are not unique. Leaves come before packages of the same weight, and the last
 * of an odd number of items is not packaged, so that everybody arrives at the same ones.
 */
final class PackageMerge {
  private PackageMerge() {}

  /**
   * Computes a length for each leaf.
   *
   * @param weights of the leaves, ascending and positive; at least one and at most {@code 1 <<
   *     limit}
   */
  static int[] lengths(long[] weights, int limit) {
    int leaves = weights.length;
    int[] lengths = new int[leaves];
    if (leaves == 1) {
      lengths[0] = 1;
      return lengths;
    }
    // For each level, which of its items are leaves; its weights are needed for the next one only.
    boolean[][] isLeaf = new boolean[limit][];
    long[] items = weights;
    isLeaf[0] = new boolean[leaves];
    Arrays.fill(isLeaf[0], true);
    for (int level = 1; level < limit; level++) {
      int packages = items.length / 2;
      long[] merged = new long[leaves + packages];
      isLeaf[level] = new boolean[merged.length];
      int leaf = 0;
      int pair = 0;
      for (int i = 0; i < merged.length; i++) {
        boolean takesLeaf =
            pair == packages
                || (leaf < leaves && weights[leaf] <= items[2 * pair] + items[2 * pair + 1]);
        isLeaf[level][i] = takesLeaf;
        if (takesLeaf) {
          merged[i] = weights[leaf++];
        } else {
          merged[i] = items[2 * pair] + items[2 * pair + 1];
          pair++;
        }
      }
      items = merged;
    }
    int take = 2 * leaves - 2;
    for (int level = limit - 1; level >= 0; level--) {
      int taken = 0;
      for (int i = 0; i < take; i++) {
        if (isLeaf[level][i]) {
          lengths[taken++]++;
        }
      }
      take = 2 * (take - taken);
    }
    return lengths;
  }
}
