package dev.magpie.job;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeDirectory;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A directory that takes snapshots of a program's buffers, one subdirectory each, and appears when
 * the program is done.
 */
public final class SnapshotDirectory implements AutoCloseable {
  private final long every;
  private final WholeDirectory directory;
  private long count;

  private SnapshotDirectory(long every, WholeDirectory directory) {
    this.every = every;
    this.directory = directory;
  }

  /**
   * Begins one.
   *
   * @param every how many launches there is a snapshot
   * @throws JobException if it cannot be made
   */
  public static SnapshotDirectory begin(Path place, long every) {
    if (Files.exists(place) && !Files.isDirectory(place)) {
      throw new JobException(place + ": is not a directory");
    }
    try {
      return new SnapshotDirectory(every, WholeDirectory.begin(place));
    } catch (DirectoryNotEmptyException e) {
      throw new JobException(place + ": is not empty; name a directory to make", e);
    } catch (IOException e) {
      if (IoReason.isFull(e)) {
        throw IoReason.unwritten(place, e);
      }
      throw new JobException("%s: cannot be written: %s".formatted(place, IoReason.of(e)), e);
    }
  }

  /** Takes a snapshot if it is time for one. */
  public void after(long launches, Collection<DeviceBuffer> buffers) {
    if (launches % every != 0) {
      return;
    }
    Path snapshot = directory.part().resolve("launch-%08d".formatted(launches));
    try {
      Files.createDirectory(snapshot);
    } catch (IOException e) {
      throw IoReason.unwritten(snapshot, e);
    }
    Map<String, Tensor> memory = new LinkedHashMap<>();
    buffers.forEach(buffer -> memory.put(buffer.name(), buffer.tensor()));
    SafetensorsWriter.write(snapshot.resolve("memory.safetensors"), memory);
    count++;
  }

  public Path place() {
    return directory.target();
  }

  public long count() {
    return count;
  }

  /** Puts the directory in its place. */
  public void commit() throws IOException {
    directory.commit();
  }

  @Override
  public void close() {
    directory.close();
  }
}
