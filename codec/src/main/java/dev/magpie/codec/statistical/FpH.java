package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.Fidelity;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.SymbolField;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * FP-H, the floating-point codec of HyComp (Arelakis et al., MICRO 2015): the sign as it is, and a
 * Huffman code each for the exponent and the two halves of the mantissa.
 *
 * <p>All signs stand first, then all exponents, high and low halves. The even split of the mantissa
 * and the form for 32-bit floats are ours.
 */
public final class FpH implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "fp-h",
          "FP-H: Huffman codes of floating-point fields",
          "Arelakis et al., MICRO 2015; mantissa split and f32 form ours",
          Fidelity.LOSSLESS,
          Latency.UNPUBLISHED,
          32,
          List.of(
              new Parameter.Choice("type", List.of("f64", "f32"), "type of the numbers"),
              new Parameter.File("table", "the codec's training")),
          FpH::fields,
          FpH::new);

  private static final int ENTRIES = 1024;
  private static final int LONGEST_CODE = 20;

  /** The fields of a double beside its sign. */
  public static final List<SymbolField> DOUBLE =
      List.of(
          new SymbolField("exponent", 8, 52, 11, ENTRIES),
          new SymbolField("mantissa-high", 8, 26, 26, ENTRIES),
          new SymbolField("mantissa-low", 8, 0, 26, ENTRIES));

  private static final List<SymbolField> SINGLE =
      List.of(
          new SymbolField("exponent", 4, 23, 8, ENTRIES),
          new SymbolField("mantissa-high", 4, 12, 11, ENTRIES),
          new SymbolField("mantissa-low", 4, 0, 12, ENTRIES));

  private static List<SymbolField> fields(CodecSpec spec) {
    return spec.value("type").equals("f64") ? DOUBLE : SINGLE;
  }

  private final int blockBytes;
  private final int wordBytes;
  private final SymbolField sign;
  private final SymbolField[] fields;
  private final HuffmanCode[] codes;

  private FpH(CodecSpec spec, Granularity granularity, CodecTable table) {
    blockBytes = granularity.blockBytes();
    fields = fields(spec).toArray(SymbolField[]::new);
    wordBytes = fields[0].wordBytes();
    sign = new SymbolField("sign", wordBytes, 8 * wordBytes - 1, 1, 0);
    codes = new HuffmanCode[fields.length];
    for (int f = 0; f < codes.length; f++) {
      codes[f] = new HuffmanCode(table.field(fields[f]), LONGEST_CODE);
    }
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int bits = blockBytes / wordBytes;
    for (int f = 0; f < codes.length; f++) {
      for (int at = 0; at < blockBytes; at += wordBytes) {
        bits += codes[f].bits(fields[f].value(memory, offset + at));
      }
    }
    return bits >= 8 * blockBytes ? RAW : bits;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    for (int at = 0; at < blockBytes; at += wordBytes) {
      out.write(sign.value(memory, offset + at), 1);
    }
    for (int f = 0; f < codes.length; f++) {
      for (int at = 0; at < blockBytes; at += wordBytes) {
        codes[f].write(fields[f].value(memory, offset + at), out);
      }
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("FP-H has no tag " + tag);
    }
    for (int at = 0; at < blockBytes; at += wordBytes) {
      set(memory, offset + at, in.read(1) << sign.shift());
    }
    for (int f = 0; f < codes.length; f++) {
      for (int at = 0; at < blockBytes; at += wordBytes) {
        long value = (long) codes[f].read(in) << fields[f].shift();
        set(memory, offset + at, get(memory, offset + at) | value);
      }
    }
  }

  private long get(MemorySegment memory, long offset) {
    return wordBytes == Long.BYTES
        ? BlockWords.getLong(memory, offset)
        : BlockWords.getInt(memory, offset);
  }

  private void set(MemorySegment memory, long offset, long word) {
    if (wordBytes == Long.BYTES) {
      BlockWords.setLong(memory, offset, word);
    } else {
      BlockWords.setInt(memory, offset, (int) word);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int words = blockBytes / wordBytes;
    in.flags("signs", words, "a bit for each number: 1 is negative");
    for (int f = 0; f < codes.length; f++) {
      for (int word = 0; word < words; word++) {
        codes[f].explain(
            "%s %d".formatted(fields[f].name(), word),
            in,
            value -> "is 0x" + Integer.toHexString(value));
      }
    }
  }
}
