package dev.magpie.workload.graph;

import java.util.Arrays;

/** A directed graph in compressed sparse rows. Nobody changes the arrays. */
public final class Graph {
  private final int[] offsets;
  private final int[] targets;
  private final int[] weights;

  /**
   * A graph of these rows.
   *
   * @param offsets the first edge of each node, and at the end the number of edges
   * @param targets where each edge leads
   * @param weights what each edge costs, at least 0
   * @throws IllegalArgumentException if the arrays are not a graph
   */
  public Graph(int[] offsets, int[] targets, int[] weights) {
    this.offsets = offsets;
    this.targets = targets;
    this.weights = weights;
    if (offsets.length == 0 || offsets[0] != 0 || offsets[offsets.length - 1] != targets.length) {
      throw new IllegalArgumentException("offsets do not span the edges");
    }
    for (int node = 1; node < offsets.length; node++) {
      if (offsets[node] < offsets[node - 1]) {
        throw new IllegalArgumentException("offsets fall at node " + node);
      }
    }
    if (targets.length != weights.length) {
      throw new IllegalArgumentException(
          "%d edges and %d weights".formatted(targets.length, weights.length));
    }
    for (int target : targets) {
      if (target < 0 || target >= offsets.length - 1) {
        throw new IllegalArgumentException("an edge leads to " + target + ", which is no node");
      }
    }
  }

  public int[] offsets() {
    return offsets;
  }

  public int[] targets() {
    return targets;
  }

  public int[] weights() {
    return weights;
  }

  public int nodes() {
    return offsets.length - 1;
  }

  public int edges() {
    return targets.length;
  }

  public int degree(int node) {
    return offsets[node + 1] - offsets[node];
  }

  /** This graph with the reverse of every edge, of the same weight, added to it. */
  public Graph symmetric() {
    EdgeList edges = new EdgeList(2L * edges());
    for (int node = 0; node < nodes(); node++) {
      for (int edge = offsets[node]; edge < offsets[node + 1]; edge++) {
        edges.add(node, targets[edge], weights[edge]);
        edges.add(targets[edge], node, weights[edge]);
      }
    }
    return edges.graph(nodes());
  }

  /** How many edges each node is away from one, and a number for those out of reach. */
  public int[] levels(int start, int unreached) {
    int[] level = new int[nodes()];
    Arrays.fill(level, unreached);
    int[] queue = new int[nodes()];
    queue[0] = start;
    level[start] = 0;
    int end = 1;
    for (int at = 0; at < end; at++) {
      int node = queue[at];
      for (int edge = offsets[node]; edge < offsets[node + 1]; edge++) {
        int target = targets[edge];
        if (level[target] == unreached) {
          level[target] = level[node] + 1;
          queue[end++] = target;
        }
      }
    }
    return level;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Graph graph
        && Arrays.equals(offsets, graph.offsets)
        && Arrays.equals(targets, graph.targets)
        && Arrays.equals(weights, graph.weights);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(offsets) + Arrays.hashCode(targets);
  }

  @Override
  public String toString() {
    return "graph of %d nodes and %d edges".formatted(nodes(), edges());
  }
}
