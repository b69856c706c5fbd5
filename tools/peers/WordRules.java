import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** FPC, C-PACK and BPC as others have them, written down from the rules in which they differ. */
final class WordRules {
  private WordRules() {}

  // FPC

  /** Whether a word or half-word can be told by so many bits. */
  private interface Fit {
    boolean test(int number, int bits);
  }

  private static boolean isSigned(int number, int bits) {
    return number << 32 - bits >> 32 - bits == number;
  }

  private static boolean isPositive(int number, int bits) {
    return number >= 0 && isSigned(number, bits);
  }

  /** gem5: neither half-word of a byte may be negative. */
  static int fpcPositiveHalves(Block block) {
    return fpc(block, 8, WordRules::isSigned, WordRules::isPositive);
  }

  /** The author of BPC: words and half-words are extended with zeros, so none is negative. */
  static int fpcZeroExtended(Block block) {
    return fpc(block, 8, WordRules::isPositive, WordRules::isPositive);
  }

  /** CAL_22: a run of zeros has no end. */
  static int fpcEndlessRuns(Block block) {
    return fpc(block, Integer.MAX_VALUE, WordRules::isSigned, WordRules::isSigned);
  }

  private static int fpc(Block block, int longestRun, Fit words, Fit halves) {
    int size = 0;
    int run = 0;
    for (int word : block.words()) {
      if (word == 0) {
        size += run == 0 ? 6 : 0;
        run = run + 1 == longestRun ? 0 : run + 1;
        continue;
      }
      run = 0;
      boolean isHalf =
          words.test(word, 16)
              || (short) word == 0
              || halves.test((short) word, 8) && halves.test(word >> 16, 8);
      boolean isByte = words.test(word, 8) || isRepeated(word);
      size += 3 + (words.test(word, 4) ? 4 : isByte ? 8 : isHalf ? 16 : 32);
    }
    return size;
  }

  private static boolean isRepeated(int word) {
    return word == (word & 0xff) * 0x01010101;
  }

  /** CMU: whole bytes, the magnitude without a sign, no runs; three bits a word. */
  static int fpcBytes(Block block) {
    int bytes = 3 * block.words(4) / 8;
    for (int word : block.words()) {
      long magnitude = Math.abs((long) word);
      boolean isHalf =
          magnitude <= 0xffff
              || (word & 0xffff) == 0
              || (word & 0xffff) <= 0xff && (word >>> 16) <= 0xff;
      bytes += magnitude <= 0xff ? 1 : isHalf ? 2 : isRepeated(word) ? 1 : 4;
    }
    return Math.min(8 * bytes, block.bits());
  }

  // C-PACK

  /** gem5: as many entries as a block has words, each told by four bits. */
  static int cpackLargeDictionary(Block block) {
    int size = 0;
    List<Integer> dictionary = new ArrayList<>();
    for (int word : block.words()) {
      if (word >>> 8 == 0) {
        size += word == 0 ? 2 : 12;
        continue;
      }
      int best = 34;
      for (int entry : dictionary) {
        best = Math.min(best, match(word ^ entry));
      }
      size += best;
      dictionary.add(word);
    }
    return size;
  }

  private static int match(int difference) {
    return difference == 0 ? 6 : difference >>> 8 == 0 ? 16 : difference >>> 16 == 0 ? 24 : 34;
  }

  /**
   * Words are read with the first byte as the most significant, and the first entry with two equal
   * bytes is taken; only words without one enter the dictionary.
   *
   * @param dictionary the oldest entry first
   * @param afterwards what is done to it when a word has come in
   */
  static int cpackFirstMatch(
      Block block, List<Integer> dictionary, Consumer<List<Integer>> afterwards) {
    int size = 0;
    for (int little : block.words()) {
      int word = Integer.reverseBytes(little);
      if (word >>> 8 == 0) {
        size += word == 0 ? 2 : 12;
        continue;
      }
      int bits = 34;
      for (int entry : dictionary) {
        bits = match(word ^ entry);
        if (bits < 34) {
          break;
        }
      }
      size += bits;
      if (bits == 34) {
        dictionary.add(word);
        afterwards.accept(dictionary);
      }
    }
    return size;
  }

  // BPC

  /**
   * CAL_22: planes, positions and the plane of ones are those of 128-byte blocks, words have no
   * sign, and a base of four bits is coded whatever the base is.
   */
  static int bpcWidthsOf128(Block block) {
    int[] words = block.words();
    int[] planes = new int[34]; // the last is zero
    for (int i = 0; i + 1 < words.length; i++) {
      long delta = (words[i + 1] & 0xffffffffL) - (words[i] & 0xffffffffL);
      for (int j = 0; j <= 32; j++) {
        planes[j] |= (int) (delta >> j & 1) << i;
      }
    }
    int[] xor = new int[33];
    for (int j = 0; j <= 32; j++) {
      xor[j] = planes[j] ^ planes[j + 1];
    }
    return 7 + bpcPlanes(xor, planes, 31, 5);
  }

  /** EBPC: a whole base, and planes that are combined with the one below. */
  static int bpcFromBelow(Block block) {
    int[] words = block.words();
    int[] planes = new int[32];
    for (int i = 0; i + 1 < words.length; i++) {
      int delta = words[i + 1] - words[i];
      for (int j = 0; j < 32; j++) {
        planes[j] |= (delta >>> j & 1) << i;
      }
    }
    int[] xor = planes.clone();
    for (int j = 1; j < 32; j++) {
      xor[j] ^= planes[j - 1];
    }
    int index = 32 - Integer.numberOfLeadingZeros(words.length - 1);
    return 32 + bpcPlanes(xor, planes, words.length - 1, index);
  }

  private static int bpcPlanes(int[] xor, int[] planes, int width, int index) {
    int size = 0;
    int run = 0;
    for (int j = xor.length - 1; j >= -1; j--) {
      if (j >= 0 && xor[j] == 0) {
        run++;
        continue;
      }
      size += run == 0 ? 0 : run == 1 ? 3 : 7;
      run = 0;
      if (j >= 0) {
        size += bpcPlane(xor[j], planes[j], width, index);
      }
    }
    return size;
  }

  private static int bpcPlane(int xor, int plane, int width, int index) {
    if (plane == 0 || xor == -1 >>> 32 - width) {
      return 5;
    }
    int lowest = Integer.lowestOneBit(xor);
    return xor == lowest || xor == 3 * lowest ? 5 + index : 1 + width;
  }
}
