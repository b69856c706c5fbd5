package dev.magpie.gpu.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.memory.buddy.TargetRatio;
import java.util.Map;

/**
 * Buddy Compression behind the memory controllers: of each line, device memory has what a target
 * ratio promises, and buddy memory, over a link, the rest (Buddy paper, section III).
 *
 * @param codec whose code, lossless
 * @param targets of what
 */
public record BuddyCompression(CodecSpec codec, Targets targets) implements MemoryDesign {
  private static final int SECTOR_BYTES = 32;

  /**
   * @throws IllegalArgumentException if the codec is lossy
   */
  public BuddyCompression {
    if (codec.family().isLossy()) {
      throw new IllegalArgumentException(codec + " is lossy, which Buddy memory is not");
    }
  }

  /** Which memory has which target. */
  public sealed interface Targets {
    /** All memory has the same. */
    record Same(TargetRatio ratio) implements Targets {
      @Override
      public String toString() {
        return ratio.toString();
      }
    }

    /** Allocations have their own by name; without one, an allocation is not compressed. */
    record ByName(Map<String, TargetRatio> ratios) implements Targets {
      public ByName {
        ratios = Map.copyOf(ratios);
      }

      @Override
      public String toString() {
        return "by allocation";
      }
    }
  }

  /** Entries move in sectors. */
  @Override
  public int magBytes() {
    return SECTOR_BYTES;
  }

  @Override
  public boolean isNone() {
    return false;
  }

  @Override
  public CompressedLines lines(
      GpuConfig config, DeviceImage image, LinePlacement placement, MemoryCounters counters) {
    return new BuddySpace(config, this, image, placement, counters).lines();
  }
}
