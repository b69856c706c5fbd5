package dev.magpie.lab.mag;

import dev.magpie.codec.BlockWords;
import java.lang.foreign.MemorySegment;

/**
 * A block of 4-byte words as BDI with any number of bases would store it: the least of the deltas
 * of one and two bytes that all words have to one of the bases. Decides about sizes only.
 */
final class BasesOfBlock {
  private static final int[] DELTA_BITS = {8, 16};
  private final int[] words;

  BasesOfBlock(int blockBytes) {
    words = new int[blockBytes / Integer.BYTES];
  }

  /** Reads the words of a block. */
  BasesOfBlock of(MemorySegment memory, long offset) {
    for (int i = 0; i < words.length; i++) {
      words[i] = BlockWords.getInt(memory, offset + (long) Integer.BYTES * i);
    }
    return this;
  }

  /**
   * Bytes of the block with some bases. One base is the first word; of more, the first is zero, and
   * each other is the first word that none of those before it serves. A word's base takes as many
   * bits as tell them apart.
   */
  int bytes(int bases) {
    return bytes(bases, Integer.SIZE - Integer.numberOfLeadingZeros(bases - 1));
  }

  /** The same where it costs nothing to tell a word's base. */
  int bytesWithoutMask(int bases) {
    return bytes(bases, 0);
  }

  private int bytes(int bases, int choiceBits) {
    for (int bits : DELTA_BITS) {
      int stored = bases == 1 ? 1 : bases - 1;
      if (serve(bits, bases > 1, stored)) {
        return bytes(bits, stored, choiceBits);
      }
    }
    return words.length * Integer.BYTES;
  }

  /** Bytes of the block with zero and the best of all other bases. */
  int bytesWithBestBase() {
    for (int bits : DELTA_BITS) {
      if (span(bits) < 1L << bits) {
        return bytes(bits, 1, 1);
      }
    }
    return words.length * Integer.BYTES;
  }

  private int bytes(int deltaBits, int stored, int choiceBits) {
    int bits = Integer.SIZE * stored + words.length * (choiceBits + deltaBits);
    return Math.min(words.length * Integer.BYTES, Math.ceilDiv(bits, Byte.SIZE));
  }

  /** Whether so many bases, chosen as they are needed, serve all words. */
  private boolean serve(int deltaBits, boolean zero, int bases) {
    int[] chosen = new int[bases];
    int count = 0;
    for (int word : words) {
      boolean served = zero && fits(word, deltaBits);
      for (int b = 0; b < count && !served; b++) {
        served = fits(word - chosen[b], deltaBits);
      }
      if (!served) {
        if (count == bases) {
          return false;
        }
        chosen[count++] = word;
      }
    }
    return true;
  }

  /** From the least to the greatest of the words that zero does not serve. */
  private long span(int deltaBits) {
    boolean any = false;
    int first = 0;
    long least = 0;
    long greatest = 0;
    for (int word : words) {
      if (fits(word, deltaBits)) {
        continue;
      }
      if (!any) {
        any = true;
        first = word;
      }
      // Around the first: deltas wrap, as the adder does.
      int apart = word - first;
      least = Math.min(least, apart);
      greatest = Math.max(greatest, apart);
    }
    return greatest - least;
  }

  private static boolean fits(int delta, int bits) {
    int rest = Integer.SIZE - bits;
    return delta << rest >> rest == delta;
  }
}
