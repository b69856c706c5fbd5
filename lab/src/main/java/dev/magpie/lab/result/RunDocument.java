package dev.magpie.lab.result;

import dev.magpie.buddy.TargetsFile;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SQL over the JSON that a run of {@code magpie analyze} or {@code magpie profile} wrote. */
public final class RunDocument {
  /** What is said first of a document: what it is. */
  private static final Pattern SCHEMA =
      Pattern.compile("\\s*\\{\\s*\"schema\"\\s*:\\s*\"(magpie\\.[^\"]*)\"");

  private static final int HEAD_BYTES = 256;
  private static final String ANALYZE = "magpie.analyze/1";

  private RunDocument() {}

  /** What a document says that it is, if its beginning is that of one of Magpie's. */
  static Optional<String> schema(byte[] head) {
    Matcher found =
        SCHEMA.matcher(
            new String(head, 0, Math.min(head.length, HEAD_BYTES), StandardCharsets.UTF_8));
    return found.lookingAt() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /**
   * Answers a query over the table {@code sizes} of an analysis, or {@code targets} of a profile.
   *
   * @throws LabException as of {@link ResultQuery#run}, or if the file is neither
   * @throws IOException if it cannot be read
   */
  public static QueryResult query(Path file, String sql) throws IOException {
    Optional<String> schema;
    try (InputStream in = InputFiles.stream(file)) {
      schema = schema(in.readNBytes(HEAD_BYTES));
    }
    long bytes = Files.size(file);
    return switch (schema.orElse("")) {
      case ANALYZE -> ResultQuery.runOver(List.of(SizesDirectory.table(file, bytes)), sql);
      case TargetsFile.SCHEMA ->
          ResultQuery.runOver(
              List.of(
                  """
                  CREATE TABLE targets AS SELECT a.* FROM
                    (SELECT unnest(allocations) AS a FROM read_json(%s, maximum_object_size = %d,
                      columns = { allocations: 'STRUCT(name VARCHAR, path VARCHAR, bytes BIGINT,
                        ratios DOUBLE[], target VARCHAR, buddyAccessFraction DOUBLE)[]' }))
                  """
                      .formatted(ResultQuery.quoted(file), bytes + 1)),
              sql);
      default ->
          throw new LabException(
              file
                  + ": is neither a directory of results nor the JSON of magpie analyze or magpie"
                  + " profile");
    };
  }
}
