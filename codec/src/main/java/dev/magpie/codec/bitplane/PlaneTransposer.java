package dev.magpie.codec.bitplane;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.CorruptBlockException;
import java.lang.foreign.MemorySegment;

/** Transposes 128-byte blocks into bit planes and back, faster than one bit at a time. */
interface PlaneTransposer {

  /** Takes a block apart: all of the planes, exclusive-ored with those above. */
  void split(MemorySegment memory, long offset, BlockPlanes block);

  /** Writes the codes of all planes but that of the signs. */
  void write(BlockPlanes block, BitWriter out);

  /**
   * Puts a block together from its first word and its coded planes.
   *
   * @throws CorruptBlockException if the codes end too early, or there are no such
   */
  void join(BitReader in, int base, BlockPlanes block, MemorySegment memory, long offset);
}
