package dev.magpie.gpu.memory;

import dev.magpie.codec.CodecSpec;

/** How memory controllers hold lines. */
public sealed interface LineCoding permits Compression, BuddyCompression {
  /** Whose code lines have; {@code none} if they are kept as they are. */
  CodecSpec codec();

  /** Bytes of a burst, which codes are rounded up to. */
  int magBytes();

  /** Whether lines are kept as they are. */
  boolean isNone();
}
