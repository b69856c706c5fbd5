package dev.magpie.workload.graph;

import java.util.SplittableRandom;

/** Generators of graphs like those that GPU studies use, the same for the same seed. */
public final class Graphs {
  /** R-MAT's shares of three quadrants, as the Graph500 benchmark has them. */
  private static final double[] QUADRANTS = {0.57, 0.19, 0.19};

  /** Weights of road networks: lengths from 1 to this, few of them long. */
  private static final int LONGEST_ROAD = 200_000;

  private static final double MEAN_ROAD = 3_000;

  private static final double EXTRA_ROADS = 0.385;

  private Graphs() {}

  /**
   * As Rodinia's {@code graphgen}: each node draws 2 to 4 edges to nodes anywhere, of weight 1 to
   * 10, and each edge's reverse is added to its target. Degrees have mean 6.
   */
  public static Graph uniform(int nodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    EdgeList edges = new EdgeList(6L * nodes);
    for (int node = 0; node < nodes; node++) {
      int draws = random.nextInt(2, 5);
      for (int i = 0; i < draws; i++) {
        int target = random.nextInt(nodes);
        int weight = random.nextInt(1, 11);
        edges.add(node, target, weight);
        edges.add(target, node, weight);
      }
    }
    return edges.graph(nodes);
  }

  /** Four edges from each node to nodes anywhere, of weight 1 to 100: LonestarGPU's r4 graphs. */
  public static Graph random4(int nodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    EdgeList edges = new EdgeList(4L * nodes);
    for (int node = 0; node < nodes; node++) {
      for (int i = 0; i < 4; i++) {
        edges.add(node, random.nextInt(nodes), random.nextInt(1, 101));
      }
    }
    return edges.graph(nodes);
  }

  /**
   * Few hubs and many small nodes (Chakrabarti, Zhan and Faloutsos, "R-MAT", 2004), with weights of
   * 1 to 100.
   *
   * @param scale the logarithm of the number of nodes, at most 26
   * @param edgesPerNode on average; loops stay
   */
  public static Graph rmat(int scale, int edgesPerNode, long seed) {
    if (scale < 0 || scale > 26) {
      throw new IllegalArgumentException("the scale is 0 to 26, not " + scale);
    }
    SplittableRandom random = new SplittableRandom(seed);
    int nodes = 1 << scale;
    long count = (long) edgesPerNode * nodes;
    EdgeList edges = new EdgeList(count);
    for (long i = 0; i < count; i++) {
      int source = 0;
      int target = 0;
      for (int bit = 0; bit < scale; bit++) {
        double at = random.nextDouble();
        boolean right = at >= QUADRANTS[0] && at < QUADRANTS[0] + QUADRANTS[1];
        boolean down = at >= QUADRANTS[0] + QUADRANTS[1];
        boolean both = at >= QUADRANTS[0] + QUADRANTS[1] + QUADRANTS[2];
        source = 2 * source + (down ? 1 : 0);
        target = 2 * target + (right || both ? 1 : 0);
      }
      edges.add(source, target, random.nextInt(1, 101));
    }
    return edges.graph(nodes);
  }

  /**
   * A road network: crossings on a grid, numbered row by row; a random tree joins them all and
   * further roads bring the mean degree to 2.77, as in the USA networks of the 9th DIMACS
   * challenge. Every road leads both ways. Lengths fall off exponentially.
   */
  public static Graph road(int width, int height, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int nodes = Math.multiplyExact(width, height);
    EdgeList edges = new EdgeList(3L * nodes);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        boolean left = x > 0;
        boolean up = y > 0;
        if (left && up) {
          if (random.nextDouble() >= EXTRA_ROADS) {
            boolean chosen = random.nextBoolean();
            left = chosen;
            up = !chosen;
          }
        }
        int node = y * width + x;
        if (left) {
          addRoad(edges, node, node - 1, random);
        }
        if (up) {
          addRoad(edges, node, node - width, random);
        }
      }
    }
    return edges.graph(nodes);
  }

  private static void addRoad(EdgeList edges, int from, int to, SplittableRandom random) {
    double length = -StrictMath.log(1 - random.nextDouble()) * MEAN_ROAD;
    int weight = 1 + (int) Math.min(length, LONGEST_ROAD - 1);
    edges.add(from, to, weight);
    edges.add(to, from, weight);
  }
}
