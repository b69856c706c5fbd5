package dev.magpie.gpu.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Codecs;
import dev.magpie.gpu.config.CoreConfig.IssueOrder;
import dev.magpie.gpu.config.CoreConfig.SchedulerPolicy;
import dev.magpie.settings.SettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** MAG-aware BDI, Table IV, in its order. */
  @Test
  void gtx580IsThatOfTableFour() {
    GpuConfig config = GpuConfigs.named("gtx580").orElseThrow();

    assertThat(config.multiprocessors()).isEqualTo(16);
    assertThat(config.clockMegahertz()).isEqualTo(822);
    assertThat(config.core().threads()).isEqualTo(1536);
    assertThat(config.core().blocks()).isEqualTo(8);
    assertThat(config.core().threadsPerBlock()).isEqualTo(1024);
    assertThat(config.core().registers()).isEqualTo(32 << 10);
    assertThat(config.core().sharedBytes()).isEqualTo(48 << 10);
    assertThat(config.l1().bytes()).isEqualTo(16 << 10);
    assertThat(config.l2().bytes()).isEqualTo(768 << 10);
    assertThat(config.controller().controllers()).isEqualTo(6);
    assertThat(config.dram().standard()).isEqualTo("GDDR5");
    assertThat(config.dram().clockMegahertz()).isEqualTo(1002);
    assertThat(config.peakGigabytesPerSecond()).isCloseTo(192.4, within(0.05));
    // A burst of 8 on 32 bits.
    assertThat(config.dram().accessBytes()).isEqualTo(32);
  }

  /** Buddy Compression, Table I, in its order. */
  @Test
  void p100IsThatOfTableOne() {
    GpuConfig config = GpuConfigs.named("p100").orElseThrow();

    assertThat(config.clockMegahertz()).isEqualTo(1300);
    assertThat(config.core().schedulers()).isEqualTo(2);
    assertThat(config.core().policy()).isEqualTo(SchedulerPolicy.GREEDY_THEN_OLDEST);
    assertThat(config.core().warps()).isEqualTo(64);
    assertThat(config.l1().bytes()).isEqualTo(24 << 10);
    assertThat(config.core().sharedBytes()).isEqualTo(64 << 10);
    assertThat(config.l2().bytes()).isEqualTo(4 << 20);
    assertThat(config.l2().slices()).isEqualTo(32);
    assertThat(config.l2().ways()).isEqualTo(16);
    assertThat(config.l2().fill()).isEqualTo(Fill.SECTOR);
    assertThat(config.controller().controllers()).isEqualTo(8);
    assertThat(config.controller().channels()).isEqualTo(32);
    assertThat(config.dram().clockMegahertz()).isEqualTo(875);
    assertThat(config.peakGigabytesPerSecond()).isCloseTo(896, within(0.5));
    assertThat(config.controller().controllers() * config.controller().metadataCache().bytes())
        .isEqualTo(64 << 10);
  }

  /** NVIDIA's figures of each: multiprocessors, MHz, KiB of L2, GB/s, GiB. */
  @ParameterizedTest
  @CsvSource({
    "v100, 80, 1530, 6144, 898, 16",
    "gv100, 80, 1447, 6144, 870, 16",
    "a100, 108, 1410, 40960, 1555, 40",
    "a100-80gb, 108, 1410, 40960, 2039, 80",
    "rtx3090, 82, 1695, 6144, 936, 24",
    "rtx4090, 128, 2520, 73728, 1008, 24"
  })
  void othersHaveTheirPublicFigures(
      String name, int multiprocessors, int megahertz, int kibibytes, int bandwidth, int memory) {
    GpuConfig config = GpuConfigs.named(name).orElseThrow();

    assertThat(config.multiprocessors()).isEqualTo(multiprocessors);
    assertThat(config.clockMegahertz()).isEqualTo(megahertz);
    assertThat(config.l2().bytes()).isEqualTo(kibibytes << 10);
    assertThat(config.peakGigabytesPerSecond()).isCloseTo(bandwidth, within(0.5));
    assertThat(config.controller().channels() * config.dram().bytes())
        .isEqualTo((long) memory << 30);
    assertThat(config.core().order()).isEqualTo(IssueOrder.AS_COMPILED);
  }

  /** What nobody has published a measurement of is not called right. */
  @Test
  void whatIsUnverifiedSaysSo() {
    for (String name : List.of("rtx3090", "rtx4090")) {
      GpuConfig config = GpuConfigs.named(name).orElseThrow();
      assertThat(config.description()).endsWith("; unverified");
      assertThat(config.dram().description()).endsWith("; timings unverified");
    }
  }

  /** NVIDIA's figures: 132 multiprocessors, 50 MB, 3.35 TB/s, 80 GB. */
  @Test
  void h100HasItsPublicFigures() {
    GpuConfig config = GpuConfigs.named("h100").orElseThrow();

    assertThat(config.multiprocessors()).isEqualTo(132);
    assertThat(config.l2().bytes()).isEqualTo(50 << 20);
    assertThat(config.peakGigabytesPerSecond()).isCloseTo(3350, within(5.0));
    assertThat(config.controller().channels() * config.dram().bytes()).isEqualTo(80L << 30);
  }

  @Test
  void aUsersFileSaysWhatDiffers() throws IOException {
    GpuConfig config = GpuConfigs.read(file("like = 'gtx580'\n[l2]\nbytes = 1572864\n"));

    assertThat(config.name()).isEqualTo("mine");
    assertThat(config.l2().bytes()).isEqualTo(1536 << 10);
    assertThat(config.l2().slices()).isEqualTo(12);
  }

  @Test
  void figuresOfEnergyAreThoseOfThePapers() {
    EnergyConfig energy = GpuConfigs.named("p100").orElseThrow().energy();

    // MAG-aware BDI, section V-B; Buddy Compression, section IV-B.
    assertThat(energy.metadataCache().joules(1000, 0)).isCloseTo(1.4e-9, within(1e-15));
    assertThat(energy.metadataCache().joules(0, 1000)).isCloseTo(0.97e-9, within(1e-15));
    assertThat(energy.link().joules(32)).isCloseTo(32 * 8 * 2 * 11e-12, within(1e-15));
    // E2MC: 1.5 % of 244 W while blocks of 128 bytes make up 192.4 GB/s.
    assertThat(energy.codec("e2mc").orElseThrow().joules(1, 0))
        .isCloseTo(0.015 * 244 * 128 / 192.4e9, within(1e-12));
    assertThat(energy.codec("none").orElseThrow().joules(1, 1)).isZero();
    assertThat(energy.codecs().keySet())
        .isSubsetOf(Codecs.families().stream().map(CodecFamily::name).toList());
  }

  @Test
  void aFileSaysOtherwiseAboutOneCodec() throws IOException {
    GpuConfig config =
        GpuConfigs.read(file("like = 'gtx580'\n[energy.codec.bdi]\ncompression-picojoules = 7\n"));

    assertThat(config.energy().codec("bdi").orElseThrow().joules(1, 0))
        .isCloseTo(7e-12, within(1e-18));
    assertThat(config.energy().codec("fpc"))
        .isEqualTo(GpuConfigs.named("gtx580").orElseThrow().energy().codec("fpc"));
  }

  @Test
  void itsDramMayBeAFileBesideIt() throws IOException {
    Files.writeString(directory.resolve("fast.toml"), "like = 'p100'\nclock-megahertz = 1000\n");
    GpuConfig config = GpuConfigs.read(file("like = 'p100'\n[dram]\nlike = 'fast.toml'\n"));

    assertThat(config.dram().name()).isEqualTo("fast");
    assertThat(config.peakGigabytesPerSecond()).isCloseTo(1024, within(0.5));
    assertWrong(
        "like = 'p100'\n[dram]\nlike = 'slow.toml'\n", "dram.like: there is no file " + directory);
  }

  @Test
  void mistakesAreToldByKey() throws IOException {
    assertWrong("like = 'gtx581'\n", "no GPU is called");
    assertWrong("like = 'gtx580'\n[l2]\nbits = 1\n", ":3: l2.bits: is no key of this table");
    assertWrong(
        "like = 'gtx580'\n[l2]\nbytes = 1000000\n",
        "mine.toml:3: l2.bytes: 1000000 is no whole number of sets: 12 slices of 8 ways of lines of"
            + " 128 bytes are 12288, and the nearest multiples are 995328 and 1007616");
    assertWrong(
        "like = 'gtx580'\n[l2]\nbytes = 1000\n", "are 12288, and the nearest multiples are 12288");
    assertWrong(
        "like = 'gtx580'\n[l1]\nbytes = 17000\n",
        "mine.toml:3: l1.bytes: 17000 is no whole number of sets: 4 ways of lines of 128 bytes are"
            + " 512, and the nearest multiples are 16896 and 17408");
    assertWrong("like = 'gtx580'\n[l2]\nhash = 'xor'\n", "l2.hash: xor and ipoly need");
    assertWrong("like = 'gtx580'\n[l2]\nslices = 8\n", "l2.slices: has to be a multiple");
    assertWrong("like = 'gtx580'\n[core.units]\narithmetic = 0\n", "core.units.arithmetic: has to");
    assertWrong(
        "like = 'gtx580'\n[core.timing.special]\nunit = 'none'\n",
        "core.timing.special.unit: no unit is called 'none'");
    assertWrong(
        "like = 'gtx580'\n[controller.metadata-cache]\nbytes = 100\n",
        "controller.metadata-cache.bytes: no metadata cache has 100 B");
    assertWrong("like = 'gtx580'\n[dram]\nlike = 'x'\n", "dram.like: no DRAM is called 'x'");
    assertWrong("like = 'gtx580'\nenergy = 3\n", "energy: has to be a table");
    assertWrong("like = 'p100'\n[buddy]\nlinks = 0\n", "buddy.links: has to be a whole number");
    assertWrong("like = 'gtx580'\n[buddy]\nlinks = 1\n", "buddy.gigabytes-per-second: is missing");
    assertWrong("like = 'gtx580'\n[assist]\nbuffer = -1\n", "assist.buffer: has to be a whole");
    assertWrong(
        "like = 'gtx580'\n[energy.codec.latte-cc]\ncompression-picojoules = 1\n",
        "energy.codec.latte-cc.decompression-picojoules: is missing");
    assertWrong(
        "like = 'gtx580'\n[energy.codec.bid]\ncompression-picojoules = 1\n",
        ":2: energy.codec.bid: no codec is called 'bid'; the nearest are bdi, ");
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
