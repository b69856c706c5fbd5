package dev.magpie.workload.graph;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Coordinate matrices of the Matrix Market exchange format, as graphs. */
final class MatrixMarketReader {
  private static final int MOST_NODES = 1 << 28;

  private final GraphLines lines;

  MatrixMarketReader(Path file, BufferedReader reader) {
    lines = new GraphLines(file, reader);
  }

  Graph read() throws IOException {
    String[] banner = lines.next();
    if (banner == null
        || banner.length != 5
        || !banner[1].equalsIgnoreCase("matrix")
        || !banner[2].equalsIgnoreCase("coordinate")) {
      throw lines.bad("expected '%%MatrixMarket matrix coordinate FIELD SYMMETRY'");
    }
    String field = banner[3].toLowerCase(Locale.ROOT);
    String symmetry = banner[4].toLowerCase(Locale.ROOT);
    int valueWords =
        switch (field) {
          case "pattern" -> 0;
          case "integer", "real", "double" -> 1;
          default ->
              throw lines.bad(
                  "'%s' is no field with weights; pattern, integer and real are".formatted(field));
        };
    boolean mirrored =
        switch (symmetry) {
          case "general" -> false;
          case "symmetric" -> true;
          default ->
              throw lines.bad(
                  "'%s' matrices are no graphs; general and symmetric ones are"
                      .formatted(symmetry));
        };
    String[] words = lines.next();
    while (words != null && words[0].startsWith("%")) {
      words = lines.next();
    }
    if (words == null || words.length != 3) {
      throw lines.bad("expected 'ROWS COLUMNS ENTRIES'");
    }
    int rows = lines.whole(words[0], "number of rows", 0, MOST_NODES);
    int columns = lines.whole(words[1], "number of columns", 0, MOST_NODES);
    if (rows != columns) {
      throw lines.bad(
          "a matrix of %d rows and %d columns is no graph; square ones are"
              .formatted(rows, columns));
    }
    int entries = lines.whole(words[2], "number of entries", 0, Integer.MAX_VALUE);
    EdgeList edges = new EdgeList(0);
    int seen = 0;
    for (words = lines.next(); words != null; words = lines.next()) {
      if (words[0].startsWith("%")) {
        continue;
      }
      if (words.length != 2 + valueWords) {
        throw lines.bad(valueWords == 0 ? "expected 'ROW COLUMN'" : "expected 'ROW COLUMN VALUE'");
      }
      int row = lines.whole(words[0], "row", 1, rows) - 1;
      int column = lines.whole(words[1], "column", 1, rows) - 1;
      int weight = valueWords == 0 ? 1 : weight(words[2]);
      edges.add(row, column, weight);
      if (mirrored && row != column) {
        edges.add(column, row, weight);
      }
      seen++;
    }
    if (seen != entries) {
      throw lines.bad("the file has %d entries and announced %d".formatted(seen, entries));
    }
    return lines.graph(edges, rows);
  }

  private int weight(String word) {
    double value;
    try {
      value = Double.parseDouble(word);
    } catch (NumberFormatException e) {
      throw lines.bad("'%s' is no value".formatted(word));
    }
    double weight = Math.rint(value);
    if (!(weight >= 0 && weight <= Integer.MAX_VALUE)) {
      throw lines.bad("the value %s is no weight from 0 to 2^31 - 1".formatted(word));
    }
    return (int) weight;
  }
}
