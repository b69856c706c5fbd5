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

  /** Is told how far a run is. */
  public interface Done {
    /** So many snapshots are there; the run's residual is now this. */
    void written(int snapshots, double residual);
  }

  /**
   * Writes a run's snapshots, {@code t0} to {@code t9}, into a directory.
   *
   * @param done is told the snapshots that are there, and the run's residual
   * @throws java.io.UncheckedIOException if a file cannot be written
   * @throws dev.magpie.workload.cuda.WrongResultException if a network has not learned
   */
  public static void write(
      SeriesProgram program, SeriesProgram.Running running, Path directory, Done done) {
    double first = 0;
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
      Path place = directory.resolve("t" + s);
      try {
        Files.createDirectory(place);
      } catch (IOException e) {
        throw IoReason.unwritten(place, e);
      }
      SafetensorsWriter.write(
          place.resolve("memory.safetensors"), running.memory(), program.name());
      first = s == 0 ? running.residual() : first;
      done.written(s + 1, running.residual());
    }
    program.checkLearned(first, running.residual(), running.dead());
  }
}
