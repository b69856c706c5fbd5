package dev.magpie.buddy;

import java.util.Locale;

/** Which sizes a compressed 128 B memory-entry can have; a coded size is rounded up to the set. */
public enum SizeSet {
  /** The Buddy paper's Figure 3: 0, 8, 16, 32, 64, 80, 96 and 128 B, without page packing. */
  OPTIMISTIC {
    @Override
    public int bytes(int bits) {
      int bytes = (bits + 7) / 8;
      if (bytes <= 16) {
        return (bytes + 7) / 8 * 8;
      }
      return bytes > 64 && bytes <= 80 ? 80 : BUDDY.bytes(bits);
    }
  },
  /** Buddy Compression itself (section III): 0, 32, 64, 96 and 128 B. */
  BUDDY {
    @Override
    public int bytes(int bits) {
      return Math.min(128, (bits + 255) / 256 * 32);
    }
  };

  /**
   * Bytes that an entry takes.
   *
   * @param bits its coded size, at most 1024; 0 for an all-zero entry, and for no other
   */
  public abstract int bytes(int bits);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
