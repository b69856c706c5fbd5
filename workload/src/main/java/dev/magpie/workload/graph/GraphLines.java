package dev.magpie.workload.graph;

import dev.magpie.snapshot.SnapshotException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a text file, split into words, with their numbers for messages. */
final class GraphLines {
  private static final int LONGEST = 1 << 16;

  /** So that a short file cannot ask for a large array. */
  private static final int FREE_NODES = 1 << 20;

  private static final int NODES_PER_EDGE = 64;

  private final Path file;
  private final Reader reader;
  private final char[] characters = new char[1 << 13];
  private final StringBuilder line = new StringBuilder();
  private int at;
  private int end;
  private int number;
  private boolean returned;

  GraphLines(Path file, Reader reader) {
    this.file = file;
    this.reader = reader;
  }

  /** The next line that is not blank, or null at the end. */
  String @Nullable [] next() throws IOException {
    while (readLine()) {
      String words = line.toString().strip();
      if (!words.isEmpty()) {
        return words.split("\\s+");
      }
    }
    return null;
  }

  /**
   * The next line, ended as {@link java.io.BufferedReader} has it, but never longer than a line may
   * be: a file without line ends is not to fill the heap.
   */
  private boolean readLine() throws IOException {
    line.setLength(0);
    int next = read();
    if (returned && next == '\n') {
      next = read();
    }
    if (next < 0) {
      return false;
    }
    number++;
    while (next >= 0 && next != '\n' && next != '\r') {
      if (line.length() == LONGEST) {
        throw bad("the line has more than %d characters".formatted(LONGEST));
      }
      line.append((char) next);
      next = read();
    }
    returned = next == '\r';
    return true;
  }

  /** The next character, or -1 at the end. */
  private int read() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, reader.read(characters));
    }
    return at == end ? -1 : characters[at++];
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
    return new SnapshotException("%s:%d: %s".formatted(file, Math.max(1, number), what));
  }
}
