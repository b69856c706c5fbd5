package dev.magpie.workload;

import dev.magpie.settings.IoReason;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.workload.hpc.HpcPrograms;
import dev.magpie.workload.series.SeriesProgram;
import dev.magpie.workload.training.TrainingPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/** Every program that shows its memory over time. */
public final class SeriesPrograms {
  private static final List<SeriesProgram> ALL =
      Stream.of(HpcPrograms.all(), TrainingPrograms.all()).flatMap(List::stream).toList();

  private SeriesPrograms() {}

  public static List<SeriesProgram> all() {
    return ALL;
  }

  public static Optional<SeriesProgram> find(String name) {
    return ALL.stream().filter(program -> program.name().equals(name)).findFirst();
  }

  /**
   * Writes a run's snapshots, {@code t0} to {@code t9}, into a directory.
   *
   * @param done is told the snapshots that are there
   * @throws java.io.UncheckedIOException if a file cannot be written
   */
  public static void write(SeriesProgram.Running running, Path directory, IntConsumer done) {
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
      Path place = directory.resolve("t" + s);
      try {
        Files.createDirectory(place);
      } catch (IOException e) {
        throw IoReason.unwritten(place, e);
      }
      SafetensorsWriter.write(place.resolve("memory.safetensors"), running.memory());
      done.accept(s + 1);
    }
  }
}
