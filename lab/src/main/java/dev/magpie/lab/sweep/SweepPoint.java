package dev.magpie.lab.sweep;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.lab.data.Sha256;
import dev.magpie.settings.InputFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * One program on one system.
 *
 * @param gpu with the metadata cache that the point has
 * @param memory what its controllers do
 * @param axes what it is called by: a value for each axis of the sweep that it has
 * @param key a digest over all that decides its result
 */
public record SweepPoint(
    SweptProgram program,
    GpuConfig gpu,
    Compression memory,
    TimingSettings timing,
    Map<String, String> axes,
    String key) {
  private static final int READABLE = 80;
  private static final int KEY_DIGITS = 16;
  private static final int MOST_TABLE_BYTES = 64 << 20;

  /**
   * A point.
   *
   * @param version of the program that measures
   */
  static SweepPoint of(
      String version,
      SweptProgram program,
      GpuConfig gpu,
      Compression memory,
      TimingSettings timing,
      Map<String, String> axes)
      throws IOException {
    Sha256 key =
        new Sha256()
            .add(version)
            .add(program.kind())
            .add(program.name())
            .add(program.digest())
            .add(StableText.of(gpu))
            .add(memory.layout().family().name())
            .add(StableText.of(memory.layout().settings()))
            .add(memory.codec())
            .add(memory.magBytes())
            .add(memory.trainingInstructions())
            .add(StableText.of(timing));
    for (Path table : memory.codec().files()) {
      key.add(InputFiles.bytes(table, MOST_TABLE_BYTES));
    }
    axes.forEach((name, value) -> key.add(name).add(value));
    return new SweepPoint(program, gpu, memory, timing, axes, key.hex());
  }

  /** Whether the codec changes what programs compute. */
  boolean isLossy() {
    return memory.codec().family().isLossy();
  }

  /** What a recording serves: points that execute the same, and time the same launches of it. */
  Recorded recorded() {
    return new Recorded(
        program.digest(), program.name(), timing.window(), timing.instructionLimit());
  }

  /** A launch that hangs in one has to hang in all. */
  record Recorded(String digest, String name, LaunchWindow window, long instructionLimit) {}

  /** The name of its file, which no other point has. */
  public String file() {
    String readable =
        String.join("-", axes.values()).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]+", "-");
    return "%s-%s.json"
        .formatted(
            readable.substring(0, Math.min(READABLE, readable.length())),
            key.substring(0, KEY_DIGITS));
  }

  /** In a few words. */
  public String label() {
    return String.join(", ", axes.values());
  }
}
