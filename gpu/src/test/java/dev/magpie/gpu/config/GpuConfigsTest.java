package dev.magpie.gpu.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.gpu.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuConfigsTest {
  @TempDir Path directory;

  @Test
  void everyPresetIsComplete() {
    assertThat(GpuConfigs.names()).isNotEmpty();
    for (String name : GpuConfigs.names()) {
      GpuConfig config = GpuConfigs.named(name).orElseThrow();
      assertThat(config.name()).isEqualTo(name);
      assertThat(config.description()).isNotBlank();
      assertThat(config.source()).isNotBlank();
    }
  }

  @Test
  void gtx580HasTheBandwidthOfTableFour() {
    GpuConfig config = GpuConfigs.named("gtx580").orElseThrow();

    assertThat(config.peakGigabytesPerSecond()).isCloseTo(192.4, within(0.05));
    assertThat(config.multiprocessors()).isEqualTo(16);
    assertThat(config.l2().bytes()).isEqualTo(768 << 10);
  }

  @Test
  void aUsersFileSaysWhatDiffers() throws IOException {
    GpuConfig config = GpuConfigs.read(file("like = 'gtx580'\n[l2]\nbytes = 1572864\n"));

    assertThat(config.name()).isEqualTo("mine");
    assertThat(config.l2().bytes()).isEqualTo(1536 << 10);
    assertThat(config.l2().slices()).isEqualTo(12);
  }

  @Test
  void mistakesAreToldByKey() throws IOException {
    assertWrong("like = 'gtx581'\n", "no GPU is called");
    assertWrong("like = 'gtx580'\n[l2]\nbits = 1\n", "l2.bits: is no key of this table");
    assertWrong("like = 'gtx580'\n[l2]\nbytes = 1000\n", "l2.bytes: has to be a multiple");
    assertWrong("like = 'gtx580'\n[l2]\nhash = 'xor'\n", "l2.hash: other than modulo needs");
    assertWrong("like = 'gtx580'\n[l2]\nslices = 8\n", "l2.slices: has to be a multiple");
    assertWrong("like = 'gtx580'\n[core.units]\narithmetic = 0\n", "core.units.arithmetic: has to");
    assertWrong(
        "like = 'gtx580'\n[core.timing.special]\nunit = 'none'\n",
        "core.timing.special.unit: no unit is called 'none'");
    assertWrong(
        "like = 'gtx580'\n[controller.metadata-cache]\nbytes = 100\n",
        "controller.metadata-cache.bytes: no metadata cache has 100 B");
    assertWrong("like = 'gtx580'\n[dram]\nlike = 'x'\n", "dram.like: no DRAM is called 'x'");
    assertWrong("multiprocessors = 1\n", "is missing");
    assertWrong("like = \n", "is not TOML");
  }

  private void assertWrong(String text, String problem) throws IOException {
    Path file = file(text);
    assertThatThrownBy(() -> GpuConfigs.read(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("mine.toml")
        .hasMessageContaining(problem);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("mine.toml"), text);
  }
}
