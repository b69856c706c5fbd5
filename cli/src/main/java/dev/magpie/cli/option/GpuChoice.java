package dev.magpie.cli.option;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.settings.FileAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What {@code --gpu} takes: the name of a GPU, or a file. */
public record GpuChoice(String name) {
  /**
   * It.
   *
   * @throws BadUsageException if there is no such GPU
   */
  public GpuConfig config() throws IOException {
    Optional<GpuConfig> named = GpuConfigs.named(name);
    if (named.isPresent()) {
      return named.get();
    }
    Path file = BadUsageException.unlessLegal("--gpu: ", () -> FileAddress.of(name));
    BadUsageException.when(
        !Files.isRegularFile(file),
        "--gpu: no GPU is called '%s', and no file; there are %s"
            .formatted(name, String.join(", ", GpuConfigs.names())));
    return GpuConfigs.read(file);
  }
}
