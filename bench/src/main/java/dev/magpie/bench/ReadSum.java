package dev.magpie.bench;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The least that a pass over memory can do: read it and add it up, with vectors. */
final class ReadSum {
  private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  private ReadSum() {}

  /** The sum of the 8-byte words of some bytes, a multiple of four vectors. */
  static long of(MemorySegment memory, long offset, long bytes) {
    LongVector a = LongVector.zero(SPECIES);
    LongVector b = LongVector.zero(SPECIES);
    LongVector c = LongVector.zero(SPECIES);
    LongVector d = LongVector.zero(SPECIES);
    for (long at = offset; at < offset + bytes; at += 4L * VECTOR_BYTES) {
      a = a.add(LongVector.fromMemorySegment(SPECIES, memory, at, ORDER));
      b = b.add(LongVector.fromMemorySegment(SPECIES, memory, at + VECTOR_BYTES, ORDER));
      c = c.add(LongVector.fromMemorySegment(SPECIES, memory, at + 2L * VECTOR_BYTES, ORDER));
      d = d.add(LongVector.fromMemorySegment(SPECIES, memory, at + 3L * VECTOR_BYTES, ORDER));
    }
    return a.add(b).add(c.add(d)).reduceLanes(VectorOperators.ADD);
  }
}
