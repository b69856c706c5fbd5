package dev.magpie.codec.hybrid;

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
import dev.magpie.codec.basedelta.Bdi;
import dev.magpie.codec.basedelta.MagBdi;
import dev.magpie.codec.statistical.FpH;
import dev.magpie.codec.statistical.WordHuffman;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * HyComp (Arelakis et al., MICRO 2015): guesses what a block holds from its 64-bit words and codes
 * integers with SC2, pointers with BDI, floating-point numbers with FP-H, and zeros into no bits.
 *
 * <p>{@code bdi=mag} puts MAG-aware BDI in BDI's place (MAG paper, Table II). Ties go to integers,
 * then pointers, and blocks of no known kind to SC2; that is our choice.
 */
public final class HyComp implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "hycomp",
          "HyComp: SC2, BDI or FP-H by type of data",
          "Arelakis et al., MICRO 2015; ties and layouts ours",
          Fidelity.LOSSLESS,
          Latency.UNPUBLISHED,
          32,
          List.of(
              new Parameter.Choice(
                  "bdi",
                  List.of("full", "mag"),
                  "full: BDI; mag: mag-bdi:bases=8+4+2 in its place"),
              new Parameter.File("table", "the codec's training")),
          _ -> fields(),
          HyComp::new);

  /** The codec in the upper bits of the tag; its own tag below. */
  private static final int ZEROS = 0;

  private static final int INTEGERS = 1;
  private static final int POINTERS = 2;
  private static final int FLOATS = 3;

  private static final int KIND_BITS = 2;

  /** BDI's encoding or the version of a code. */
  private static final int LEAST_DETAIL_BITS = 3;

  private final int blockBytes;
  private final BlockCodec integers;
  private final BlockCodec pointers;
  private final BlockCodec floats;
  private final int detailBits;

  private static List<SymbolField> fields() {
    List<SymbolField> fields =
        new ArrayList<>(WordHuffman.SC2.trainedOn().apply(CodecSpec.of(WordHuffman.SC2)));
    fields.addAll(FpH.DOUBLE);
    return fields;
  }

  private HyComp(CodecSpec spec, Granularity granularity, CodecTable table) {
    blockBytes = granularity.blockBytes();
    integers = CodecSpec.of(WordHuffman.SC2).create(granularity, table);
    floats = CodecSpec.of(FpH.FAMILY).create(granularity, table);
    boolean magAware = spec.value("bdi").equals("mag");
    pointers =
        (magAware
                ? CodecSpec.parse(MagBdi.FAMILY.name() + ":bases=8+4+2")
                : CodecSpec.of(Bdi.FAMILY))
            .create(granularity);
    // BDI's own tag has a bit more, for a raw block.
    detailBits = magAware ? Math.max(LEAST_DETAIL_BITS, pointers.tagBits()) : LEAST_DETAIL_BITS;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int tagBits() {
    return KIND_BITS + detailBits;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int kind = kind(memory, offset);
    return kind == ZEROS ? 0 : codec(kind).sizeBits(memory, offset);
  }

  private BlockCodec codec(int kind) {
    return switch (kind) {
      case INTEGERS -> integers;
      case POINTERS -> pointers;
      default -> floats;
    };
  }

  /** What most words look like. */
  private int kind(MemorySegment memory, long offset) {
    int integerWords = 0;
    int pointerWords = 0;
    int floatWords = 0;
    long seen = 0;
    for (int at = 0; at < blockBytes; at += 8) {
      long word = BlockWords.getLong(memory, offset + at);
      seen |= word;
      int upper = (int) (word >>> 32);
      if (upper == 0 || upper == -1) {
        integerWords++;
      } else if (upper >>> 16 == 0) {
        pointerWords++;
      } else if (resemblesNeighbour(memory, offset, at, exponent(word))) {
        floatWords++;
      }
    }
    if (seen == 0) {
      return ZEROS;
    }
    if (integerWords >= pointerWords && integerWords >= floatWords) {
      return INTEGERS;
    }
    return pointerWords >= floatWords ? POINTERS : FLOATS;
  }

  private boolean resemblesNeighbour(MemorySegment memory, long offset, int at, long exponent) {
    return (at > 0 && exponent(BlockWords.getLong(memory, offset + at - 8)) == exponent)
        || (at + 8 < blockBytes
            && exponent(BlockWords.getLong(memory, offset + at + 8)) == exponent);
  }

  /** The seven bits behind the sign, which differ little among numbers of similar size. */
  private static long exponent(long word) {
    return (word >>> 56) & 0x7f;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int kind = kind(memory, offset);
    if (kind == ZEROS) {
      return ZEROS;
    }
    int detail = codec(kind).encode(memory, offset, out);
    return detail == RAW ? RAW : (kind << detailBits) | detail;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    int kind = tag >> detailBits;
    int detail = tag & ((1 << detailBits) - 1);
    if (kind < ZEROS || kind > FLOATS || (kind == ZEROS && detail != 0)) {
      throw new CorruptBlockException("HyComp has no encoding with tag " + tag);
    }
    if (kind == ZEROS) {
      for (int at = 0; at < blockBytes; at += 8) {
        BlockWords.setLong(memory, offset + at, 0);
      }
    } else {
      codec(kind).decode(in, detail, memory, offset);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int kind = tag >> detailBits;
    in.encoding(description(kind));
    if (kind != ZEROS) {
      codec(kind).explain(tag & ((1 << detailBits) - 1), in);
    }
  }

  private static String description(int kind) {
    return switch (kind) {
      case ZEROS -> "all zeros";
      case INTEGERS -> "integers by SC2";
      case POINTERS -> "pointers by BDI";
      default -> "floating-point numbers by FP-H";
    };
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    int kind = kind(memory, offset);
    return codec(kind).whyRaw(memory, offset).stream()
        .map(reason -> "%s: %s".formatted(description(kind), reason))
        .toList();
  }
}
