package dev.magpie.codec;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Reads a coded block field by field and keeps what each of them is: the explanation that {@link
 * BlockCodec#explain(int, FieldReader)} makes. Its fields are cut from the coded bits themselves,
 * so that joined they cannot be others. For people, not for speed.
 */
public final class FieldReader {
  private final String digits;
  private final BitReader in;
  private final List<Explanation.Field> fields = new ArrayList<>();
  private final StringBuilder encoding = new StringBuilder();

  FieldReader(BitWriter coded) {
    in = new BitReader(coded);
    StringBuilder text = new StringBuilder();
    while (in.remaining() > 0) {
      text.append(in.read(1));
    }
    digits = text.toString();
    in.load(MemorySegment.ofArray(coded.toByteArray()), 0, coded.bitCount());
  }

  /** Bits explained so far. */
  public int position() {
    return in.position();
  }

  /** Bits that no field has yet. */
  public int remaining() {
    return in.remaining();
  }

  /** Says which form of its code the codec chose; what is said last stands last. */
  public void encoding(String form) {
    encoding.append(encoding.isEmpty() ? "" : ", ").append(form);
  }

  /**
   * Reads a field of 0 to 64 bits; one of no bits is not kept.
   *
   * @param meaning says what the bits, an unsigned number, stand for
   * @return the bits
   */
  public long field(String name, int width, LongFunction<String> meaning) {
    return field(name, bits -> bits.read(width), meaning);
  }

  /** Reads a field whose meaning does not depend on its bits. */
  public long field(String name, int width, String meaning) {
    return field(name, width, _ -> meaning);
  }

  /**
   * Reads a field as the decoder does.
   *
   * @param decoder reads the field and no more, and returns its value
   * @param meaning says what the value stands for
   * @return the value
   */
  public long field(String name, ToLongFunction<BitReader> decoder, LongFunction<String> meaning) {
    int start = in.position();
    long value = decoder.applyAsLong(in);
    if (in.position() > start) {
      String bits = digits.substring(start, in.position());
      fields.add(new Explanation.Field(name, bits, meaning.apply(value)));
    }
    return value;
  }

  /**
   * Reads a field of any number of flags.
   *
   * @return which of them are set, the first as 0
   */
  public BitSet flags(String name, int count, String meaning) {
    BitSet flags = new BitSet(count);
    ToLongFunction<BitReader> decoder =
        bits -> {
          for (int flag = 0; flag < count; flag++) {
            flags.set(flag, bits.read(1) == 1);
          }
          return count;
        };
    field(name, decoder, _ -> meaning);
    return flags;
  }

  /** Reads bits that stand for nothing, up to a position. */
  public void padding(int until, String meaning) {
    flags("padding", until - in.position(), meaning);
  }

  /** A word's value, as meanings show it: {@code 0x002a} for a word of 2 bytes. */
  public static String hex(long word, int wordBytes) {
    String digits = HexFormat.of().toHexDigits(word);
    return "0x" + digits.substring(digits.length() - 2 * wordBytes);
  }

  /** The explanation; all bits must have been read. */
  Explanation.Coded explanation(int tag, int tagBits) {
    if (in.remaining() > 0) {
      throw new IllegalStateException("nothing explains the last %d bits".formatted(remaining()));
    }
    StringBuilder tagDigits = new StringBuilder();
    for (int bit = tagBits - 1; bit >= 0; bit--) {
      tagDigits.append((tag >>> bit) & 1);
    }
    return new Explanation.Coded(tagDigits.toString(), encoding.toString(), fields);
  }
}
