package dev.magpie.codec;

/**
 * A block size and the memory access granularity (MAG) in which a memory moves it.
 *
 * <p>A compressed block saves bandwidth only in whole granules: its <em>effective</em> size is its
 * stored size rounded up to the MAG (MAG paper, section III). A block whose code is not smaller
 * than itself is stored raw.
 *
 * @param blockBytes block size in bytes: a power of two from 32 to 256
 * @param magBytes bytes moved by one memory access; divides the block size
 */
public record Granularity(int blockBytes, int magBytes) {

  /** The paper's main case: 128-byte blocks in 32-byte bursts. */
  public static final Granularity DEFAULT = new Granularity(128, 32);

  /**
   * @throws IllegalArgumentException if the block size is not a power of two from 32 to 256, or the
   *     MAG does not divide it
   */
  public Granularity {
    if (blockBytes < 32 || blockBytes > 256 || Integer.bitCount(blockBytes) != 1) {
      throw new IllegalArgumentException(
          "block size must be 32, 64, 128 or 256 bytes, not " + blockBytes);
    }
    if (magBytes < 1 || blockBytes % magBytes != 0) {
      throw new IllegalArgumentException(
          "MAG must divide the block size of %d bytes, and %d does not"
              .formatted(blockBytes, magBytes));
    }
  }

  /** The block's size in bits. */
  public int blockBits() {
    return 8 * blockBytes;
  }

  /** Granules in a block: the largest value of {@link #granules}. */
  public int granulesPerBlock() {
    return blockBytes / magBytes;
  }

  /** Bytes that a block with this coded size takes where every byte counts. */
  public int storedBytes(int codedBits) {
    return codedBits >= blockBits() ? blockBytes : (codedBits + 7) >>> 3;
  }

  /** Granules moved for a block with this coded size: at least one. */
  public int granules(int codedBits) {
    return effectiveBytes(codedBits) >>> Integer.numberOfTrailingZeros(magBytes);
  }

  /** Bytes moved for a block with this coded size: its granules, whole. */
  public int effectiveBytes(int codedBits) {
    // Divides a power of two, so it is one, and rounding up needs no division.
    return Math.max(magBytes, (storedBytes(codedBits) + magBytes - 1) & -magBytes);
  }
}
