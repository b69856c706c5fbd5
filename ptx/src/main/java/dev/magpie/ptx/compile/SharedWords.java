package dev.magpie.ptx.compile;

/** Shared memory as words, the lower half of a longer element first. */
final class SharedWords {
  private SharedWords() {}

  /** The word at an address. */
  static int index(long address, int alignment) {
    if ((address & alignment) != 0 || address != (int) address) {
      throw Missed.MISSED;
    }
    return (int) address >> 2;
  }

  static long getByte(int[] words, long address) {
    return (byte) (words[(int) address >> 2] >> (8 * ((int) address & 3)));
  }

  static long getShort(int[] words, long address) {
    return (short) (words[(int) address >> 2] >> (8 * ((int) address & 2)));
  }

  static long getInt(int[] words, long address) {
    return words[(int) address >> 2];
  }

  static long getLong(int[] words, long address) {
    int index = (int) address >> 2;
    return (words[index] & 0xffff_ffffL) | (long) words[index + 1] << Integer.SIZE;
  }

  static void setByte(int[] words, long address, long value) {
    set(words, address, 0xff, value);
  }

  static void setShort(int[] words, long address, long value) {
    set(words, address, 0xffff, value);
  }

  private static void set(int[] words, long address, int mask, long value) {
    int index = (int) address >> 2;
    int shift = 8 * ((int) address & 3);
    words[index] = (words[index] & ~(mask << shift)) | ((int) value & mask) << shift;
  }

  static void setInt(int[] words, long address, long value) {
    words[(int) address >> 2] = (int) value;
  }

  static void setLong(int[] words, long address, long value) {
    int index = (int) address >> 2;
    words[index] = (int) value;
    words[index + 1] = (int) (value >>> Integer.SIZE);
  }
}
