package dev.magpie.gpu.recording;

import dev.magpie.settings.IoReason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * A place for a recording that nobody keeps: it is written once, and then replayed by as many at a
 * time as like to. On Unix its file has no name, so that nothing of it can stay.
 */
public final class TemporaryRecording implements AutoCloseable {
  private final FileChannel file;

  private TemporaryRecording(FileChannel file) {
    this.file = file;
  }

  /**
   * Makes room for one.
   *
   * @throws IOException if the temporary directory cannot take it
   */
  public static TemporaryRecording create() throws IOException {
    try {
      return new TemporaryRecording(
          FileChannel.open(
              Files.createTempFile("magpie", ".rec"),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE));
    } catch (IOException e) {
      throw new IOException(
          "%s: cannot take the recording: %s; name another temporary directory with"
                  .formatted(System.getProperty("java.io.tmpdir"), IoReason.of(e))
              + " MAGPIE_JAVA_OPTS=-Djava.io.tmpdir=DIR",
          e);
    }
  }

  /** Takes the recording; not to be closed. */
  public WritableByteChannel channel() {
    return file;
  }

  /**
   * Opens what was written, which others may replay at the same time.
   *
   * @param label what messages call it
   */
  public Recording open(String label) throws IOException {
    return Recording.open(label, file);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
