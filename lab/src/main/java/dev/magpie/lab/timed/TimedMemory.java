package dev.magpie.lab.timed;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.memory.Compression;
import dev.magpie.lab.result.RunSize;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.memory.layout.LayoutSpec;
import dev.magpie.memory.layout.PinnedMemory;
import dev.magpie.memory.layout.UnifiedMemory;
import java.math.BigDecimal;

/** How a GPU holds the lines of a program's memory. */
public sealed interface TimedMemory {
  /** How reports name it. */
  String name();

  /** What the simulator is told for a run of a size. */
  Compression compression(TimedProgram program, RunSize size);

  /** In device memory, or where a line's place is known from its address. */
  enum Lines implements TimedMemory {
    /** As they are. */
    NONE("no compression"),
    /** Coded, each in its place, so that only bandwidth is saved. */
    BANDWIDTH_ONLY("bandwidth only"),
    /** Buddy Compression with the targets of the program's profile. */
    BUDDY("Buddy"),
    /** As they are, in memory of the host that stays there. */
    PINNED("pinned on the host");

    private final String text;

    Lines(String text) {
      this.text = text;
    }

    @Override
    public Compression compression(TimedProgram program, RunSize size) {
      CodecSpec codec = CodecSpec.parse(MemoryProfile.CODEC);
      return switch (this) {
        case NONE -> Compression.NONE;
        // Metadata and zeros as Buddy memory has them, so that the two compare.
        case BANDWIDTH_ONLY ->
            coded(
                LayoutSpec.of(BandwidthMemory.FAMILY)
                    .with("zeros", "metadata")
                    .with("bits", 4)
                    .with("miss", "sector"),
                codec);
        case BUDDY -> Compression.buddy(codec, MemoryProfile.of(program, size).targets());
        case PINNED -> uncoded(LayoutSpec.of(PinnedMemory.FAMILY));
      };
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * Buddy Compression with targets of which a given share of a program's entries needs buddy
   * memory, as near as its buffers allow: data of the paper's programs compress otherwise than
   * ours.
   *
   * @param tenThousandths of the entries
   */
  record Spilling(int tenThousandths) implements TimedMemory {
    @Override
    public Compression compression(TimedProgram program, RunSize size) {
      return Compression.buddy(
          CodecSpec.parse(MemoryProfile.CODEC),
          ShareOfSpills.targets(MemoryProfile.of(program, size).sizes(), tenThousandths / 1e4));
    }

    @Override
    public String name() {
      return "SPILLING";
    }

    @Override
    public String toString() {
      return "Buddy, %s %% spill"
          .formatted(BigDecimal.valueOf(tenThousandths, 2).stripTrailingZeros().toPlainString());
    }
  }

  /**
   * As they are, in pages that come to the device when they are wanted and go when it has no room
   * left. Memory begins on the device as far as there is room, from the first page on.
   *
   * @param oversubscription percent of the pages that there is no room for
   * @param batchMicroseconds that the driver takes for a batch of faults
   * @param prefetches whether pages come beside those that fault
   */
  record Unified(int oversubscription, int batchMicroseconds, boolean prefetches)
      implements TimedMemory {
    /** With the driver as it is measured to be. */
    public static Unified of(int oversubscription) {
      return new Unified(oversubscription, 45, true);
    }

    /** The same with a faster driver, or a slower one. */
    public Unified withBatches(int microseconds) {
      return new Unified(oversubscription, microseconds, prefetches);
    }

    /** The same without pages that nobody asked for. */
    public Unified withoutPrefetch() {
      return new Unified(oversubscription, batchMicroseconds, false);
    }

    @Override
    public Compression compression(TimedProgram program, RunSize size) {
      return uncoded(
          LayoutSpec.of(UnifiedMemory.FAMILY)
              .with("oversubscription", oversubscription)
              .with("batch-microseconds", batchMicroseconds)
              .with("prefetch", prefetches ? "on" : "off")
              .with("begin", "device"));
    }

    @Override
    public String name() {
      return "UNIFIED";
    }

    @Override
    public String toString() {
      return "unified, %d %% oversubscribed, batches of %d us%s"
          .formatted(oversubscription, batchMicroseconds, prefetches ? "" : ", no prefetch");
    }
  }

  private static Compression uncoded(LayoutSpec layout) {
    return coded(layout, CodecSpec.parse("none"));
  }

  private static Compression coded(LayoutSpec layout, CodecSpec codec) {
    return Compression.of(layout, codec, Compression.NONE.magBytes());
  }
}
