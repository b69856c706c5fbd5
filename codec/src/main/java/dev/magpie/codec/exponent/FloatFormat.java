package dev.magpie.codec.exponent;

import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.SymbolField;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How the bits of a float are laid out: from the highest on its sign, exponent and mantissa. */
public enum FloatFormat {
  BF16(2, 8),
  F16(2, 5),
  F32(4, 8),
  E4M3(1, 4),
  E5M2(1, 5);

  private static final String TYPE = "type";

  private final int bytes;
  private final int exponentBits;
  private final int mantissaBits;

  FloatFormat(int bytes, int exponentBits) {
    this.bytes = bytes;
    this.exponentBits = exponentBits;
    mantissaBits = 8 * bytes - 1 - exponentBits;
  }

  /** A codec's parameter that chooses among some; the first is the default. */
  public static Parameter parameter(FloatFormat... formats) {
    List<String> names = Arrays.stream(formats).map(FloatFormat::toString).toList();
    return new Parameter.Choice(TYPE, names, "type of the numbers");
  }

  /** The format that a specification chooses by that parameter. */
  public static FloatFormat of(CodecSpec spec) {
    return valueOf(spec.value(TYPE).toUpperCase(Locale.ROOT));
  }

  public int bytes() {
    return bytes;
  }

  public int exponentBits() {
    return exponentBits;
  }

  public int mantissaBits() {
    return mantissaBits;
  }

  /** The exponents as what a codec is trained on, each that occurs. */
  public SymbolField exponents() {
    return exponents(1 << exponentBits());
  }

  /** The exponents that a codec is trained on, of which a table keeps some. */
  public SymbolField exponents(int entries) {
    return new SymbolField("exponent", bytes, mantissaBits, exponentBits, entries);
  }

  /** The exponent of the float at a byte offset, as it is stored: with its bias. */
  int exponent(MemorySegment memory, long offset) {
    return (word(memory, offset) >>> mantissaBits) & ((1 << exponentBits) - 1);
  }

  /** Its sign above its mantissa. */
  int signMantissa(MemorySegment memory, long offset) {
    int word = word(memory, offset);
    int sign = word >>> (exponentBits + mantissaBits) & 1;
    return sign << mantissaBits | (word & ((1 << mantissaBits) - 1));
  }

  /** The float of these parts. */
  int join(int exponent, int signMantissa) {
    int sign = signMantissa >>> mantissaBits;
    int mantissa = signMantissa & ((1 << mantissaBits) - 1);
    return sign << (exponentBits + mantissaBits) | exponent << mantissaBits | mantissa;
  }

  private int word(MemorySegment memory, long offset) {
    return switch (bytes) {
      case 1 -> BlockWords.getByte(memory, offset);
      case 2 -> BlockWords.getShort(memory, offset);
      default -> BlockWords.getInt(memory, offset);
    };
  }

  void set(MemorySegment memory, long offset, int word) {
    switch (bytes) {
      case 1 -> BlockWords.setByte(memory, offset, (byte) word);
      case 2 -> BlockWords.setShort(memory, offset, (short) word);
      default -> BlockWords.setInt(memory, offset, word);
    }
  }

  /** The name that users type, such as {@code bf16}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
