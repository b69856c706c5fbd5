package dev.magpie.lab.timed;

import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.config.BuddyLinkConfig;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.gpu.config.MetadataLookup;
import dev.magpie.lab.result.RunSize;
import dev.magpie.settings.Records;

/**
 * The Buddy paper's GPU (Table I) with one of its memories, and what is otherwise about it.
 *
 * @param memory how lines are held
 * @param gigabytesPerSecond of all links each way, on the whole GPU; a quick run's quarter has a
 *     quarter of it
 * @param change one thing that is not as in Table I
 */
public record TimedSetup(TimedMemory memory, int gigabytesPerSecond, Change change) {
  /** Of six links of NVLink 2, which the paper compares with. */
  public static final int NVLINK2 = 150;

  /** What the paper sets everything against: no compression, and no limit of memory. */
  public static final TimedSetup BASE = of(TimedMemory.Lines.NONE, NVLINK2);

  /** One thing that is not as in Table I. */
  public enum Change {
    NONE(""),
    /** Metadata take no time, and nothing ever moves for them. */
    METADATA_AT_HAND("metadata at hand"),
    /** The 4 KiB a controller of sections III-C and IV-A, and not 64 KiB in all. */
    METADATA_4K("4 KiB of metadata cache"),
    /** Codecs take no time. */
    NO_CODEC_LATENCY("codecs take no time"),
    /** Buddy memory answers in half of the time. */
    HALF_LATENCY("half the latency of buddy memory"),
    /** In twice the time. */
    DOUBLE_LATENCY("twice the latency of buddy memory"),
    /** Arrays start a third of a MiB further on: in other channels, banks and sets. */
    FURTHER("arrays 1/3 MiB further"),
    /** Two thirds. */
    STILL_FURTHER("arrays 2/3 MiB further"),
    /**
     * What is timed runs three times, after it has run once already: memory and caches are as in
     * the midst of a run.
     */
    THREE_SWEEPS("three sweeps");

    private final String text;

    Change(String text) {
      this.text = text;
    }

    private GpuConfig of(GpuConfig gpu) {
      return switch (this) {
        case NONE, FURTHER, STILL_FURTHER, THREE_SWEEPS -> gpu;
        case METADATA_AT_HAND ->
            Records.with(
                Records.with(gpu, "controller.metadata", MetadataLookup.AT_HAND),
                "controller.metadata-latency",
                0);
        case METADATA_4K -> Records.with(gpu, "controller.metadata-cache.bytes", 4 << 10);
        case NO_CODEC_LATENCY -> Records.with(gpu, "controller.codec-latency", 0.0);
        case HALF_LATENCY -> latency(gpu, 0.5);
        case DOUBLE_LATENCY -> latency(gpu, 2);
      };
    }

    /** Bytes of memory that are in use before the first array. */
    int usedBytes() {
      return switch (this) {
        case FURTHER -> (1 << 20) / 3;
        case STILL_FURTHER -> (2 << 20) / 3;
        default -> 0;
      };
    }

    private static GpuConfig latency(GpuConfig gpu, double times) {
      BuddyLinkConfig links = gpu.buddy().orElseThrow();
      return gpu.with(Records.with(links, "latency", (int) (times * links.latency())));
    }

    @Override
    public String toString() {
      return text;
    }
  }

  public static TimedSetup of(TimedMemory memory, int gigabytesPerSecond) {
    return new TimedSetup(memory, gigabytesPerSecond, Change.NONE);
  }

  /** The same with one thing changed. */
  public TimedSetup with(Change other) {
    return new TimedSetup(memory, gigabytesPerSecond, other);
  }

  /** The one whose execution is recorded for this one to replay: arrays lie alike. */
  TimedSetup recorded() {
    return change.usedBytes() == 0 ? BASE : BASE.with(change);
  }

  /** The name of the GPU of runs of a size. */
  static String gpuName(RunSize size) {
    return size == RunSize.QUICK ? "p100-quarter" : "p100";
  }

  /** The GPU. */
  GpuConfig gpu(RunSize size) {
    GpuConfig gpu = GpuConfigs.named(gpuName(size)).orElseThrow();
    BuddyLinkConfig links = gpu.buddy().orElseThrow();
    double each = links.gigabytesPerSecond() * gigabytesPerSecond / NVLINK2;
    return change.of(gpu.with(Records.with(links, "gigabytes-per-second", each)));
  }

  /**
   * Builds it for a program. Copies of the host take time on its links, but not where a program
   * runs again: each time would copy the input anew.
   */
  TimedGpuBuilder builder(TimedProgram program, RunSize size) {
    TimedGpuBuilder builder = TimedGpu.builder(gpu(size)).memory(memory.compression(program, size));
    return change == Change.THREE_SWEEPS ? builder : builder.timingHostCopies();
  }

  @Override
  public String toString() {
    String linked = "%s, %d GB/s".formatted(memory, gigabytesPerSecond);
    return change == Change.NONE ? linked : linked + ", " + change;
  }
}
