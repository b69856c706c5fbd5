package dev.magpie.gpu.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.config.GpuConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the memory behind the L2 is compressed: each controller has a memory of some layout, or all
 * have one Buddy memory.
 */
public sealed interface MemoryDesign permits Compression, BuddyCompression {
  /** Whose code lines have; {@code none} if they are kept as they are. */
  CodecSpec codec();

  /** Bytes of a burst, which codes are rounded up to. */
  int magBytes();

  /** Whether lines are kept as they are, and move by the sector. */
  boolean isNone();

  /** The layout, where it is another than bandwidth-only. */
  default Optional<String> otherLayout() {
    return Optional.empty();
  }

  /**
   * The compressed memory of a GPU, or null if there is none.
   *
   * @throws IllegalArgumentException if the GPU cannot have it
   */
  @Nullable CompressedLines lines(
      GpuConfig config, DeviceImage image, LinePlacement placement, MemoryCounters counters);
}
