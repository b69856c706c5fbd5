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
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

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

  /** So long a process that is ended waits for what it unpacks. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Database() {}

  /**
   * Begins one that is empty.
   *
   * @throws UncheckedIOException if there is no room for what it unpacks, or the process ends
   */
  static Connection open(Properties settings) throws SQLException {
    Path place = Path.of(System.getProperty("java.io.tmpdir"));
    removeAbandoned(place);
    requireRoom(place);
    Set<Path> others = libraries(place);
    CountDownLatch unpacked = new CountDownLatch(1);
    Thread ending = new Thread(() -> removeOwn(place, others, unpacked));
    try {
      Runtime.getRuntime().addShutdownHook(ending);
    } catch (IllegalStateException e) {
      throw new UncheckedIOException(
          new IOException(place + ": the database engine is not unpacked: the process ends", e));
    }
    try {
      return DriverManager.getConnection("jdbc:duckdb:", settings);
    } finally {
      unpacked.countDown();
      forget(ending);
    }
  }

  /**
   * What is unpacked when the process is ended is not among what goes with it: it is waited for,
   * and removed. Another process that begins to unpack in the same moment loses its own, too.
   */
  private static void removeOwn(Path place, Set<Path> others, CountDownLatch unpacked) {
    try {
      if (unpacked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        for (Path each : libraries(place)) {
          if (!others.contains(each)) {
            Files.deleteIfExists(each);
          }
        }
      }
    } catch (InterruptedException | IOException _) {
      // The next run finds it.
    }
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // It is running.
    }
  }

  private static Set<Path> libraries(Path place) {
    Set<Path> all = new HashSet<>();
    try (DirectoryStream<Path> libraries = Files.newDirectoryStream(place, LIBRARIES)) {
      libraries.forEach(all::add);
    } catch (IOException | DirectoryIteratorException _) {
      // Where files cannot be listed, none are removed.
    }
    return all;
  }

  /** It removes its library when the process ends, but not if that is killed. */
  private static void removeAbandoned(Path place) {
    Instant latest = Instant.now().minus(UNPACKING);
    try {
      for (Path each : libraries(place)) {
        if (Files.getLastModifiedTime(each).toInstant().isBefore(latest)) {
          Files.deleteIfExists(each);
        }
      }
    } catch (IOException _) {
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
