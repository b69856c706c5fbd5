package dev.magpie.lab.study;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.ControllerConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.SecondLevelConfig;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.lab.result.RunSize;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The paper's GPU (Table IV), as a {@link Setup} changes it. */
final class GpuVariants {
  /**
   * By how much the L2 and the metadata caches of a quick run are smaller: about as much as the
   * programs' memory is, so that what exceeds them in a full run does so in a quick one.
   */
  private static final int QUICK_PART = 8;

  private GpuVariants() {}

  static String name(RunSize size) {
    return size == RunSize.QUICK ? "gtx580 with an eighth of its L2 and metadata caches" : "gtx580";
  }

  static TimedGpu.Builder builder(Setup setup, RunSize size) {
    return TimedGpu.builder(of(setup, size))
        .memory(
            Compression.of(
                Compression.DEFAULT_LAYOUT.with("code-bytes", setup.metadata().codeBytes()),
                CodecSpec.parse(setup.codec()),
                setup.mag()));
  }

  private static GpuConfig of(Setup setup, RunSize size) {
    GpuConfig gpu = GpuConfigs.named(setup.chip().gpu()).orElseThrow();
    SecondLevelConfig l2 = gpu.l2();
    int part = size == RunSize.QUICK ? QUICK_PART : 1;
    ControllerConfig controller = gpu.controller();
    BlockMetadataCache.Shape cache = controller.metadataCache();
    return gpu.with(
            new SecondLevelConfig(
                l2.slices(),
                l2.bytes() / part,
                l2.ways(),
                l2.latency(),
                l2.mshrs(),
                l2.merges(),
                l2.queue(),
                l2.missQueue(),
                setup.fill(),
                l2.writeMiss(),
                l2.interleaveBytes(),
                l2.hash(),
                l2.atomicCycles()))
        .with(
            new ControllerConfig(
                controller.controllers(),
                l2.slices(),
                controller.latency(),
                new BlockMetadataCache.Shape(
                    setup.metadata().cacheBytes() / part, cache.ways(), cache.lineBytes()),
                controller.metadataLatency()))
        .with(
            setup.mag() == Setup.MAG
                ? DramConfigs.named(setup.chip().dram()).orElseThrow()
                : dram(setup.mag()));
  }

  /** The same bandwidth in accesses of other sizes. */
  private static DramConfig dram(int mag) {
    String name = "mag%d.toml".formatted(mag);
    try (InputStream in = GpuVariants.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no DRAM with a MAG of %d B".formatted(mag));
      }
      Path file = Files.createTempFile("magpie", name);
      try {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        return DramConfigs.read(file);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
