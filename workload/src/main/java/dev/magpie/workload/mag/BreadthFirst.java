package dev.magpie.workload.mag;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.graph.Graph;
import dev.magpie.workload.input.Settings;
import java.util.Arrays;

/** BFS: level by level, a thread for each node, with masks of bytes. */
final class BreadthFirst implements CudaProgram.Run {
  private static final int BLOCK = 512;

  private final Graph graph;
  private int[] costs = {};

  private BreadthFirst(Settings settings) {
    graph = GraphInput.read(settings);
  }

  static CudaProgram program() {
    return new CudaProgram(
        "bfs",
        "Rodinia bfs",
        "breadth-first search level by level",
        "the level of every node, exactly",
        new PtxResource(BreadthFirst.class, "bfs"),
        GraphInput.parameters("uniform", 1 << 14, 1_000_000, 1_000_000),
        BreadthFirst::new);
  }

  @Override
  public void execute(Host host) {
    int n = graph.nodes();
    int[] rows = new int[2 * n];
    for (int node = 0; node < n; node++) {
      rows[2 * node] = graph.offsets()[node];
      rows[2 * node + 1] = graph.degree(node);
    }
    byte[] first = new byte[n];
    first[0] = 1;
    int[] cost = new int[n];
    Arrays.fill(cost, -1);
    cost[0] = 0;
    DeviceBuffer nodes = host.upload("nodes", Dtype.I32, rows, n, 2);
    DeviceBuffer edges = host.upload("edges", Dtype.I32, graph.targets());
    DeviceBuffer mask = host.upload("mask", Dtype.U8, first);
    DeviceBuffer updating = host.allocate("updating", Dtype.U8, n);
    DeviceBuffer visited = host.upload("visited", Dtype.U8, first);
    DeviceBuffer costs = host.upload("cost", Dtype.I32, cost);
    DeviceBuffer over = host.allocate("over", Dtype.U8, 1);
    host.fill(updating, 0);
    int blocks = Math.ceilDiv(n, BLOCK);
    do {
      host.fill(over, 0);
      host.launch("visit", blocks, BLOCK, nodes, edges, mask, updating, visited, costs, n);
      host.launch("settle", blocks, BLOCK, mask, updating, visited, over, n);
    } while (host.bytes(over)[0] != 0);
    this.costs = host.ints(costs);
  }

  @Override
  public void check() {
    Results.same("cost", graph.levels(0, -1), costs);
  }
}
