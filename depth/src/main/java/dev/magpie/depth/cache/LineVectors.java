package dev.magpie.depth.cache;

import dev.magpie.codec.simd.VectorSupport;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** Copies lines a vector at a time. */
final class LineVectors {
  private static final VectorSpecies<Long> LONGS =
      VectorSupport.bits() == 512 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;

  private LineVectors() {}

  /** Copies a line of 64 bytes. */
  static void copy(long[] source, int at, long[] target, int to) {
    for (int word = 0; word < 8; word += LONGS.length()) {
      LongVector.fromArray(LONGS, source, at + word).intoArray(target, to + word);
    }
  }
}
