package dev.magpie.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository's results to ask: a file is a table of its name without {@code .csv}. */
final class RecordedFiles implements AutoCloseable {
  private static final Path RESULTS = Path.of("../results");
  private static final Pattern FILE = Pattern.compile("\"([a-z]+-[a-z0-9-]+\\.[a-z0-9-]+)\"");

  private final Connection connection;
  private final Statement statement;

  RecordedFiles() throws IOException, SQLException {
    connection = DriverManager.getConnection("jdbc:duckdb:");
    statement = connection.createStatement();
    try (Stream<Path> files = Files.list(RESULTS)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".csv")).toList()) {
        String name = file.getFileName().toString().replaceFirst("\\.csv$", "");
        statement.execute(
            "CREATE VIEW \"%s\" AS FROM read_csv('%s', header = true)".formatted(name, file));
      }
    }
  }

  /** Whether all files are there that a query names. */
  static boolean have(String query) {
    return FILE.matcher(query)
        .results()
        .allMatch(file -> Files.exists(RESULTS.resolve(file.group(1) + ".csv")));
  }

  /** An answer as text; nothing where there is no value. */
  record Answer(List<String> titles, List<List<String>> rows) {}

  Answer answer(String query) {
    try (ResultSet found = statement.executeQuery(query)) {
      int columns = found.getMetaData().getColumnCount();
      List<String> titles = new ArrayList<>();
      for (int c = 1; c <= columns; c++) {
        titles.add(found.getMetaData().getColumnLabel(c));
      }
      List<List<String>> rows = new ArrayList<>();
      while (found.next()) {
        List<String> cells = new ArrayList<>();
        for (int c = 1; c <= columns; c++) {
          cells.add(Objects.requireNonNullElse(found.getString(c), ""));
        }
        rows.add(cells);
      }
      return new Answer(titles, rows);
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
    connection.close();
  }
}
