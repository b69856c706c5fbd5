package dev.magpie.workload.mag;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.Settings;
import dev.magpie.workload.graph.Graph;

/** BFS2: every edge relaxed until nothing changes. */
final class BreadthFirstByEdges implements CudaProgram.Run {
  private final Graph graph;
  private int[] distance = {};

  private BreadthFirstByEdges(Settings settings) {
    graph = GraphInput.read(settings);
  }

  static CudaProgram program() {
    return new CudaProgram(
        "bfs2",
        "LonestarGPU bfs",
        "breadth-first search that relaxes every edge until nothing changes",
        "the distance of every node, exactly",
        new PtxResource(BreadthFirstByEdges.class, "bfs2"),
        GraphInput.parameters("random4", 1 << 13, 1 << 20, 1 << 20),
        BreadthFirstByEdges::new);
  }

  @Override
  public void execute(Host host) {
    distance = LonestarGraph.relax(host, graph);
  }

  @Override
  public void check() {
    Results.same("dist", BreadthFirst.levels(graph, LonestarGraph.INFINITE), distance);
  }
}
