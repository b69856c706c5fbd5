package dev.magpie.codec.burst;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.simd.BulkSizer;
import java.lang.foreign.MemorySegment;

/**
 * A way to code a block into whole bursts. What its fields may take is given, and widths that no
 * field says follow from that: each word gets what the bursts leave to it, as in the MAG paper's
 * equation 1.
 */
sealed interface Mode permits Deltas, VaryingPlanes, HighParts, NotZeros {
  /** As specifications name it. */
  String name();

  /** The block as it reads it. */
  WordView words();

  /** As {@link BurstMode} has it. */
  int decoderCycles();

  /** The fewest bits that its fields can take for a block; it takes any number from there on. */
  int bits(MemorySegment memory, long offset);

  /** Whether its fields have room for a block. */
  default boolean fits(MemorySegment memory, long offset, int room) {
    return bits(memory, offset) <= room;
  }

  /** A sizer of many blocks in scalar code, which lowers sizes to those of the mode. */
  static BulkSizer scalar(Mode mode, Bursts bursts, int blockBytes) {
    return (memory, offset, sizes) -> {
      for (int i = 0; i < sizes.length; i++) {
        if (sizes[i] > bursts.bits()) {
          int bits = mode.bits(memory, offset + (long) i * blockBytes);
          sizes[i] = Math.min(sizes[i], bursts.size(bits));
        }
      }
    };
  }

  /**
   * Appends the fields, in no more bits than there is room for.
   *
   * @param room at least {@link #bits}
   */
  void encode(MemorySegment memory, long offset, int room, BitWriter out);

  /**
   * Reads the fields and writes the block.
   *
   * @throws CorruptBlockException if no block is coded so
   */
  void decode(BitReader in, int room, MemorySegment memory, long offset);

  /** Explains the fields. */
  void explain(FieldReader in, int room);

  /** The bits that so many words get of a room, at most as many as they have. */
  static int share(int room, int words, WordView of) {
    if (room < 0) {
      throw new CorruptBlockException("the mode's fields do not fit the bursts of the block");
    }
    return words == 0 ? of.bits() : Math.min(of.bits(), room / words);
  }
}
