package dev.magpie.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory for what a run needs for a while, in Java's temporary directory. It goes when it is
 * closed, or when the process ends; what a killed process left goes with the next one that makes
 * one.
 *
 * <pre>{@code
 * try (TemporaryDirectory directory = TemporaryDirectory.make()) {
 *   Files.writeString(directory.place().resolve("dram.toml"), text);
 * }
 * }</pre>
 */
public final class TemporaryDirectory implements AutoCloseable {
  private final Path place;

  private TemporaryDirectory(Path place) {
    this.place = place;
  }

  /**
   * Makes one, which is empty.
   *
   * @throws IOException if it cannot be made
   */
  public static TemporaryDirectory make() throws IOException {
    Path place =
        UnfinishedFiles.beside(Path.of(System.getProperty("java.io.tmpdir")).resolve("temporary"));
    try {
      Files.createDirectory(place);
    } catch (IOException e) {
      UnfinishedFiles.finished(place);
      throw e;
    }
    return new TemporaryDirectory(place);
  }

  /** Where it is. */
  public Path place() {
    return place;
  }

  /** Removes it with all that is in it. */
  @Override
  public void close() {
    UnfinishedFiles.discard(place);
  }
}
