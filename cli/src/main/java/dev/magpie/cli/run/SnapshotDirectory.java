package dev.magpie.cli.run;

import dev.magpie.cli.BadUsageException;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.SafetensorsWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A directory that takes snapshots of a job's buffers, one subdirectory each. It is made beside its
 * place and moved there when the job is done.
 */
final class SnapshotDirectory implements AutoCloseable {
  private final long every;
  private final Path target;
  private final Path part;
  private long count;

  private SnapshotDirectory(long every, Path target, Path part) {
    this.every = every;
    this.target = target;
    this.part = part;
  }

  /**
   * Begins one.
   *
   * @throws BadUsageException if it cannot be made
   */
  static SnapshotDirectory begin(Job.Snapshots wanted) {
    Path place = wanted.directory();
    try {
      if (Files.exists(place) && !Files.isDirectory(place)) {
        throw new BadUsageException(place + ": is not a directory");
      }
      if (Files.exists(place)) {
        try (Stream<Path> files = Files.list(place)) {
          if (files.findAny().isPresent()) {
            throw new BadUsageException(place + ": is not empty; name a directory to make");
          }
        }
      }
      Path target = place.toAbsolutePath().normalize();
      Path part = Files.createTempDirectory(target.getParent(), ".magpie-run");
      return new SnapshotDirectory(wanted.every(), target, part);
    } catch (IOException e) {
      throw new BadUsageException("%s: cannot be written: %s".formatted(place, e.getMessage()), e);
    }
  }

  /** Takes a snapshot if it is time for one. */
  void after(long launches, Map<String, DeviceBuffer> buffers) {
    if (launches % every != 0) {
      return;
    }
    try {
      Path directory = Files.createDirectory(part.resolve("launch-%08d".formatted(launches)));
      for (DeviceBuffer buffer : buffers.values()) {
        String name = buffer.name().replaceAll("[^\\w.-]", "_");
        if (buffer.dtype() == Dtype.BF16) {
          // NumPy has no bfloat16.
          SafetensorsWriter.write(
              directory.resolve(name + ".safetensors"), Map.of(buffer.name(), buffer.tensor()));
        } else {
          NpyWriter.write(directory.resolve(name + ".npy"), buffer.tensor());
        }
      }
      count++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path place() {
    return target;
  }

  /** Where it is until it is complete. */
  Path part() {
    return part;
  }

  long count() {
    return count;
  }

  /** Puts the directory in its place. */
  void commit() throws IOException {
    Files.deleteIfExists(target);
    Files.move(part, target);
  }

  /** Removes what is not complete. */
  @Override
  public void close() throws IOException {
    if (Files.exists(part)) {
      try (Stream<Path> files = Files.walk(part)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }
}
