package dev.magpie.workload.mag;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.cuda.Results;
import dev.magpie.workload.graph.Graph;
import dev.magpie.workload.input.Settings;
import java.util.function.Function;

/** BFS2 and SSSP: distances from one node, every edge relaxed until nothing changes. */
final class EdgeRelaxation implements CudaProgram.Run {
  private final Graph graph;
  private final Function<Graph, int[]> expected;
  private int[] distance = {};

  private EdgeRelaxation(Settings settings, Function<Graph, int[]> expected) {
    graph = GraphInput.read(settings);
    this.expected = expected;
  }

  static CudaProgram breadthFirst() {
    return new CudaProgram(
        "bfs2",
        "LonestarGPU bfs",
        "breadth-first search that relaxes every edge until nothing changes",
        "the distance of every node, exactly",
        new PtxResource(EdgeRelaxation.class, "bfs2"),
        GraphInput.parameters("random4", 1 << 13, 1 << 20, 1 << 20),
        settings -> new EdgeRelaxation(settings, graph -> graph.levels(0, LonestarGraph.INFINITE)));
  }

  static CudaProgram shortestPaths() {
    return new CudaProgram(
        "sssp",
        "LonestarGPU sssp",
        "shortest paths from one node by Bellman and Ford's method",
        "the distance of every node, exactly",
        new PtxResource(EdgeRelaxation.class, "sssp"),
        GraphInput.parameters("random4", 1 << 13, 1 << 18, 1 << 20),
        settings -> new EdgeRelaxation(settings, LonestarGraph::distances));
  }

  @Override
  public void execute(Host host) {
    distance = LonestarGraph.relax(host, graph);
  }

  @Override
  public void check() {
    Results.same("dist", expected.apply(graph), distance);
  }
}
