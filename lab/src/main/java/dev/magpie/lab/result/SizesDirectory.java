package dev.magpie.lab.result;

import dev.magpie.settings.TemporaryDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Sizes of allocations under codecs as Parquet: a row for each allocation and codec, in a folder
 * for each codec, as programs that read partitioned tables expect it.
 */
public final class SizesDirectory {
  private static final String PARTITION = "codec=";

  private SizesDirectory() {}

  /** Whether a directory is one. */
  public static boolean isOne(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.anyMatch(each -> String.valueOf(each.getFileName()).startsWith(PARTITION));
    } catch (IOException _) {
      return false;
    }
  }

  /**
   * Answers a query over the table {@code sizes}.
   *
   * @throws LabException as of {@link ResultQuery#run}
   */
  public static QueryResult query(Path directory, String sql) {
    return ResultQuery.runOver(
        List.of(
            "CREATE TABLE sizes AS FROM read_parquet(%s, hive_partitioning = true)"
                .formatted(ResultQuery.quoted(directory.resolve("*/*.parquet")))),
        sql);
  }

  /**
   * Writes into a directory.
   *
   * @param json a result of {@code magpie analyze}
   * @throws IOException if it cannot be written
   */
  public static void write(Path directory, Consumer<OutputStream> json) throws IOException {
    try (TemporaryDirectory temporary = TemporaryDirectory.make()) {
      Path text = temporary.place().resolve("sizes.json");
      try (OutputStream out = Files.newOutputStream(text)) {
        json.accept(out);
      }
      try (Connection connection = Database.open(new Properties());
          Statement statement = connection.createStatement()) {
        statement.execute(table(text, Files.size(text)));
        statement.execute(
            """
            COPY sizes TO %s (FORMAT parquet, PARTITION_BY (codec), OVERWRITE_OR_IGNORE)
            """
                .formatted(ResultQuery.quoted(directory)));
      } catch (SQLException e) {
        throw new IOException("%s: %s".formatted(directory, e.getMessage()), e);
      }
    }
  }

  /** What makes the table of a result of {@code magpie analyze}, in the engine's words. */
  static String table(Path json, long bytes) {
    return """
    CREATE TABLE sizes AS SELECT a.* EXCLUDE (results), r.* FROM
      (SELECT a, unnest(a.results) AS r FROM
        (SELECT unnest(allocations) AS a FROM read_json(%s,
          maximum_object_size = %d, columns = { allocations: 'STRUCT(source VARCHAR,
            name VARCHAR, dtype VARCHAR, shape BIGINT[], bytes BIGINT, blocks BIGINT,
            results STRUCT(codec VARCHAR, codedBits BIGINT, storedBytes BIGINT,
              effectiveBytes BIGINT, rawRatio DOUBLE, effectiveRatio DOUBLE,
              granules MAP(VARCHAR, BIGINT), lossy BOOLEAN)[],
            figures MAP(VARCHAR, DOUBLE))[]' })))
    """
        .formatted(ResultQuery.quoted(json), bytes + 1);
  }
}
