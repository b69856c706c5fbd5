package dev.magpie.lab.result;

import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;

/**
 * DuckDB in this process, which unpacks its native library into the temporary directory: without
 * room for that it would end with an error that says nothing.
 */
final class Database {
  /** What it unpacks takes 72 MB. */
  private static final long UNPACKED_BYTES = 100_000_000;

  private static final String LIBRARIES = "libduckdb_java*.so";

  /** By then it is loaded, and needs its file no more. */
  private static final Duration UNPACKING = Duration.ofMinutes(1);

  private Database() {}

  /**
   * Begins one that is empty.
   *
   * @throws UncheckedIOException if there is no room for what it unpacks
   */
  static Connection open(Properties settings) throws SQLException {
    Path place = Path.of(System.getProperty("java.io.tmpdir"));
    removeAbandoned(place);
    requireRoom(place);
    return DriverManager.getConnection("jdbc:duckdb:", settings);
  }

  /** It removes its library when the process ends, but not if that is killed. */
  private static void removeAbandoned(Path place) {
    Instant latest = Instant.now().minus(UNPACKING);
    try (DirectoryStream<Path> libraries = Files.newDirectoryStream(place, LIBRARIES)) {
      for (Path each : libraries) {
        if (Files.getLastModifiedTime(each).toInstant().isBefore(latest)) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // Another user's, or in use where such files cannot be removed.
    }
  }

  private static void requireRoom(Path place) {
    try {
      Files.delete(Files.createTempFile(place, "magpie", ".tmp"));
      if (place.toFile().getUsableSpace() < UNPACKED_BYTES) {
        throw new IOException("it has less than 100 MB left");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          new IOException(
              ("%s: the database engine cannot be unpacked into this temporary directory: %s; name"
                      + " another with MAGPIE_JAVA_OPTS=-Djava.io.tmpdir=DIR")
                  .formatted(place, IoReason.of(e)),
              e));
    }
  }
}
