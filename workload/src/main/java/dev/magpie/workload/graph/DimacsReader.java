package dev.magpie.workload.graph;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/** {@code p sp NODES ARCS}, then {@code a FROM TO WEIGHT} counted from 1; {@code c} comments. */
final class DimacsReader {
  private static final int MOST_NODES = 1 << 28;

  private final GraphLines lines;

  DimacsReader(Path file, BufferedReader reader) {
    lines = new GraphLines(file, reader);
  }

  Graph read() throws IOException {
    int nodes = -1;
    int arcs = 0;
    EdgeList edges = new EdgeList(0);
    for (String[] words = lines.next(); words != null; words = lines.next()) {
      switch (words[0]) {
        case "c" -> {}
        case "p" -> {
          if (nodes >= 0) {
            throw lines.bad("a second problem line");
          }
          if (words.length != 4 || !words[1].equals("sp")) {
            throw lines.bad("expected 'p sp NODES ARCS'");
          }
          nodes = lines.whole(words[2], "number of nodes", 0, MOST_NODES);
          arcs = lines.whole(words[3], "number of arcs", 0, Integer.MAX_VALUE);
        }
        case "a" -> {
          if (nodes < 0) {
            throw lines.bad("an arc before the problem line 'p sp NODES ARCS'");
          }
          if (words.length != 4) {
            throw lines.bad("expected 'a FROM TO WEIGHT'");
          }
          edges.add(
              lines.whole(words[1], "node", 1, nodes) - 1,
              lines.whole(words[2], "node", 1, nodes) - 1,
              lines.whole(words[3], "weight", 0, Integer.MAX_VALUE));
        }
        default ->
            throw lines.bad(
                "expected a line of DIMACS (c, p or a); Galois .gr (binary, version 1) and Matrix"
                    + " Market are read too");
      }
    }
    if (nodes < 0) {
      throw lines.bad("the file ends without a problem line 'p sp NODES ARCS'");
    }
    if (edges.size() != arcs) {
      throw lines.bad("the file has %d arcs and announced %d".formatted(edges.size(), arcs));
    }
    return lines.graph(edges, nodes);
  }
}
