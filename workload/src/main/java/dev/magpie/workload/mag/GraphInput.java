package dev.magpie.workload.mag;

import dev.magpie.workload.graph.Graph;
import dev.magpie.workload.graph.GraphFile;
import dev.magpie.workload.graph.Graphs;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.input.WorkloadException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** The graph that a program runs on: from a generator or a file. */
final class GraphInput {
  private static final int RMAT_EDGES = 8;

  private GraphInput() {}

  static List<InputParameter> parameters(String kind, int quick, int full, int paper) {
    return List.of(
        new InputParameter(
            "graph",
            "uniform (degree 6), random4 (out-degree 4), rmat, road, or a file: Galois .gr, DIMACS"
                + " .gr, Matrix Market",
            kind,
            kind,
            kind,
            List.of()),
        InputParameter.whole(
            "nodes", "nodes of a generated graph, for rmat 2^n", quick, full, paper),
        InputParameter.whole("seed", "of the generator", 1));
  }

  static Graph read(Settings settings) {
    String kind = settings.word("graph");
    int nodes = settings.whole("nodes", 1, 1 << 26);
    long seed = settings.seed();
    return switch (kind) {
      case "uniform" -> Graphs.uniform(nodes, seed);
      case "random4" -> Graphs.random4(nodes, seed);
      case "rmat" -> {
        if (Integer.bitCount(nodes) != 1) {
          throw new WorkloadException(
              "nodes=%d: must be a power of two for an R-MAT graph".formatted(nodes));
        }
        yield Graphs.rmat(Integer.numberOfTrailingZeros(nodes), RMAT_EDGES, seed);
      }
      case "road" -> {
        int width = (int) Math.sqrt(nodes);
        yield Graphs.road(width, nodes / width, seed);
      }
      default -> readFile(kind);
    };
  }

  private static Graph readFile(String name) {
    Graph graph;
    try {
      graph = GraphFile.read(Path.of(name));
    } catch (InvalidPathException e) {
      throw new WorkloadException("graph=%s: is no file name".formatted(name), e);
    }
    if (graph.nodes() == 0) {
      throw new WorkloadException("graph=%s: the graph has no nodes".formatted(name));
    }
    return graph;
  }
}
