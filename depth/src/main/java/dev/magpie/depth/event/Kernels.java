package dev.magpie.depth.event;

import dev.magpie.codec.simd.VectorSupport;

/** Which code of a back-end looks at tiles. What it encodes is the same to the bit. */
public enum Kernels {
  /** Sample by sample. */
  SCALAR,
  /**
   * A vector at a time, on machines and for tiles that suit: faster, once Java has compiled it,
   * which takes seconds.
   */
  VECTOR;

  /** Events whose replay takes as long either way (measured in docs/performance.md). */
  private static final long LONG_RUN = 40_000_000;

  /**
   * The faster ones for a run of some length.
   *
   * @param events to replay, in all back-ends together
   */
  public static Kernels forRun(long events) {
    return events < LONG_RUN ? SCALAR : VECTOR;
  }

  /** Whether there are vectors, and they are to be used. */
  public boolean areVectors() {
    return this == VECTOR && VectorSupport.bits() > 0;
  }

  /** Whether so many samples are looked at in vectors. */
  public boolean areVectors(int samples) {
    return this == VECTOR && VectorSupport.serves(samples * Integer.BYTES);
  }
}
