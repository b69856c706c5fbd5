package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecSpecException;
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
 * Huffman codes for the words of a block: E2MC (Lal et al., IPDPS 2017) for 16-bit symbols that
 * several ways decode at once, and SC2 (Arelakis and Stenström, ISCA 2014) for 32-bit values in one
 * stream.
 *
 * <p>Ways other than the first begin at whole bytes, and pointers to them, offsets from the start
 * of the block, precede the first. The papers leave the widths of pointers and escaped values open;
 * this form, the bound on code lengths and exact counts are our choice.
 */
public final class WordHuffman implements BlockCodec {
  public static final CodecFamily E2MC =
      new CodecFamily(
          "e2mc",
          "E2MC: Huffman codes of 16-bit symbols",
          "Lal et al., IPDPS 2017; exact layout ours",
          Fidelity.LOSSLESS,
          Latency.UNPUBLISHED,
          32,
          parameters("20", List.of("4", "1", "2", "8"), List.of("16", "32")),
          spec -> List.of(field(spec)),
          WordHuffman::new);

  public static final CodecFamily SC2 =
      new CodecFamily(
          "sc2",
          "SC2: Huffman codes of 32-bit values",
          "Arelakis and Stenstr\u00f6m, ISCA 2014; exact layout ours",
          Fidelity.LOSSLESS,
          Latency.UNPUBLISHED,
          32,
          parameters("32", List.of("1", "2", "4", "8"), List.of("32", "16")),
          spec -> List.of(field(spec)),
          WordHuffman::new);

  private static List<Parameter> parameters(
      String longest, List<String> ways, List<String> symbols) {
    return List.of(
        new Parameter.Whole("entries", "1024", 1, 65536, "most frequent symbols that have a code"),
        new Parameter.Whole("maxlen", longest, 1, 32, "bits of the longest code"),
        new Parameter.Choice("ways", ways, "streams that can be decoded at once"),
        new Parameter.Choice("symbol", symbols, "bits of a symbol"),
        new Parameter.File("table", "the codec's training"));
  }

  private static SymbolField field(CodecSpec spec) {
    int entries = spec.number("entries").orElseThrow();
    return spec.value("symbol").equals("16")
        ? new SymbolField("half-word", 2, 0, 16, entries)
        : new SymbolField("word", 4, 0, 32, entries);
  }

  /** Where nothing is cleared. */
  private static final int ALL_BITS = -1;

  private final String name;
  private final int blockBytes;
  private final SymbolField field;
  private final HuffmanCode code;
  private final int ways;
  private final int wayBytes;
  private final int pointerBits;

  WordHuffman(CodecSpec spec, Granularity granularity, CodecTable table) {
    name = spec.family().name();
    blockBytes = granularity.blockBytes();
    field = field(spec);
    int longest = spec.number("maxlen").orElseThrow();
    if (field.entries() + 1L > 1L << longest) {
      throw new CodecSpecException(
          "codec '%s' cannot give %d entries and the escape codes of at most %d bits"
              .formatted(name, field.entries(), longest));
    }
    code = new HuffmanCode(table.field(field), longest);
    ways = Integer.parseInt(spec.value("ways"));
    wayBytes = blockBytes / ways;
    pointerBits = Integer.numberOfTrailingZeros(blockBytes);
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return orRaw(codedBits(memory, offset, ALL_BITS));
  }

  private int orRaw(int bits) {
    return bits > 8 * blockBytes - 8 ? RAW : bits;
  }

  /** Coded size, even of a block that grows, with some bits of each 32-bit word cleared. */
  int codedBits(MemorySegment memory, long offset, int kept) {
    int bits = (ways - 1) * pointerBits;
    for (int way = 0; way < ways; way++) {
      long start = offset + (long) way * wayBytes;
      bits = wayStart(way, bits) + code.wordBits(memory, start, wayBytes, kept);
    }
    return bits;
  }

  /** The first way follows the pointers at once; others begin at a whole byte. */
  private static int wayStart(int way, int bits) {
    return way == 0 ? bits : (bits + 7) & ~7;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    write(memory, offset, ALL_BITS, out);
    return 0;
  }

  /** Writes a block, with some bits of each 32-bit word cleared. */
  void write(MemorySegment memory, long offset, int kept, BitWriter out) {
    int start = out.bitCount();
    out.padTo(start + (ways - 1) * pointerBits);
    for (int way = 0; way < ways; way++) {
      int wayStart = wayStart(way, out.bitCount() - start);
      if (way > 0) {
        out.padTo(start + wayStart);
        out.overwrite(start + (way - 1) * pointerBits, wayStart >>> 3, pointerBits);
      }
      for (int at = way * wayBytes; at < (way + 1) * wayBytes; at += field.wordBytes()) {
        // The half of a word that is behind has its upper bits.
        int keptHere = (at & 2) == 0 ? kept : kept >>> 16;
        code.write(field.value(memory, offset + at) & keptHere, out);
      }
    }
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("%s has no tag %d".formatted(name, tag));
    }
    int start = in.position();
    long pointers = in.read((ways - 1) * pointerBits);
    for (int way = 0; way < ways; way++) {
      if (way > 0) {
        int wayStart = wayStart(way, in.position() - start);
        long pointer = (pointers >>> ((ways - 1 - way) * pointerBits)) & ((1L << pointerBits) - 1);
        if (pointer != wayStart >>> 3) {
          throw new CorruptBlockException(
              "way %d begins at byte %d, not %d".formatted(way, wayStart >>> 3, pointer));
        }
        in.skip(start + wayStart - in.position());
      }
      long first = offset + (long) way * wayBytes;
      for (int at = 0; at < wayBytes; at += field.wordBytes()) {
        int value = code.read(in);
        if (field.wordBytes() == Short.BYTES) {
          BlockWords.setShort(memory, first + at, (short) value);
        } else {
          BlockWords.setInt(memory, first + at, value);
        }
      }
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int start = in.position();
    for (int way = 1; way < ways; way++) {
      in.field("pointer to way " + way, pointerBits, "byte %d of the code"::formatted);
    }
    int words = wayBytes / field.wordBytes();
    for (int way = 0; way < ways; way++) {
      in.padding(start + wayStart(way, in.position() - start), "zeros to a whole byte");
      for (int word = way * words; word < (way + 1) * words; word++) {
        code.explain("word " + word, in, value -> "= " + FieldReader.hex(value, field.wordBytes()));
      }
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return List.of(
        "its code has %d bits, more than %d"
            .formatted(codedBits(memory, offset, ALL_BITS), 8 * blockBytes - 8));
  }
}
