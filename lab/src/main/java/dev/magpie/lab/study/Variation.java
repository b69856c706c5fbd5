package dev.magpie.lab.study;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.SecondLevelConfig.WriteMiss;
import dev.magpie.gpu.dram.SchedulerConfig;
import dev.magpie.settings.Records;
import java.util.Map;

/** One thing that is otherwise than on the paper's GPU, as experiments have it. */
public enum Variation {
  /** The GPU of Table IV. */
  NONE("as in Table IV", Memory.COMPRESSED),
  /** What a codec does takes no time. */
  NO_CODEC_LATENCY("codecs take no time", Memory.COMPRESSED),
  /** Metadata take no time, and their cache has room for those of all programs. */
  METADATA_AT_HAND("metadata are at hand", Memory.COMPRESSED),
  /** Metadata of a block have the four bits that BDI with all of its cases needs. */
  FOUR_BITS("4 bits of metadata a block", Memory.COMPRESSED),
  /** Base and mask of a block, 66 bits with its tag, are in the metadata cache of 16 KiB. */
  HEADERS_16K("base and mask in 16 KiB of metadata cache", Memory.COMPRESSED),
  /** The same in a cache of 32 KiB. */
  HEADERS_32K("base and mask in 32 KiB of metadata cache", Memory.COMPRESSED),
  /** Codecs that are trained learn from what moves in the first instructions. */
  ONLINE_TRAINING("trained online", Memory.COMPRESSED),
  /** A write that misses the L2 goes on to memory, and its line is fetched. */
  FETCHED_WRITES("L2 fetches what is written", Memory.ALL),
  /** Queues of L2, controllers and channels have half the room. */
  HALF_QUEUES("half the queues", Memory.ALL),
  /** Twice the room. */
  DOUBLE_QUEUES("twice the queues", Memory.ALL),
  /** The L2 exchanges sectors with uncompressed memory, and not lines. */
  SECTORS("L2 of sectors", Memory.ALL),
  /** Arrays start a third of a MiB further on: in other channels, banks and sets. */
  FURTHER("arrays 1/3 MiB further", Memory.ALL),
  /** Two thirds. */
  STILL_FURTHER("arrays 2/3 MiB further", Memory.ALL),
  /** The GTX 580 of GPGPU-Sim 3.x, each chip of its DRAM by itself. */
  GPGPUSIM3("GPGPU-Sim 3.x", Memory.ALL);

  /** What it concerns. */
  private enum Memory {
    COMPRESSED,
    ALL
  }

  private final String text;
  private final Memory memory;

  Variation(String text, Memory memory) {
    this.text = text;
    this.memory = memory;
  }

  /** Whether it concerns memory that is not compressed, too. */
  public boolean isOfAllMemory() {
    return memory == Memory.ALL;
  }

  GpuConfig of(GpuConfig gpu) {
    return switch (this) {
      case NONE, FOUR_BITS, HEADERS_16K, ONLINE_TRAINING, FURTHER, STILL_FURTHER -> gpu;
      case NO_CODEC_LATENCY -> Records.with(gpu, "controller.codec-latency", 0.0);
      case METADATA_AT_HAND ->
          Records.with(metadataCache(gpu, 16 << 20), "controller.metadata-latency", 0);
      case HEADERS_32K -> metadataCache(gpu, 32 << 10);
      case FETCHED_WRITES -> Records.with(gpu, "l2.write-miss", WriteMiss.FETCH);
      case HALF_QUEUES -> queues(gpu, 0.5);
      case DOUBLE_QUEUES -> queues(gpu, 2);
      case SECTORS -> Records.with(gpu, "l2.fill", Fill.SECTOR);
      case GPGPUSIM3 -> gpgpusim3(gpu.dram().accessBytes());
    };
  }

  /** Bits of metadata that each block has; 0 for as many as its codec needs. */
  int metadataBits() {
    return this == FOUR_BITS ? 4 : 0;
  }

  /** Leading bytes of a block's code that are kept in the metadata. */
  int codeBytes() {
    return this == HEADERS_16K || this == HEADERS_32K ? 8 : 0;
  }

  /** Bytes of memory that are in use before the first array. */
  int usedBytes() {
    return switch (this) {
      case FURTHER -> (1 << 20) / 3;
      case STILL_FURTHER -> (2 << 20) / 3;
      default -> 0;
    };
  }

  /** What of it a recording of the program depends on: where arrays are. */
  Variation ofRecording() {
    return usedBytes() == 0 ? NONE : this;
  }

  private static GpuConfig metadataCache(GpuConfig gpu, int bytes) {
    return Records.with(gpu, "controller.metadata-cache.bytes", bytes);
  }

  private static GpuConfig queues(GpuConfig gpu, double part) {
    SchedulerConfig dram = gpu.dram().controller();
    Map<String, Integer> rooms =
        Map.of(
            "l2.queue", gpu.l2().queue(),
            "l2.miss-queue", gpu.l2().missQueue(),
            "dram.controller.read-queue", dram.readQueue(),
            "dram.controller.write-queue", dram.writeQueue(),
            "dram.controller.write-high", dram.writeHigh(),
            "dram.controller.write-low", dram.writeLow());
    GpuConfig changed = gpu;
    for (Map.Entry<String, Integer> room : rooms.entrySet()) {
      changed = Records.with(changed, room.getKey(), (int) (part * room.getValue()));
    }
    return changed;
  }

  private static GpuConfig gpgpusim3(int mag) {
    GpuConfig gpu = GpuConfigs.named("gtx580-gpgpusim3").orElseThrow();
    return Records.with(gpu, "controller.channels", gpu.l2().slices())
        .with(BurstSizes.of("gpgpusim3", mag));
  }

  /** As tables call it. */
  @Override
  public String toString() {
    return text;
  }
}
