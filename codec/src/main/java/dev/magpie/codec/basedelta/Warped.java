package dev.magpie.codec.basedelta;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Warped-Compression (Lee et al., ISCA 2015), made for registers: the first word is the base, and
 * all others are within 0, 1 or 2 bytes of it. There is no mask, and no second base of zero.
 */
public final class Warped implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "warped",
          "Warped-Compression",
          "Lee et al., ISCA 2015; sizes and latency as recalled, not checked against the paper",
          Latency.of(2, 1, "recalled from Lee et al., not checked"),
          32,
          List.of(),
          (_, granularity) -> new Warped(granularity.blockBytes()));

  /** Delta bits by tag; tag 3 means raw. */
  private static final int[] DELTA_BITS = {0, 8, 16};

  private final int blockBytes;

  private Warped(int blockBytes) {
    this.blockBytes = blockBytes;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int tagBits() {
    return 2;
  }

  @Override
  public List<Integer> staticSizes() {
    return IntStream.range(0, DELTA_BITS.length).map(this::size).boxed().toList();
  }

  private int size(int tag) {
    return 32 + (blockBytes / 4 - 1) * DELTA_BITS[tag];
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int tag = tag(memory, offset);
    return tag == RAW ? RAW : size(tag);
  }

  private int tag(MemorySegment memory, long offset) {
    int base = BlockWords.getInt(memory, offset);
    // A set bit where some delta, its sign folded away, has one.
    int magnitudes = 0;
    for (int at = 4; at < blockBytes; at += 4) {
      int delta = BlockWords.getInt(memory, offset + at) - base;
      magnitudes |= delta << 1 ^ delta >> 31;
    }
    for (int tag = 0; tag < DELTA_BITS.length; tag++) {
      if (magnitudes >>> DELTA_BITS[tag] == 0) {
        return tag;
      }
    }
    return RAW;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int tag = tag(memory, offset);
    if (tag == RAW) {
      return RAW;
    }
    int base = BlockWords.getInt(memory, offset);
    out.write(base, 32);
    for (int at = 4; at < blockBytes; at += 4) {
      out.write(BlockWords.getInt(memory, offset + at) - base, DELTA_BITS[tag]);
    }
    return tag;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag < 0 || tag >= DELTA_BITS.length) {
      throw new CorruptBlockException("Warped-Compression has no tag " + tag);
    }
    int bits = DELTA_BITS[tag];
    int base = (int) in.read(32);
    BlockWords.setInt(memory, offset, base);
    for (int at = 4; at < blockBytes; at += 4) {
      int delta = bits == 0 ? 0 : (int) in.readSigned(bits);
      BlockWords.setInt(memory, offset + at, base + delta);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int width = DELTA_BITS[tag];
    in.encoding("deltas of %d bits".formatted(width));
    int base = (int) in.field("word 0", Integer.SIZE, word -> "base = " + FieldReader.hex(word, 4));
    for (int word = 1; word < blockBytes / 4; word++) {
      in.field(
          "word " + word,
          bits -> width == 0 ? 0 : bits.readSigned(width),
          delta -> "base %+d = %s".formatted(delta, FieldReader.hex(base + delta, 4)));
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    int base = BlockWords.getInt(memory, offset);
    int word = 1;
    while ((short) (BlockWords.getInt(memory, offset + 4L * word) - base)
        == BlockWords.getInt(memory, offset + 4L * word) - base) {
      word++;
    }
    return List.of(
        "word %d is %s, further from the base %s than %d bits say"
            .formatted(
                word,
                FieldReader.hex(BlockWords.getInt(memory, offset + 4L * word), 4),
                FieldReader.hex(base, 4),
                DELTA_BITS[DELTA_BITS.length - 1]));
  }
}
