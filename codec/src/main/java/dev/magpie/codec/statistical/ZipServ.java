package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.Fidelity;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.LatencyClass;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.SymbolField;
import dev.magpie.codec.exponent.BlockFloats;
import dev.magpie.codec.exponent.FloatFormat;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;

/**
 * ZipServ's triple bitmaps (Fan et al., ASPLOS 2026, TCA-TBE): seven consecutive exponents have
 * codes of three bits, which stand in three bitmaps, a bit of each float in each. A float in the
 * window is its sign and mantissa; code 0 means a float as it is. So any float is found by counting
 * bits.
 *
 * <p>As in its code (HPMLL/ZipServ_ASPLOS26, {@code InitBF16MatrixTripleBitmap}), floats as they
 * are stand apart from the others, behind them here. There a tile is 8 x 8 floats of a matrix, with
 * offsets of larger tiles beside it; here it is a block. The window with most of the training is
 * ours: the code there begins with the seven most frequent exponents.
 */
public final class ZipServ implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "zipserv",
          "ZipServ: seven exponents in three bitmaps",
          "Fan et al., ASPLOS 2026; a block for a tile, other types ours",
          Fidelity.LOSSLESS,
          Latency.unpublished(LatencyClass.KERNEL),
          32,
          List.of(
              FloatFormat.parameter(FloatFormat.BF16, FloatFormat.F16, FloatFormat.F32),
              new Parameter.File("table", "the codec's training")),
          spec -> List.of(field(spec)),
          ZipServ::new);

  private static SymbolField field(CodecSpec spec) {
    return FloatFormat.of(spec).exponents();
  }

  private static final int BITMAPS = 3;
  private static final int WINDOW = 7;
  private static final int OUTSIDE = 0;

  private final BlockFloats floats;
  private final int exponentBits;

  /** The exponent below the window's first, to which codes are added. */
  private final int base;

  private ZipServ(CodecSpec spec, Granularity granularity, CodecTable table) {
    floats = new BlockFloats(FloatFormat.of(spec), granularity.blockBytes());
    exponentBits = floats.format().exponentBits();
    base = first(table.field(field(spec)).entries()) - 1;
  }

  /** The first of the consecutive exponents that occur most, the lowest of several. */
  private int first(List<CodecTable.Entry> entries) {
    int first = 0;
    long most = 0;
    for (int candidate = 0; candidate <= (1 << exponentBits) - WINDOW; candidate++) {
      long from = candidate;
      long inWindow =
          entries.stream()
              .filter(entry -> entry.value() >= from && entry.value() < from + WINDOW)
              .mapToLong(CodecTable.Entry::count)
              .sum();
      if (inWindow > most) {
        most = inWindow;
        first = candidate;
      }
    }
    return first;
  }

  @Override
  public int blockBytes() {
    return floats.blockBytes();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int bits = codedBits(memory, offset);
    return bits >= 8 * blockBytes() ? RAW : bits;
  }

  private int codedBits(MemorySegment memory, long offset) {
    return floats.allSignMantissaBits()
        + floats.count() * BITMAPS
        + outside(memory, offset) * exponentBits;
  }

  /** How many floats are outside of the window. */
  private int outside(MemorySegment memory, long offset) {
    int outside = 0;
    for (int index = 0; index < floats.count(); index++) {
      outside += code(floats.exponent(memory, offset, index)) == OUTSIDE ? 1 : 0;
    }
    return outside;
  }

  private int code(int exponent) {
    int code = exponent - base;
    return code > OUTSIDE && code <= WINDOW ? code : OUTSIDE;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    for (int bitmap = 0; bitmap < BITMAPS; bitmap++) {
      for (int index = 0; index < floats.count(); index++) {
        out.write(code(floats.exponent(memory, offset, index)) >>> bitmap & 1, 1);
      }
    }
    for (int index = 0; index < floats.count(); index++) {
      if (code(floats.exponent(memory, offset, index)) != OUTSIDE) {
        floats.writeSignAndMantissa(memory, offset, index, out);
      }
    }
    for (int index = 0; index < floats.count(); index++) {
      int exponent = floats.exponent(memory, offset, index);
      if (code(exponent) == OUTSIDE) {
        out.write(exponent, exponentBits);
        floats.writeSignAndMantissa(memory, offset, index, out);
      }
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("ZipServ has no tag " + tag);
    }
    // Codes wait in the exponents' places until the floats come.
    for (int bitmap = 0; bitmap < BITMAPS; bitmap++) {
      for (int index = 0; index < floats.count(); index++) {
        int lower = bitmap == 0 ? 0 : floats.exponent(memory, offset, index);
        floats.setExponent(memory, offset, index, (int) in.read(1) << bitmap | lower);
      }
    }
    for (int index = 0; index < floats.count(); index++) {
      int code = floats.exponent(memory, offset, index);
      if (code != OUTSIDE) {
        floats.readSignAndMantissa(in, memory, offset, index);
        floats.setExponent(memory, offset, index, code);
      }
    }
    for (int index = 0; index < floats.count(); index++) {
      int code = floats.exponent(memory, offset, index);
      if (code == OUTSIDE) {
        int exponent = (int) in.read(exponentBits);
        if (code(exponent) != OUTSIDE) {
          throw new CorruptBlockException("exponent %d has a code".formatted(exponent));
        }
        floats.readSignAndMantissa(in, memory, offset, index);
        floats.setExponent(memory, offset, index, exponent);
      } else {
        floats.setExponent(memory, offset, index, base + code);
      }
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int[] codes = new int[floats.count()];
    for (int bitmap = 0; bitmap < BITMAPS; bitmap++) {
      BitSet bits = in.flags("bitmap " + bitmap, codes.length, "a bit of each number's code");
      for (int index = bits.nextSetBit(0); index >= 0; index = bits.nextSetBit(index + 1)) {
        codes[index] |= 1 << bitmap;
      }
    }
    for (int index = 0; index < codes.length; index++) {
      int exponent = base + codes[index];
      if (codes[index] != OUTSIDE) {
        in.field(
            "word " + index,
            floats.signMantissaBits(),
            rest -> "with exponent %d = %s".formatted(exponent, floats.hex(exponent, (int) rest)));
      }
    }
    for (int index = 0; index < codes.length; index++) {
      if (codes[index] == OUTSIDE) {
        int exponent = (int) in.field("exponent of word " + index, exponentBits, Long::toString);
        in.field(
            "word " + index,
            floats.signMantissaBits(),
            rest -> "with exponent %d = %s".formatted(exponent, floats.hex(exponent, (int) rest)));
      }
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return List.of(
        "%d of %d exponents are not from %d to %d: its code has %d bits, and the block %d"
            .formatted(
                outside(memory, offset),
                floats.count(),
                base + 1,
                base + WINDOW,
                codedBits(memory, offset),
                8 * blockBytes()));
  }
}
