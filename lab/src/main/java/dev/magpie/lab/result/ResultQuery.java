package dev.magpie.lab.result;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * SQL over result files, answered by DuckDB inside this process. The files are read first; then the
 * engine loses its access to files, so that a query can neither reach other files nor the network,
 * nor write.
 */
public final class ResultQuery {

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE experiments AS SELECT id, title, source, version, size, parameters, error,
            timing.started::TIMESTAMP AS started, timing.seconds AS seconds FROM files
          """,
          """
          CREATE TABLE inputs AS SELECT experiment, i.* FROM
            (SELECT id AS experiment, unnest(inputs) AS i FROM files)
          """,
          """
          CREATE TABLE claims AS SELECT experiment, c."text" AS claim, c.* EXCLUDE ("text") FROM
            (SELECT id AS experiment, unnest(claims) AS c FROM files)
          """,
          """
          CREATE TABLE measurements AS SELECT experiment, m.* FROM
            (SELECT id AS experiment, unnest(measurements) AS m FROM files)
          """,
          """
          CREATE TABLE cells AS SELECT experiment, t.name AS "table", r AS "row",
            t.columns[c].title AS "column", t.columns[c].unit AS unit,
            t.rows[r][c] ->> '$' AS "text", TRY_CAST(t.rows[r][c] ->> '$' AS DOUBLE) AS value
          FROM (SELECT id AS experiment, unnest(tables) AS t FROM files),
            range(1, len(t.rows) + 1) AS x(r), range(1, len(t.columns) + 1) AS y(c)
          ORDER BY experiment, t.name, r, c
          """,
          "DROP TABLE files");

  private static final List<String> SHUT =
      List.of("SET enable_external_access = false", "SET lock_configuration = true");

  /**
   * Of a command: more rows than anybody reads; what a program wants of more, it can ask in parts.
   */
  private static final Bounds COMMAND =
      new Bounds(
          1 << 20,
          Runtime.getRuntime().maxMemory() / 8,
          Integer.MAX_VALUE,
          Duration.ofDays(365),
          new CompletableFuture<>());

  private static final String ABANDONED = "it was stopped, since nobody waits for it";

  private ResultQuery() {}

  /**
   * How much an answer may take.
   *
   * @param rows that are read of it
   * @param characters of all texts that are read of it
   * @param cell of them, those of a single text; what follows is left out, and how much that is
   *     stands in its place
   * @param time that the engine has for it
   * @param abandoned done when nobody waits for it any more
   */
  public record Bounds(
      int rows, long characters, int cell, Duration time, CompletionStage<?> abandoned) {}

  /**
   * Answers a query over the tables {@code experiments}, {@code claims}, {@code measurements},
   * {@code cells} and {@code inputs}.
   *
   * @param files result files
   * @throws LabException if the engine cannot read a file or understand the query, or the answer is
   *     too long
   * @throws UncheckedIOException if there is no room for what the engine unpacks
   */
  public static QueryResult run(List<Path> files, String sql) {
    return whole(run(files, sql, COMMAND));
  }

  /**
   * The same within bounds: of a longer answer, the first rows.
   *
   * @throws LabException as of {@link #run}, or if it takes longer
   */
  public static QueryResult run(List<Path> files, String sql, Bounds bounds) {
    return over(Stream.concat(Stream.of(reading(files)), TABLES.stream()).toList(), sql, bounds);
  }

  /**
   * Answers a query over the points of a sweep.
   *
   * @param points files, in their order
   * @param tables what makes tables of them, in the engine's words
   * @throws LabException as of {@link #run}
   * @throws UncheckedIOException as of {@link #run}
   */
  public static QueryResult run(List<Path> points, List<String> tables, String sql) {
    String names = points.stream().map(ResultQuery::quoted).collect(Collectors.joining(", "));
    String reading =
        """
        CREATE TEMP TABLE files AS SELECT *, row_number() OVER () AS place
        FROM read_json([%s], format = 'auto', maximum_object_size = 67108864, columns = {
          axes: 'JSON', error: 'VARCHAR', result: 'JSON'})
        """
            .formatted(names);
    return whole(over(Stream.concat(Stream.of(reading), tables.stream()).toList(), sql, COMMAND));
  }

  /** The same over what makes tables, in the engine's words. */
  static QueryResult runOver(List<String> tables, String sql) {
    return whole(over(tables, sql, COMMAND));
  }

  private static QueryResult whole(QueryResult found) {
    if (found.more()) {
      throw new LabException(
          "the answer is too long: %,d rows are read, and there are more; ask for fewer, with LIMIT"
              .formatted(found.rows().size()));
    }
    return found;
  }

  /**
   * Answers a query over recorded results: each file is a table of its name without {@code .csv},
   * as {@code claims} or {@code "mag-fig12.bdi"}.
   *
   * @throws LabException as of {@link #run}, or if there are none, or a file is damaged
   * @throws UncheckedIOException as of {@link #run}
   */
  public static QueryResult runOverRecorded(Path directory, String sql) {
    return whole(runOverRecorded(directory, sql, COMMAND));
  }

  /**
   * The same within bounds: of a longer answer, the first rows.
   *
   * @throws LabException as of {@link #runOverRecorded}, or if it takes longer
   */
  public static QueryResult runOverRecorded(Path directory, String sql, Bounds bounds) {
    return over(
        RecordedResults.read(directory).files().keySet().stream()
            .map(file ->
                "CREATE TABLE \"%s\" AS FROM read_csv(%s, header = true)"
                    .formatted(
                        file.replaceFirst("\\.csv$", "").replace("\"", "\"\""),
                        quoted(directory.resolve(file))))
            .toList(),
        sql,
        bounds);
  }

  private static QueryResult over(List<String> tables, String sql, Bounds bounds) {
    Properties settings = new Properties();
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("temp_directory", "");
    settings.setProperty("memory_limit", "1GB");
    settings.setProperty("jdbc_stream_results", "true");
    try (Connection connection = Database.open(settings);
        Statement statement = connection.createStatement()) {
      for (String table : tables) {
        statement.execute(table);
      }
      for (String shut : SHUT) {
        statement.execute(shut);
      }
      return answerInTime(statement, sql, bounds);
    } catch (SQLException e) {
      // The engine appends the query with a mark below, in lines of their own.
      throw new LabException(String.valueOf(e.getMessage()).split("\n\nLINE ", 2)[0], e);
    }
  }

  private static QueryResult answerInTime(Statement statement, String sql, Bounds bounds)
      throws SQLException {
    AtomicBoolean late = new AtomicBoolean();
    AtomicBoolean abandoned = new AtomicBoolean();
    bounds
        .abandoned()
        .thenRun(() -> {
          abandoned.set(true);
          cancel(statement);
        });
    Thread clock =
        Thread.ofVirtual()
            .start(() -> {
              try {
                Thread.sleep(bounds.time());
                late.set(true);
                cancel(statement);
              } catch (InterruptedException _) {
                // It is answered.
              }
            });
    try {
      if (abandoned.get()) {
        throw new LabException(ABANDONED);
      }
      return answer(statement, sql, bounds, late);
    } catch (SQLException e) {
      if (abandoned.get()) {
        throw new LabException(ABANDONED, e);
      }
      if (late.get()) {
        throw new LabException(
            "it took more than %d s, and was ended; ask for less"
                .formatted(bounds.time().toSeconds()),
            e);
      }
      throw e;
    } finally {
      clock.interrupt();
    }
  }

  private static void cancel(Statement statement) {
    try {
      statement.cancel();
    } catch (SQLException _) {
      // It is answered.
    }
  }

  /** Reads the files as a table, in the engine's words. */
  private static String reading(List<Path> files) {
    String names = files.stream().map(ResultQuery::quoted).collect(Collectors.joining(", "));
    return """
    CREATE TEMP TABLE files AS SELECT * FROM read_json([%s], format = 'auto', columns = {
      id: 'VARCHAR', title: 'VARCHAR', source: 'VARCHAR', version: 'VARCHAR', size: 'VARCHAR',
      parameters: 'JSON', error: 'VARCHAR',
      inputs: 'STRUCT(name VARCHAR, bytes BIGINT, sha256 VARCHAR, problem VARCHAR)[]',
      claims: 'STRUCT(measure VARCHAR, kind VARCHAR, "text" VARCHAR, stated VARCHAR, paper DOUBLE,
        unit VARCHAR, measured DOUBLE, error DOUBLE, verdict VARCHAR, reason VARCHAR,
        counterExamples VARCHAR[])[]',
      measurements: 'STRUCT(name VARCHAR, value DOUBLE)[]',
      tables: 'STRUCT(name VARCHAR, title VARCHAR, columns STRUCT(title VARCHAR, unit VARCHAR)[],
        rows JSON[][])[]',
      timing: 'STRUCT(started VARCHAR, seconds DOUBLE)'})
    """
        .formatted(names);
  }

  static String quoted(Path file) {
    return "'" + file.toAbsolutePath().toString().replace("'", "''") + "'";
  }

  private static QueryResult answer(
      Statement statement, String sql, Bounds bounds, AtomicBoolean late) throws SQLException {
    if (!statement.execute(sql)) {
      throw new LabException(
          "it asks for nothing: queries read the results, and what they change is gone with them");
    }
    try (ResultSet found = statement.getResultSet()) {
      ResultSetMetaData about = found.getMetaData();
      List<String> columns = new ArrayList<>();
      for (int c = 1; c <= about.getColumnCount(); c++) {
        columns.add(about.getColumnLabel(c));
      }
      List<List<@Nullable Object>> rows = new ArrayList<>();
      long room = bounds.characters();
      while (found.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int c = 1; c <= columns.size(); c++) {
          @Nullable Object value = plain(found.getObject(c), bounds.cell());
          room -= 16 + (value instanceof String text ? text.length() : 0);
          row.add(value);
        }
        if (late.get()) {
          throw new SQLException("it took too long");
        }
        if (rows.size() == bounds.rows() || (room < 0 && !rows.isEmpty())) {
          return new QueryResult(columns, rows, true);
        }
        rows.add(row);
      }
      return new QueryResult(columns, rows, false);
    }
  }

  private static @Nullable Object plain(@Nullable Object value, int most) {
    if (value == null || value instanceof Number || value instanceof Boolean) {
      return value;
    }
    String text = value.toString();
    return text.length() <= most
        ? text
        : "%s … (%,d characters)".formatted(text.substring(0, most), text.length());
  }
}
