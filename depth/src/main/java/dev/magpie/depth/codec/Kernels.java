package dev.magpie.depth.codec;

import dev.magpie.codec.simd.VectorSupport;
import dev.magpie.depth.event.TileShape;

/**
 * Which code of a {@link TileCodec} looks at a tile. What it encodes is the same to the bit;
 * vectors are faster, but Java takes some seconds of the machine to compile them all.
 */
public enum Kernels {
  /** Sample by sample. */
  SCALAR,
  /** A vector at a time, on machines and for tiles that suit. */
  VECTOR;

  /** The length of vectors in bits; 0 for none. */
  int vectorBits() {
    return this == VECTOR ? VectorSupport.bits() : 0;
  }

  /** Whether so many samples are looked at in vectors. */
  boolean areVectors(int samples) {
    return this == VECTOR && VectorSupport.serves(samples * TileShape.SAMPLE_BYTES);
  }
}
