package dev.magpie.workload.example;

import dev.magpie.settings.IoReason;
import dev.magpie.settings.WholeFile;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The repository's examples: what small programs leave in memory, the same on every machine. */
public final class Examples {
  private static final long SEED = 20_260_101;
  private static final int TRAINING_STEPS = 300;

  /** Steps of the flow simulation between the snapshots of the series. */
  private static final int[] SERIES_STEPS = {0, 50, 150, 400, 600, 1200};

  private Examples() {}

  /**
   * Runs the programs and writes their memory into a directory, under 4 MB together.
   *
   * @throws java.io.UncheckedIOException if a file cannot be written
   */
  public static void write(Path directory) {
    try {
      writeFields(directories(directory, "fields"));
      writeGraph(directories(directory, "graph"));
      writeNetwork(directories(directory, "network"));
      writeImage(directories(directory, "image"));
      writeSeries(directories(directory, "series"));
    } catch (IOException e) {
      throw IoReason.unwritten(directory, e);
    }
  }

  private static Path directories(Path directory, String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  private static void writeFields(Path directory) {
    Flow flow = new Flow(192, 64);
    flow.run(500);
    NpyWriter.write(directory.resolve("velocity-0500.npy"), flow.velocity());
    flow.run(2000);
    NpyWriter.write(directory.resolve("velocity-2500.npy"), flow.velocity());
    NpyWriter.write(directory.resolve("density-2500.npy"), flow.density());
    NpyWriter.write(directory.resolve("dye-2500.npy"), flow.dye());
    NpyWriter.write(directory.resolve("populations-2500.npy"), flow.populations());
    NpyWriter.write(directory.resolve("obstacle.npy"), flow.obstacle());
    NpyWriter.write(directory.resolve("heat.npy"), Heat.temperature());
  }

  private static void writeGraph(Path directory) throws IOException {
    Map<String, Tensor> arrays = new RmatGraph(SEED).memory();
    WholeFile.write(
        directory.resolve("rmat.npz"),
        out -> {
          try (ZipOutputStream zip = new ZipOutputStream(Channels.newOutputStream(out))) {
            for (Map.Entry<String, Tensor> array : arrays.entrySet()) {
              addStored(zip, array.getKey() + ".npy", array.getValue());
            }
          }
        });
  }

  private static void addStored(ZipOutputStream zip, String name, Tensor tensor)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    NpyWriter.write(Channels.newChannel(bytes), tensor);
    CRC32 crc = new CRC32();
    crc.update(ByteBuffer.wrap(bytes.toByteArray()));
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.size());
    entry.setCrc(crc.getValue());
    entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
    zip.putNextEntry(entry);
    bytes.writeTo(zip);
  }

  private static void writeNetwork(Path directory) {
    DigitNetwork network = new DigitNetwork(SEED);
    network.train(TRAINING_STEPS);
    SafetensorsWriter.write(directory.resolve("training.safetensors"), network.training());
    SafetensorsWriter.write(
        directory.resolve("inference-f16.safetensors"), network.inference(Values::f16));
    SafetensorsWriter.write(
        directory.resolve("inference-bf16.safetensors"), network.inference(Values::bf16));
  }

  private static void writeImage(Path directory) {
    SphereScene scene = new SphereScene();
    NpyWriter.write(directory.resolve("depth.npy"), scene.depth());
    NpyWriter.write(directory.resolve("color.npy"), scene.color());
  }

  private static void writeSeries(Path directory) throws IOException {
    Flow flow = new Flow(96, 32);
    for (int i = 0; i < SERIES_STEPS.length; i++) {
      flow.run(SERIES_STEPS[i]);
      Path snapshot = directories(directory, "t%03d".formatted(i));
      NpyWriter.write(snapshot.resolve("populations.npy"), flow.populations());
      NpyWriter.write(snapshot.resolve("velocity.npy"), flow.velocity());
      NpyWriter.write(snapshot.resolve("dye.npy"), flow.dye());
      NpyWriter.write(snapshot.resolve("obstacle.npy"), flow.obstacle());
    }
  }
}
