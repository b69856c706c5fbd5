package dev.magpie.workload.graph;

import java.util.Arrays;

/** Edges in the order they come, on the way to rows. */
final class EdgeList {
  private static final int FIRST = 1024;

  private int[] sources;
  private int[] targets;
  private int[] weights;
  private int size;

  /**
   * @param expected how many edges there may be; more may come
   */
  EdgeList(long expected) {
    int room = Math.clamp(expected, FIRST, 1 << 26);
    sources = new int[room];
    targets = new int[room];
    weights = new int[room];
  }

  void add(int source, int target, int weight) {
    if (size == sources.length) {
      int room = Math.addExact(size, size);
      sources = Arrays.copyOf(sources, room);
      targets = Arrays.copyOf(targets, room);
      weights = Arrays.copyOf(weights, room);
    }
    sources[size] = source;
    targets[size] = target;
    weights[size] = weight;
    size++;
  }

  int size() {
    return size;
  }

  /** The rows; a row keeps the order in which its edges came. */
  Graph graph(int nodes) {
    int[] offsets = new int[nodes + 1];
    for (int i = 0; i < size; i++) {
      offsets[sources[i] + 1]++;
    }
    for (int node = 0; node < nodes; node++) {
      offsets[node + 1] += offsets[node];
    }
    int[] next = Arrays.copyOf(offsets, nodes);
    int[] orderedTargets = new int[size];
    int[] orderedWeights = new int[size];
    for (int i = 0; i < size; i++) {
      int at = next[sources[i]]++;
      orderedTargets[at] = targets[i];
      orderedWeights[at] = weights[i];
    }
    return new Graph(offsets, orderedTargets, orderedWeights);
  }
}
