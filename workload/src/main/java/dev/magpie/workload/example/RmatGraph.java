package dev.magpie.workload.example;

import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.graph.Graph;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * A graph with few hubs and many small vertices (R-MAT), in compressed sparse rows, with what a
 * breadth-first search and PageRank find on it.
 */
final class RmatGraph {
  private static final int SCALE = 12;
  private static final int VERTICES = 1 << SCALE;
  private static final int EDGES = 14 * VERTICES;
  private static final int PAGE_RANK_STEPS = 20;
  private static final float DAMPING = 0.85f;

  private final int[] offsets = new int[VERTICES + 1];
  private final int[] targets;
  private final Graph graph;

  RmatGraph(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] edges =
        LongStream.generate(() -> edge(random))
            .limit(EDGES)
            .filter(RmatGraph::isNoLoop)
            .sorted()
            .distinct()
            .toArray();
    targets = new int[edges.length];
    for (int i = 0; i < edges.length; i++) {
      offsets[(int) (edges[i] >>> 32) + 1]++;
      targets[i] = (int) edges[i];
    }
    for (int vertex = 0; vertex < VERTICES; vertex++) {
      offsets[vertex + 1] += offsets[vertex];
    }
    graph = new Graph(offsets, targets, new int[targets.length]);
  }

  /** A source above and a target below: each bit pair falls into a quadrant of uneven weight. */
  private static long edge(SplittableRandom random) {
    long source = 0;
    long target = 0;
    for (int bit = 0; bit < SCALE; bit++) {
      int percent = random.nextInt(100);
      source = 2 * source + (percent >= 76 ? 1 : 0);
      target = 2 * target + ((percent >= 57 && percent < 76) || percent >= 95 ? 1 : 0);
    }
    return source << 32 | target;
  }

  private static boolean isNoLoop(long edge) {
    return (int) (edge >>> 32) != (int) edge;
  }

  Map<String, Tensor> memory() {
    Map<String, Tensor> arrays = new LinkedHashMap<>();
    arrays.put("offsets", Values.u32(offsets, offsets.length));
    arrays.put("targets", Values.u32(targets, targets.length));
    arrays.put("levels", Values.i32(graph.levels(hub(), -1), VERTICES));
    arrays.put("rank", Values.f32(rank(), VERTICES));
    return arrays;
  }

  /** The vertex with the most edges. */
  private int hub() {
    int hub = 0;
    for (int vertex = 1; vertex < VERTICES; vertex++) {
      hub = graph.degree(vertex) > graph.degree(hub) ? vertex : hub;
    }
    return hub;
  }

  private float[] rank() {
    float[] rank = new float[VERTICES];
    Arrays.fill(rank, 1f / VERTICES);
    for (int step = 0; step < PAGE_RANK_STEPS; step++) {
      float[] next = new float[VERTICES];
      Arrays.fill(next, (1 - DAMPING) / VERTICES);
      for (int vertex = 0; vertex < VERTICES; vertex++) {
        float share = DAMPING * rank[vertex] / Math.max(1, graph.degree(vertex));
        for (int edge = offsets[vertex]; edge < offsets[vertex + 1]; edge++) {
          next[targets[edge]] += share;
        }
      }
      rank = next;
    }
    return rank;
  }
}
