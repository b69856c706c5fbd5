import java.util.List;

/** BDI as others have it, written down from the rules in which they differ. */
final class BdiRules {
  /** Words of so many bytes, and differences of so many. */
  private record Unit(int word, int delta) {
    int bits() {
      return 8 * delta;
    }

    /** Base, differences and the mask. */
    int size(Block block) {
      return 8 * word + block.words(word) * (bits() + 1);
    }
  }

  private static final List<Unit> UNITS =
      List.of(
          new Unit(8, 1),
          new Unit(8, 2),
          new Unit(8, 4),
          new Unit(4, 1),
          new Unit(4, 2),
          new Unit(2, 1));

  /** Whether a word or a difference, of which the upper bits are what they are, fits a unit. */
  private interface Fit {
    boolean test(long number, Unit unit);
  }

  private BdiRules() {}

  private static boolean fits(Block block, Unit unit, Fit fit) {
    long base = 0;
    boolean hasBase = false;
    for (int i = 0; i < block.words(unit.word); i++) {
      long word = block.word(unit.word, i);
      if (fit.test(word, unit)) {
        continue;
      }
      if (!hasBase) {
        base = word;
        hasBase = true;
      } else if (!fit.test(word - base, unit)) {
        return false;
      }
    }
    return true;
  }

  private static long signed(long number, Unit unit) {
    int rest = 64 - 8 * unit.word;
    return number << rest >> rest;
  }

  private static boolean isSigned(long number, int bits) {
    return number >= -(1L << bits - 1) && number < 1L << bits - 1;
  }

  /** PACT 2012, Table 2: the mask takes no bits. */
  static int withoutMask(Block block) {
    int size = block.isZero() ? 8 : block.repeats(8) ? 64 : block.bits();
    for (Unit unit : UNITS) {
      if (fits(block, unit, (d, u) -> isSigned(signed(d, u), u.bits()))) {
        size = Math.min(size, unit.size(block) - block.words(unit.word));
      }
    }
    return size;
  }

  /**
   * gem5: the most negative difference is none, zeros take nothing, and of all sizes the first wins
   * whose block over size, rounded down and then up to a power of two, is largest.
   */
  static int gem5(Block block) {
    int best = block.isZero() ? 0 : block.bits();
    best = ranked(best, block.repeats(8) ? 64 : block.bits(), block);
    for (Unit unit : UNITS) {
      boolean fits =
          fits(
              block,
              unit,
              (d, u) -> isSigned(signed(d, u), u.bits()) && signed(d, u) != -(1L << u.bits() - 1));
      best = ranked(best, fits ? unit.size(block) : block.bits(), block);
    }
    return best;
  }

  private static int ranked(int best, int next, Block block) {
    return rank(next, block) > rank(best, block) ? next : best;
  }

  private static int rank(int size, Block block) {
    if (size == 0) {
      return block.bits();
    }
    int quotient = block.bytes() / Math.ceilDiv(size, 8);
    return quotient == 1 ? 1 : 2 * Integer.highestOneBit(quotient - 1);
  }

  /**
   * The author of BPC: words of four and two bytes are extended with zeros to 64 bits before they
   * are tested and subtracted; the tag of four bits is in the block.
   */
  static int zeroExtended(Block block) {
    int size = block.isZero() ? 8 : block.repeats(8) ? 64 : block.bits();
    for (Unit unit : UNITS) {
      if (fits(block, unit, (d, u) -> isSigned(d, u.bits()))) {
        size = Math.min(size, unit.size(block));
      }
    }
    return size + 4;
  }

  /**
   * CMU: a difference fits by its magnitude and keeps no sign, words are extended with zeros, two
   * bases are counted and no mask, and a repeated word of four bytes takes four.
   */
  static int magnitude(Block block) {
    int size = block.isZero() ? 8 : block.repeats(4) ? 32 : block.repeats(8) ? 64 : block.bits();
    for (Unit unit : UNITS) {
      Fit fit = (d, u) -> Long.compareUnsigned(Math.abs(d), (1L << u.bits()) - 1) <= 0;
      if (fits(block, unit, fit)) {
        size = Math.min(size, 2 * 8 * unit.word + block.words(unit.word) * unit.bits());
      }
    }
    return size;
  }

  /**
   * CAL_22: what is left of a number without its leading ones but the last must fit without a sign;
   * differences are the base less the word; where one does not fit, all that are not immediate stay
   * whole words; the tag is in the block.
   */
  static int mixed(Block block) {
    if (block.isZero() || block.repeats(8)) {
      return (block.isZero() ? 8 : 64) + 4;
    }
    int size = block.bits();
    for (Unit unit : UNITS) {
      int n = block.words(unit.word);
      int immediate = 0;
      long base = 0;
      boolean hasBase = false;
      boolean fits = true;
      for (int i = 0; i < n; i++) {
        long word = block.word(unit.word, i);
        if (isShort(word, unit.bits())) {
          immediate++;
        } else if (!hasBase) {
          base = word;
          hasBase = true;
        } else {
          fits &= isShort(base - word, unit.bits());
        }
      }
      int others =
          fits ? unit.word + (n - immediate - 1) * unit.delta : (n - immediate) * unit.word;
      size = Math.min(size, n + 8 * (immediate * unit.delta + others));
    }
    return size + 4;
  }

  private static boolean isShort(long number, int bits) {
    int ones = Long.numberOfLeadingZeros(~number);
    long rest = ones == 0 || ones == 64 ? number : number & -1L >>> ones - 1;
    return Long.compareUnsigned(rest, (1L << bits) - 1) <= 0;
  }
}
