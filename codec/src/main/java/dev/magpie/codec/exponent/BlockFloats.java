package dev.magpie.codec.exponent;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.FieldReader;
import java.lang.foreign.MemorySegment;

/**
 * The floats of a block, whose signs and mantissas stand in front of the coded exponents as they
 * are, so that all but the exponents have their places.
 *
 * @param format of each of them
 */
public record BlockFloats(FloatFormat format, int blockBytes) {

  /** How many there are. */
  public int count() {
    return blockBytes / format.bytes();
  }

  /** Bits of a sign and its mantissa. */
  public int signMantissaBits() {
    return 1 + format.mantissaBits();
  }

  /** Bits of all signs and mantissas. */
  public int allSignMantissaBits() {
    return count() * signMantissaBits();
  }

  /** The exponent of a float of the block. */
  public int exponent(MemorySegment memory, long block, int index) {
    return format.exponent(memory, block + (long) index * format.bytes());
  }

  /** Gives an exponent to a float of the block that has its sign and mantissa. */
  public void setExponent(MemorySegment memory, long block, int index, int exponent) {
    long offset = block + (long) index * format.bytes();
    format.set(memory, offset, format.join(exponent, format.signMantissa(memory, offset)));
  }

  public void writeSignsAndMantissas(MemorySegment memory, long block, BitWriter out) {
    for (int index = 0; index < count(); index++) {
      writeSignAndMantissa(memory, block, index, out);
    }
  }

  public void writeSignAndMantissa(MemorySegment memory, long block, int index, BitWriter out) {
    long offset = block + (long) index * format.bytes();
    out.write(format.signMantissa(memory, offset), signMantissaBits());
  }

  /** Reads all signs and mantissas into the block's floats, whose exponents are 0 then. */
  public void readSignsAndMantissas(BitReader in, MemorySegment memory, long block) {
    for (int index = 0; index < count(); index++) {
      readSignAndMantissa(in, memory, block, index);
    }
  }

  public void readSignAndMantissa(BitReader in, MemorySegment memory, long block, int index) {
    long offset = block + (long) index * format.bytes();
    format.set(memory, offset, format.join(0, (int) in.read(signMantissaBits())));
  }

  /** Explains all signs and mantissas, and returns them. */
  public int[] explainSignsAndMantissas(FieldReader in) {
    int[] all = new int[count()];
    for (int index = 0; index < all.length; index++) {
      String name = "sign and mantissa " + index;
      all[index] = (int) in.field(name, signMantissaBits(), this::meaning);
    }
    return all;
  }

  private String meaning(long signMantissa) {
    long sign = signMantissa >>> format.mantissaBits();
    long mantissa = signMantissa & ((1L << format.mantissaBits()) - 1);
    return "%s, 0x%x".formatted(sign == 0 ? "positive" : "negative", mantissa);
  }

  /** The float of these parts, as explanations show it. */
  public String hex(int exponent, int signMantissa) {
    return FieldReader.hex(format.join(exponent, signMantissa), format.bytes());
  }
}
