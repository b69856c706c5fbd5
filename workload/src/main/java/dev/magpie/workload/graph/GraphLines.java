package dev.magpie.workload.graph;

import dev.magpie.snapshot.SnapshotException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a text file, split into words, with their numbers for messages. */
final class GraphLines {
  private static final int LONGEST = 1 << 16;

  /** So that a short file cannot ask for a large array. */
  private static final int FREE_NODES = 1 << 20;

  private static final int NODES_PER_EDGE = 64;

  private final Path file;
  private final BufferedReader reader;
  private int number;

  GraphLines(Path file, BufferedReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /** The next line that is not blank, or null at the end. */
  String @Nullable [] next() throws IOException {
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (line.length() > LONGEST) {
        throw bad("the line has more than %d characters".formatted(LONGEST));
      }
      String words = line.strip();
      if (!words.isEmpty()) {
        return words.split("\\s+");
      }
    }
    return null;
  }

  /** A number from least to most. */
  int whole(String word, String what, int least, int most) {
    try {
      int value = Integer.parseInt(word);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw bad("'%s' is no %s; it is a number from %d to %d".formatted(word, what, least, most));
    }
    throw bad("the %s %s is not from %d to %d".formatted(what, word, least, most));
  }

  /** The edges' rows, unless the file announces far more nodes than it has edges for. */
  Graph graph(EdgeList edges, int nodes) {
    if (nodes > FREE_NODES + NODES_PER_EDGE * (long) edges.size()) {
      throw bad("%d nodes, and only %d edges between them".formatted(nodes, edges.size()));
    }
    return edges.graph(nodes);
  }

  SnapshotException bad(String what) {
    return new SnapshotException("%s: line %d: %s".formatted(file, number, what));
  }
}
