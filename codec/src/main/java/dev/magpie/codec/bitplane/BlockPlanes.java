package dev.magpie.codec.bitplane;

/** A 128-byte block as bit planes of its differences: a thread's working space. */
final class BlockPlanes {
  /** Planes below that of the signs; as many as a block has words. */
  static final int PLANES = 32;

  /** By plane, a bit a difference; one more for the signs, where blocks are put together. */
  final int[] planes = new int[PLANES + 1];

  final int[] words = new int[PLANES];

  /** Squares of bits, each transposed by itself. */
  final int[] transposed = new int[PLANES];

  /** Codes of pairs of planes, the lower pair first: left-aligned, and how many bits each has. */
  final long[] codes = new long[PLANES / 2];

  final long[] codeBits = new long[PLANES / 2];

  /** The first word. */
  int base;

  /** The plane above all others: which differences are negative. */
  int signs;

  /** A bit for each plane that has no bit set. */
  int zero;

  /** A bit for each plane that has one set before the exclusive-or with the one above. */
  int beforeXor;
}
