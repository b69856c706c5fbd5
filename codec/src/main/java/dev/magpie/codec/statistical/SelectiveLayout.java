package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;

/**
 * The form of a block coded by SLC: a header that names the run of symbols that is left out, if one
 * is, then E2MC's pointers and ways without these symbols.
 */
final class SelectiveLayout {
  static final int WAYS = 4;
  static final int SYMBOL_BYTES = Short.BYTES;
  private static final int MODE_BITS = 1;
  private static final int LENGTH_BITS = 4;

  /** Bits of a way in the sums of all: enough for 32 symbols with the longest codes. */
  private static final int SUM_BITS = 16;

  private final int blockBytes;
  private final int symbols;
  private final int symbolsPerWay;
  private final int startBits;
  private final int pointerBits;
  private final HuffmanCode code;

  SelectiveLayout(int blockBytes, HuffmanCode code) {
    this.blockBytes = blockBytes;
    this.code = code;
    symbols = blockBytes / SYMBOL_BYTES;
    symbolsPerWay = symbols / WAYS;
    startBits = Integer.numberOfTrailingZeros(symbols);
    pointerBits = Integer.numberOfTrailingZeros(blockBytes);
  }

  int blockBytes() {
    return blockBytes;
  }

  int symbols() {
    return symbols;
  }

  private int pointersAt() {
    return MODE_BITS + startBits + LENGTH_BITS;
  }

  /** Coded bits of a run of symbols, by way in 16 bits each, so that sums can be subtracted. */
  long sums(MemorySegment memory, long offset, int start, int length) {
    long sums = 0;
    for (int symbol = start; symbol < start + length; symbol++) {
      long bits = code.bits(symbol(memory, offset, symbol));
      sums += bits << (symbol / symbolsPerWay * SUM_BITS);
    }
    return sums;
  }

  /** Size of a block whose ways have these sums. */
  int sizeBits(long sums) {
    int bits = pointersAt() + (WAYS - 1) * pointerBits;
    for (int way = 0; way < WAYS; way++) {
      int wayBits = (int) (sums >>> (way * SUM_BITS)) & ((1 << SUM_BITS) - 1);
      bits = wayStart(way, bits) + wayBits;
    }
    return bits;
  }

  /** The first way follows the pointers at once; others begin at a whole byte. */
  private static int wayStart(int way, int bits) {
    return way == 0 ? bits : (bits + 7) & ~7;
  }

  private static int symbol(MemorySegment memory, long offset, int symbol) {
    return Short.toUnsignedInt(BlockWords.getShort(memory, offset + (long) symbol * SYMBOL_BYTES));
  }

  /** Writes a block without a run of its symbols; all of it where the run's length is 0. */
  void write(MemorySegment memory, long offset, int start, int length, BitWriter out) {
    int first = out.bitCount();
    out.write(length == 0 ? 0 : 1, MODE_BITS);
    out.write(length == 0 ? 0 : start, startBits);
    out.write(length == 0 ? 0 : length - 1, LENGTH_BITS);
    out.write(0, (WAYS - 1) * pointerBits);
    for (int way = 0; way < WAYS; way++) {
      int wayStart = wayStart(way, out.bitCount() - first);
      if (way > 0) {
        out.padTo(first + wayStart);
        int pointerAt = first + pointersAt() + (way - 1) * pointerBits;
        out.overwrite(pointerAt, wayStart >>> 3, pointerBits);
      }
      for (int symbol = way * symbolsPerWay; symbol < (way + 1) * symbolsPerWay; symbol++) {
        if (symbol < start || symbol >= start + length) {
          code.write(symbol(memory, offset, symbol), out);
        }
      }
    }
  }

  /**
   * Reads a block; the symbols that were left out become zero.
   *
   * @return the run that was left out, its start in the upper and its length in the lower 16 bits
   */
  int read(BitReader in, MemorySegment memory, long offset) {
    int first = in.position();
    boolean lossy = in.read(MODE_BITS) == 1;
    int start = (int) in.read(startBits);
    int coded = (int) in.read(LENGTH_BITS);
    int length = lossy ? coded + 1 : 0;
    if (lossy ? start + length > symbols || length > symbols / 2 : start != 0 || coded != 0) {
      throw new CorruptBlockException(
          "no block leaves out %d symbols from the %dth on".formatted(length, start));
    }
    long pointers = in.read((WAYS - 1) * pointerBits);
    for (int way = 0; way < WAYS; way++) {
      if (way > 0) {
        int wayStart = wayStart(way, in.position() - first);
        long pointer = (pointers >>> ((WAYS - 1 - way) * pointerBits)) & ((1L << pointerBits) - 1);
        if (pointer != wayStart >>> 3) {
          throw new CorruptBlockException(
              "way %d begins at byte %d, not %d".formatted(way, wayStart >>> 3, pointer));
        }
        in.skip(first + wayStart - in.position());
      }
      for (int symbol = way * symbolsPerWay; symbol < (way + 1) * symbolsPerWay; symbol++) {
        boolean kept = symbol < start || symbol >= start + length;
        setSymbol(memory, offset, symbol, kept ? code.read(in) : 0);
      }
    }
    return start << 16 | length;
  }

  /** Explains a block. */
  void explain(FieldReader in) {
    int first = in.position();
    boolean lossy =
        in.field(
                "mode", MODE_BITS, mode -> mode == 1 ? "words are left out" : "all words are coded")
            == 1;
    int start = (int) in.field("start", startBits, at -> lossy ? "from word " + at : "unused");
    int length =
        (int)
            in.field(
                "length",
                LENGTH_BITS,
                more -> lossy ? "%d words are left out".formatted(more + 1) : "unused");
    int end = lossy ? start + length + 1 : start;
    for (int way = 1; way < WAYS; way++) {
      in.field("pointer to way " + way, pointerBits, "byte %d of the code"::formatted);
    }
    for (int way = 0; way < WAYS; way++) {
      in.padding(first + wayStart(way, in.position() - first), "zeros to a whole byte");
      for (int symbol = way * symbolsPerWay; symbol < (way + 1) * symbolsPerWay; symbol++) {
        if (symbol < start || symbol >= end) {
          code.explain("word " + symbol, in, value -> "= " + FieldReader.hex(value, SYMBOL_BYTES));
        }
      }
    }
  }

  private static void setSymbol(MemorySegment memory, long offset, int symbol, int value) {
    BlockWords.setShort(memory, offset + (long) symbol * SYMBOL_BYTES, (short) value);
  }

  /**
   * Gives each symbol of a run the value of the nearest one of the same half of a 32-bit word
   * before the run, or, where there is none, behind it.
   */
  void predict(MemorySegment memory, long offset, int start, int length) {
    for (int symbol = start; symbol < start + length; symbol++) {
      int before = start - 1 - ((start - 1 - symbol) & 1);
      int behind = start + length + ((start + length - symbol) & 1);
      setSymbol(memory, offset, symbol, symbol(memory, offset, before >= 0 ? before : behind));
    }
  }
}
