package dev.magpie.gpu.stream;

import java.util.Arrays;

/**
 * Counts how long the banks of shared memory are busy with a warp's access: each bank serves one
 * word of 4 bytes a cycle, to all lanes that ask for it.
 */
public final class SharedBanks {
  private static final int LANES = 32;

  /** Words of 4 bytes that a lane accesses at most. */
  private static final int MOST_WORDS = 8;

  private final int banks;
  private final int[] count;
  private final long[] words;

  /** None of which is busy. */
  public SharedBanks(int banks) {
    this.banks = banks;
    count = new int[banks];
    words = new long[banks * LANES * MOST_WORDS];
  }

  /**
   * How many cycles an access takes.
   *
   * @param serially whether each lane takes its turn at a word, as with atomics
   */
  public int cycles(int mask, long[] addresses, int bytes, boolean serially) {
    return !serially && isNarrow(mask, addresses, bytes)
        ? 1
        : busiest(mask, addresses, bytes, serially);
  }

  /** Whether all words lie so close together that no bank has two of them. */
  private boolean isNarrow(int mask, long[] addresses, int bytes) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    if (mask == -1) {
      for (int lane = 0; lane < LANES; lane++) {
        first = Math.min(first, addresses[lane]);
        last = Math.max(last, addresses[lane]);
      }
    } else {
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        long address = addresses[Integer.numberOfTrailingZeros(rest)];
        first = Math.min(first, address);
        last = Math.max(last, address);
      }
    }
    return first >= 0 && ((last + bytes - 1) >>> 2) - (first >>> 2) < banks;
  }

  private int busiest(int mask, long[] addresses, int bytes, boolean serially) {
    Arrays.fill(count, 0);
    int most = 1;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long address = addresses[Integer.numberOfTrailingZeros(rest)];
      long last = (address + bytes - 1) >>> 2;
      for (long word = address >>> 2; word <= last; word++) {
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
