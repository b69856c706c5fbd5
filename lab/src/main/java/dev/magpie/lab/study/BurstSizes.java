package dev.magpie.lab.study;

import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.settings.TemporaryDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Presets of DRAM whose bursts have other sizes, at the same bandwidth. */
final class BurstSizes {
  private BurstSizes() {}

  /**
   * A preset in accesses of a size.
   *
   * @param mag bytes of a burst
   */
  static DramConfig of(String preset, int mag) {
    return mag == Setup.MAG ? DramConfigs.named(preset).orElseThrow() : other(preset, mag);
  }

  private static DramConfig other(String preset, int mag) {
    String name = "%s-mag%d.toml".formatted(preset, mag);
    try (InputStream in = BurstSizes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no %s with a MAG of %d B".formatted(preset, mag));
      }
      try (TemporaryDirectory temporary = TemporaryDirectory.make()) {
        Path file = temporary.place().resolve(name);
        Files.copy(in, file);
        return DramConfigs.read(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
