package dev.magpie.depth.scene;

import java.util.ArrayDeque;
import java.util.Deque;

/** Orders of a mesh's triangles that follow from which of them share vertices. */
final class TriangleOrder {
  private static final int NONE = -1;

  /** Vertices that a GPU keeps for the triangles to come. */
  private static final int VERTEX_CACHE = 16;

  /** Triangles of a meshlet, as many as one of 64 vertices usually has. */
  private static final int CLUSTER = 126;

  private final Mesh mesh;
  private final int[] indices;

  /** Where each vertex's triangles start in {@link #triangles}. */
  private final int[] starts;

  private final int[] triangles;
  private final boolean[] taken;
  private final int[] ordered;
  private int size;

  TriangleOrder(Mesh mesh) {
    this.mesh = mesh;
    indices = mesh.indices();
    starts = new int[mesh.positions().length / 3 + 1];
    triangles = new int[indices.length];
    taken = new boolean[indices.length / 3];
    ordered = new int[indices.length];
    for (int index : indices) {
      starts[index + 1]++;
    }
    for (int v = 1; v < starts.length; v++) {
      starts[v] += starts[v - 1];
    }
    int[] next = starts.clone();
    for (int corner = 0; corner < indices.length; corner++) {
      triangles[next[indices[corner]]++] = corner / 3;
    }
  }

  private void take(int triangle) {
    System.arraycopy(indices, 3 * triangle, ordered, size, 3);
    size += 3;
  }

  private Mesh ordered() {
    return new Mesh(mesh.name(), mesh.positions(), ordered, mesh.cutout());
  }

  /**
   * Breadth first from a triangle to those that share a vertex; when a cluster is full, the next
   * starts at the first that waits.
   */
  Mesh clusters() {
    Deque<Integer> waiting = new ArrayDeque<>();
    int first = 0;
    int inCluster = 0;
    while (size < ordered.length) {
      if (waiting.isEmpty()) {
        while (taken[first]) {
          first++;
        }
        taken[first] = true;
        waiting.add(first);
        inCluster = 0;
      }
      int triangle = waiting.remove();
      take(triangle);
      if (++inCluster == CLUSTER) {
        inCluster = 0;
        Integer seed = waiting.poll();
        waiting.forEach(each -> taken[each] = false);
        waiting.clear();
        if (seed != null) {
          waiting.add(seed);
          continue;
        }
      }
      for (int corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
        for (int n = starts[indices[corner]]; n < starts[indices[corner] + 1]; n++) {
          if (!taken[triangles[n]]) {
            taken[triangles[n]] = true;
            waiting.add(triangles[n]);
          }
        }
      }
    }
    return ordered();
  }

  /**
   * Fan after fan around a vertex, the next one around the vertex that has been in the cache for
   * longest and will be until its fan is done (Tipsify: Sander, Nehab and Barczak, Fast Triangle
   * Reordering for Vertex Locality and Reduced Overdraw, SIGGRAPH 2007).
   */
  Mesh vertexCache() {
    int vertices = starts.length - 1;
    int[] left = new int[vertices];
    for (int v = 0; v < vertices; v++) {
      left[v] = starts[v + 1] - starts[v];
    }
    int[] loaded = new int[vertices];
    int time = VERTEX_CACHE + 1;
    Deque<Integer> recent = new ArrayDeque<>();
    int first = 0;
    int fan = 0;
    while (size < ordered.length) {
      int begin = size;
      for (int n = starts[fan]; n < starts[fan + 1]; n++) {
        int triangle = triangles[n];
        if (taken[triangle]) {
          continue;
        }
        taken[triangle] = true;
        take(triangle);
        for (int corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
          int v = indices[corner];
          recent.push(v);
          left[v]--;
          if (time - loaded[v] > VERTEX_CACHE) {
            loaded[v] = time++;
          }
        }
      }
      fan = NONE;
      int longest = NONE;
      for (int corner = begin; corner < size; corner++) {
        int v = ordered[corner];
        int age = time - loaded[v];
        int kept = age + 2 * left[v] <= VERTEX_CACHE ? age : 0;
        if (left[v] > 0 && kept > longest) {
          longest = kept;
          fan = v;
        }
      }
      while (fan == NONE && !recent.isEmpty()) {
        int v = recent.pop();
        fan = left[v] > 0 ? v : NONE;
      }
      if (fan == NONE && size < ordered.length) {
        while (left[first] == 0) {
          first++;
        }
        fan = first;
      }
    }
    return ordered();
  }
}
