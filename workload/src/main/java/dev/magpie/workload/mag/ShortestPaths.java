package dev.magpie.workload.mag;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.cuda.Settings;
import dev.magpie.workload.graph.Graph;

/** SSSP: shortest paths from one node, every edge relaxed until nothing changes. */
final class ShortestPaths implements CudaProgram.Run {
  private final Graph graph;
  private int[] distance = {};

  private ShortestPaths(Settings settings) {
    graph = GraphInput.read(settings);
  }

  static CudaProgram program() {
    return new CudaProgram(
        "sssp",
        "LonestarGPU sssp",
        "shortest paths from one node by Bellman and Ford's method",
        "the distance of every node, exactly",
        new PtxResource(ShortestPaths.class, "sssp"),
        GraphInput.parameters("random4", 1 << 13, 1 << 18, 1 << 20),
        ShortestPaths::new);
  }

  @Override
  public void execute(Host host) {
    distance = LonestarGraph.relax(host, graph);
  }

  @Override
  public void check() {
    Results.same("dist", LonestarGraph.distances(graph), distance);
  }
}
