package dev.magpie.memory.buddy;

/**
 * The 4 metadata bits of a memory-entry: its size in 32 B sectors, 0 to 4, as in the Buddy paper's
 * section III; and 5, our use of a reserved state, for an entry of a 16x allocation whose code fits
 * the 8 B that it has in device memory. 6 to 15 are reserved.
 */
public final class EntryCode {
  /** All bytes are zero; nothing is stored. */
  public static final int ZERO = 0;

  /** Stored as it is. */
  public static final int RAW = 4;

  /** Coded in at most 64 bits, in a 16x allocation. */
  public static final int TINY = 5;

  private static final int SECTOR_BITS = 256;

  private EntryCode() {}

  /** Sectors that an entry of this code occupies; the shared one counts for {@link #TINY}. */
  public static int sectors(int code) {
    return code == TINY ? 1 : code;
  }

  /**
   * The code of an entry of this coded size, as {@link EntryCodec} gives it.
   *
   * @param bits 0 for an all-zero entry; more than 96 B means stored raw
   */
  public static int of(int bits, TargetRatio target) {
    if (bits <= 64 && bits > 0 && target == TargetRatio.SIXTEEN) {
      return TINY;
    }
    return bits > 3 * SECTOR_BITS ? RAW : (bits + SECTOR_BITS - 1) / SECTOR_BITS;
  }
}
