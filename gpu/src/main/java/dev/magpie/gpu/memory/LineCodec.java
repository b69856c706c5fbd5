package dev.magpie.gpu.memory;

import dev.magpie.memory.Transfers;
import java.lang.foreign.MemorySegment;

/** What a codec takes at a controller: cycles of the core, or instructions of a multiprocessor. */
interface LineCodec {
  /**
   * What is coded from here is a line that the program wrote, until this is said of another: a
   * codec that adapts learns from it alone, and one that is lossy may approximate it or not.
   */
  default void writes(MemorySegment line, boolean mayApproximate) {}

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
