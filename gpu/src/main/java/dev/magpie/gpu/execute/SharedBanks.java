package dev.magpie.gpu.execute;

/**
 * Counts how long the banks of shared memory are busy with a warp's access: each bank serves one
 * word of 4 bytes a cycle, to all lanes that ask for it.
 */
final class SharedBanks {
  private static final int LANES = 32;

  /** Words of 4 bytes that a lane accesses at most. */
  private static final int MOST_WORDS = 8;

  private final int banks;
  private final int[] count;
  private final long[] words;

  SharedBanks(int banks) {
    this.banks = banks;
    count = new int[banks];
    words = new long[banks * LANES * MOST_WORDS];
  }

  /**
   * How many cycles an access takes.
   *
   * @param serially whether each lane takes its turn at a word, as with atomics
   */
  int cycles(int mask, long[] addresses, int bytes, boolean serially) {
    java.util.Arrays.fill(count, 0);
    int most = 1;
    int wordsOfLane = Math.max(1, bytes >> 2);
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long first = addresses[Integer.numberOfTrailingZeros(rest)] >> 2;
      for (long word = first; word < first + wordsOfLane; word++) {
        int bank = (int) (word % banks);
        if (serially || isNew(bank, word)) {
          words[bank * LANES * MOST_WORDS + count[bank]] = word;
          most = Math.max(most, ++count[bank]);
        }
      }
    }
    return most;
  }

  private boolean isNew(int bank, long word) {
    int from = bank * LANES * MOST_WORDS;
    for (int i = from + count[bank] - 1; i >= from; i--) {
      if (words[i] == word) {
        return false;
      }
    }
    return true;
  }
}
