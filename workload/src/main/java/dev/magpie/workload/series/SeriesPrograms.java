package dev.magpie.workload.series;

import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.SnapshotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Every program there is. To add one, write its class and add it here. */
public final class SeriesPrograms {
  private static final List<SeriesProgram> ALL =
      List.of(
          hpc(
              "ep",
              "352.ep",
              "Gaussian deviates by annuli; most buffers are never used",
              EmbarrassinglyParallel::new),
          hpc(
              "cg",
              "354.cg",
              "conjugate gradients on a random sparse matrix",
              ConjugateGradient::new),
          hpc(
              "adi",
              "356.sp, 357.csp, 370.bt",
              "five coupled equations by implicit sweeps",
              AlternatingDirections::new),
          hpc(
              "seismic",
              "355.seismic",
              "elastic waves with absorbing layers, from silence",
              Seismic::new),
          hpc(
              "porous",
              "360.ilbdc",
              "lattice Boltzmann through an index list in a bed of spheres",
              PorousFlow::new),
          hpc(
              "multigrid",
              "FF_HPGMG",
              "V-cycles for a Poisson equation; boxes of interleaved vectors",
              Multigrid::new),
          hpc("sedov", "FF_LULESH", "a blast from a point: the Euler equations", Shock::new),
          hpc(
              "les",
              "351.palm",
              "convection over warm ground, with a model of small eddies",
              LargeEddies::new),
          training(
              "convnet",
              "AlexNet, VGG16, SqueezeNet",
              "a convolutional net with batch normalisation; momentum",
              ImageTraining::convolutionalNet),
          training(
              "resnet",
              "ResNet50, Inception",
              "a net of residual blocks; Adam",
              ImageTraining::residualNet),
          training(
              "lstm",
              "BigLSTM",
              "a long short-term memory that predicts letters; Adam",
              TextTraining::new));

  private SeriesPrograms() {}

  private static SeriesProgram hpc(
      String name, String after, String summary, Supplier<SeriesProgram.Running> start) {
    return new SeriesProgram(name, after, summary, false, start);
  }

  private static SeriesProgram training(
      String name, String after, String summary, Supplier<SeriesProgram.Running> start) {
    return new SeriesProgram(name, after, summary, true, start);
  }

  public static List<SeriesProgram> all() {
    return ALL;
  }

  public static Optional<SeriesProgram> find(String name) {
    return ALL.stream().filter(program -> program.name().equals(name)).findFirst();
  }

  /**
   * Runs a program and writes its snapshots, {@code t0} to {@code t9}, into a directory.
   *
   * @param done is told the snapshots that are there
   * @throws SnapshotException if a file cannot be written
   */
  public static void write(SeriesProgram program, Path directory, IntConsumer done) {
    SeriesProgram.Running running = program.start().get();
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
      Path place = directory.resolve("t" + s);
      try {
        Files.createDirectories(place);
      } catch (IOException e) {
        throw new SnapshotException("%s: cannot be made: %s".formatted(place, e.getMessage()), e);
      }
      SafetensorsWriter.write(place.resolve("memory.safetensors"), running.memory());
      done.accept(s + 1);
    }
  }
}
