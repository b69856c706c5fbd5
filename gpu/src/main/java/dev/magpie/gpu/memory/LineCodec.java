package dev.magpie.gpu.memory;

import dev.magpie.memory.Transfers;

/** What a codec takes at a controller: cycles of the core, or instructions of a multiprocessor. */
interface LineCodec {
  /** From now on, what is coded may be approximated, if the codec is lossy. */
  default void mayApproximate(boolean may) {}

  /** Whether the codec may approximate at all. */
  default boolean isLossy() {
    return false;
  }

  /** Cycles to decode what an access read; it decoded something. */
  int decompressionCycles(Transfers cost);

  /** Cycles to code what an access wrote; it had something coded. */
  int compressionCycles(Transfers cost);

  /** Instructions in place of cycles; 0 unless a multiprocessor decodes. */
  default int decompressionInstructions(Transfers cost) {
    return 0;
  }

  default int compressionInstructions(Transfers cost) {
    return 0;
  }
}
