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

  static void setInt(int[] words, long address, long value) {
    words[(int) address >> 2] = (int) value;
  }

  static void setLong(int[] words, long address, long value) {
    int index = (int) address >> 2;
    words[index] = (int) value;
    words[index + 1] = (int) (value >>> Integer.SIZE);
  }
}
