package dev.magpie.lab.study;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.lab.result.RunSize;
import dev.magpie.settings.Records;

/** The paper's GPU (Table IV), as a {@link Setup} changes it. */
final class GpuVariants {
  /**
   * By how much the L2 and the metadata caches of a quick run are smaller: about as much as the
   * programs' memory is, so that what exceeds them in a full run does so in a quick one.
   */
  private static final int QUICK_PART = 8;

  /** Of threads, which SLC samples (MAG paper, section V-A). */
  private static final long TRAINING_INSTRUCTIONS = 20_000_000;

  /** By how much fewer instructions a quick run has, all programs together. */
  private static final int QUICK_PART_OF_INSTRUCTIONS = 40;

  private GpuVariants() {}

  static String name(RunSize size) {
    return size == RunSize.QUICK ? "gtx580 with an eighth of its L2 and metadata caches" : "gtx580";
  }

  static TimedGpuBuilder builder(Setup setup, RunSize size) {
    Compression compression =
        Compression.of(
            Compression.DEFAULT_LAYOUT
                .with("bits", setup.variation().metadataBits())
                .with("code-bytes", setup.variation().codeBytes()),
            CodecSpec.parse(setup.codec()),
            setup.mag());
    return TimedGpu.builder(of(setup, size))
        .memory(
            setup.variation() == Variation.ONLINE_TRAINING
                ? compression.online(
                    size == RunSize.QUICK
                        ? TRAINING_INSTRUCTIONS / QUICK_PART_OF_INSTRUCTIONS
                        : TRAINING_INSTRUCTIONS)
                : compression);
  }

  private static GpuConfig of(Setup setup, RunSize size) {
    GpuConfig table4 = GpuConfigs.named("gtx580").orElseThrow();
    GpuConfig bursts =
        setup.mag() == Setup.MAG ? table4 : table4.with(BurstSizes.of("gtx580", setup.mag()));
    GpuConfig gpu = setup.variation().of(bursts);
    int part = size == RunSize.QUICK ? QUICK_PART : 1;
    int metadata = gpu.controller().metadataCache().bytes();
    return Records.with(
        Records.with(gpu, "l2.bytes", gpu.l2().bytes() / part),
        "controller.metadata-cache.bytes",
        metadata / part);
  }
}
