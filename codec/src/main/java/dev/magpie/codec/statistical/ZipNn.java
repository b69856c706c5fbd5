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
import dev.magpie.codec.LatencyClass;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.SymbolField;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Byte groups of ZipNN (Hershcovitch et al., 2024): the bytes that numbers have at one place stand
 * together, and each group has Huffman codes where they make it smaller. Of bf16 and f32 the sign
 * goes below the exponent first, which is a byte of its own then.
 *
 * <p>There a group is of 256 KiB with a code of its own, and may have zstd instead; here it is of a
 * block, with the code of the training and a flag. The byte of sign and upper mantissa, which
 * hardly ever gets smaller, stays as it is here.
 */
public final class ZipNn implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "zipnn",
          "ZipNN: Huffman codes of byte groups",
          "Hershcovitch et al., 2024; groups of a block ours",
          Fidelity.LOSSLESS,
          Latency.unpublished(LatencyClass.STORAGE),
          32,
          List.of(
              new Parameter.Choice("type", List.of("bf16", "f16", "f32"), "type of the numbers"),
              new Parameter.File("table", "the codec's training")),
          ZipNn::groups,
          ZipNn::new);

  private static final int VALUES = 256;
  private static final int LONGEST_CODE = 16;

  /** The bytes that have codes. */
  private static List<SymbolField> groups(CodecSpec spec) {
    return switch (spec.value("type")) {
      case "bf16" -> List.of(group("exponent", 2, 7));
      case "f16" -> List.of(group("byte-1", 2, 8), group("byte-0", 2, 0));
      default -> List.of(group("exponent", 4, 23), group("byte-1", 4, 8), group("byte-0", 4, 0));
    };
  }

  private static SymbolField group(String name, int wordBytes, int shift) {
    return new SymbolField(name, wordBytes, shift, Byte.SIZE, VALUES);
  }

  /** What stays as it is. */
  private static List<SymbolField> rest(CodecSpec spec) {
    return switch (spec.value("type")) {
      case "bf16" -> List.of(part("sign", 2, 15, 1), part("mantissa", 2, 0, 7));
      case "f16" -> List.of();
      default -> List.of(part("sign", 4, 31, 1), part("upper mantissa", 4, 16, 7));
    };
  }

  private static SymbolField part(String name, int wordBytes, int shift, int bits) {
    return new SymbolField(name, wordBytes, shift, bits, 0);
  }

  private final int blockBytes;
  private final int wordBytes;
  private final int words;
  private final SymbolField[] rest;
  private final SymbolField[] groups;
  private final HuffmanCode[] codes;

  private ZipNn(CodecSpec spec, Granularity granularity, CodecTable table) {
    blockBytes = granularity.blockBytes();
    rest = rest(spec).toArray(SymbolField[]::new);
    groups = groups(spec).toArray(SymbolField[]::new);
    wordBytes = groups[0].wordBytes();
    words = blockBytes / wordBytes;
    codes = new HuffmanCode[groups.length];
    for (int g = 0; g < codes.length; g++) {
      codes[g] = new HuffmanCode(table.field(groups[g]), LONGEST_CODE);
    }
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int bits = groups.length + 8 * (wordBytes - groups.length) * words;
    for (int g = 0; g < groups.length; g++) {
      bits += Math.min(codedBits(g, memory, offset), Byte.SIZE * words);
    }
    return bits >= 8 * blockBytes ? RAW : bits;
  }

  private int codedBits(int group, MemorySegment memory, long offset) {
    int bits = 0;
    for (int at = 0; at < blockBytes; at += wordBytes) {
      bits += codes[group].bits(groups[group].value(memory, offset + at));
    }
    return bits;
  }

  private boolean isCoded(int group, MemorySegment memory, long offset) {
    return codedBits(group, memory, offset) < Byte.SIZE * words;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    for (int g = 0; g < groups.length; g++) {
      out.write(isCoded(g, memory, offset) ? 1 : 0, 1);
    }
    for (int at = 0; at < blockBytes; at += wordBytes) {
      for (SymbolField part : rest) {
        out.write(part.value(memory, offset + at), part.bits());
      }
    }
    for (int g = 0; g < groups.length; g++) {
      boolean coded = isCoded(g, memory, offset);
      for (int at = 0; at < blockBytes; at += wordBytes) {
        int value = groups[g].value(memory, offset + at);
        if (coded) {
          codes[g].write(value, out);
        } else {
          out.write(value, Byte.SIZE);
        }
      }
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("ZipNN has no tag " + tag);
    }
    int coded = (int) in.read(groups.length);
    for (int at = 0; at < blockBytes; at += wordBytes) {
      int word = 0;
      for (SymbolField part : rest) {
        word |= (int) in.read(part.bits()) << part.shift();
      }
      set(memory, offset + at, word);
    }
    for (int g = 0; g < groups.length; g++) {
      boolean isCoded = (coded >>> (groups.length - 1 - g) & 1) == 1;
      for (int at = 0; at < blockBytes; at += wordBytes) {
        int value = isCoded ? codes[g].read(in) : (int) in.read(Byte.SIZE);
        set(memory, offset + at, get(memory, offset + at) | value << groups[g].shift());
      }
    }
  }

  private int get(MemorySegment memory, long offset) {
    return wordBytes == Integer.BYTES
        ? BlockWords.getInt(memory, offset)
        : BlockWords.getShort(memory, offset);
  }

  private void set(MemorySegment memory, long offset, int word) {
    if (wordBytes == Integer.BYTES) {
      BlockWords.setInt(memory, offset, word);
    } else {
      BlockWords.setShort(memory, offset, (short) word);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int coded = 0;
    for (SymbolField group : groups) {
      String meaning = "of all " + group.name() + ": 1 is coded, 0 as it is";
      coded = coded << 1 | (int) in.field("group", 1, meaning);
    }
    int[] found = new int[words];
    for (int word = 0; word < words; word++) {
      for (SymbolField part : rest) {
        String name = "%s %d".formatted(part.name(), word);
        long bits = in.field(name, part.bits(), value -> "is 0x" + Long.toHexString(value));
        found[word] |= (int) bits << part.shift();
      }
    }
    for (int g = 0; g < groups.length; g++) {
      explain(g, (coded >>> (groups.length - 1 - g) & 1) == 1, found, in);
    }
  }

  private void explain(int group, boolean coded, int[] found, FieldReader in) {
    int shift = groups[group].shift();
    boolean last = group == groups.length - 1;
    for (int word = 0; word < words; word++) {
      int before = found[word];
      String name = last ? "word " + word : "%s %d".formatted(groups[group].name(), word);
      IntFunction<String> meaning =
          value ->
              last
                  ? "%s 0x%x = %s"
                      .formatted(
                          groups[group].name(),
                          value,
                          FieldReader.hex(before | value << shift, wordBytes))
                  : "is 0x%x".formatted(value);
      if (coded) {
        found[word] |= codes[group].explain(name, in, meaning) << shift;
      } else {
        long value = in.field(name, Byte.SIZE, bits -> meaning.apply((int) bits));
        found[word] |= (int) value << shift;
      }
    }
  }
}
