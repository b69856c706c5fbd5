package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.Struct;
import dev.magpie.workload.graph.Graph;
import java.util.Arrays;

/** A graph on the device in LonestarGPU's arrays: edges are counted from 1, and 0 is unused. */
final class LonestarGraph {
  /** Farther than any node is; no edge weighs as much. */
  static final int INFINITE = 1_000_000_000;

  /** As many as a block of the paper's GPU has at most. */
  static final int BLOCK = 512;

  private LonestarGraph() {}

  /** Uploads a graph; the structure that kernels take it by. */
  static Struct upload(Host host, Graph graph) {
    int n = graph.nodes();
    int[] first = new int[n + 1];
    int[] degree = new int[n];
    int[] incoming = new int[n];
    int[] identity = new int[n];
    for (int node = 0; node < n; node++) {
      first[node] = 1 + graph.offsets()[node];
      degree[node] = graph.degree(node);
      identity[node] = node;
    }
    first[n] = 1 + graph.edges();
    for (int target : graph.targets()) {
      incoming[target]++;
    }
    DeviceBuffer psrc = host.upload("psrc", Dtype.U32, first);
    DeviceBuffer noutgoing = host.upload("noutgoing", Dtype.U32, degree);
    host.upload("nincoming", Dtype.U32, incoming);
    DeviceBuffer srcsrc = host.upload("srcsrc", Dtype.U32, identity);
    DeviceBuffer edgedst = host.upload("edgedst", Dtype.U32, fromOne(graph.targets()));
    DeviceBuffer edgewt = host.upload("edgewt", Dtype.U32, fromOne(graph.weights()));
    return new Struct(8)
        .add(n)
        .add(graph.edges())
        .add(psrc)
        .add(noutgoing)
        .add(srcsrc)
        .add(edgedst)
        .add(edgewt);
  }

  private static int[] fromOne(int[] edges) {
    int[] shifted = new int[edges.length + 1];
    System.arraycopy(edges, 0, shifted, 1, edges.length);
    return shifted;
  }

  /**
   * Relaxes all edges until no distance changes.
   *
   * @return distances from node 0
   */
  static int[] relax(Host host, Graph graph) {
    Struct arrays = upload(host, graph);
    DeviceBuffer distance = host.allocate("dist", Dtype.U32, graph.nodes());
    DeviceBuffer changed = host.allocate("changed", Dtype.U8, 1);
    int blocks = Math.ceilDiv(graph.nodes(), BLOCK);
    host.launch("initialize", blocks, BLOCK, distance, graph.nodes());
    int[] start = host.ints(distance);
    start[0] = 0;
    host.write(distance, start);
    do {
      host.fill(changed, 0);
      host.launch("relax", blocks, BLOCK, arrays, distance, changed);
    } while (host.bytes(changed)[0] != 0);
    return host.ints(distance);
  }

  /** Shortest distances from node 0, by Dijkstra's algorithm with a heap. */
  static int[] distances(Graph graph) {
    int[] distance = new int[graph.nodes()];
    Arrays.fill(distance, INFINITE);
    java.util.PriorityQueue<Long> queue = new java.util.PriorityQueue<>();
    distance[0] = 0;
    queue.add(0L);
    while (!queue.isEmpty()) {
      long next = queue.remove();
      int node = (int) next;
      if (next >>> 32 > distance[node]) {
        continue;
      }
      for (int edge = graph.offsets()[node]; edge < graph.offsets()[node + 1]; edge++) {
        int target = graph.targets()[edge];
        long alternative = (next >>> 32) + graph.weights()[edge];
        if (alternative < distance[target]) {
          distance[target] = (int) alternative;
          queue.add(alternative << 32 | target);
        }
      }
    }
    return distance;
  }
}
