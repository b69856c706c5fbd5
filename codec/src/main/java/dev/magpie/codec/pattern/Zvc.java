package dev.magpie.codec.pattern;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;

/**
 * Zero-value compression: one bit a word tells whether it is zero; the others follow as they are.
 */
public final class Zvc implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "zvc",
          "Zero-value compression",
          "as in Rhu et al., HPCA 2018; the 16-bit variant is ours",
          Latency.UNPUBLISHED,
          32,
          List.of(
              new Parameter.Choice(
                  "word", List.of("4", "2"), "bytes in a word; 2 suits half-precision data")),
          (spec, granularity) ->
              new Zvc(granularity.blockBytes(), Integer.parseInt(spec.value("word"))));

  /** Bits of the mask that are written at a time. */
  private static final int MASK_BITS = 32;

  private final int blockBytes;
  private final int wordBytes;
  private final BulkSizer sizer;

  private final ThreadLocal<int[]> scratch;

  private Zvc(int blockBytes, int wordBytes) {
    this.blockBytes = blockBytes;
    this.wordBytes = wordBytes;
    scratch = ThreadLocal.withInitial(() -> new int[blockBytes / Integer.BYTES]);
    sizer =
        VectorSupport.sizes(blockBytes)
            ? new ZvcVectorSizer(blockBytes, wordBytes)
            : BlockCodec.super::sizeBits;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public boolean sizesCheaply() {
    return true;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int nonZero = 0;
    for (int position = 0; position < blockBytes; position += wordBytes) {
      nonZero += word(memory, offset + position) == 0 ? 0 : 1;
    }
    return blockBytes / wordBytes + 8 * wordBytes * nonZero;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    sizer.sizeBits(memory, offset, sizes);
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    for (int first = 0; first < blockBytes; first += MASK_BITS * wordBytes) {
      int end = Math.min(first + MASK_BITS * wordBytes, blockBytes);
      long mask = 0;
      for (int position = first; position < end; position += wordBytes) {
        int word = word(memory, offset + position);
        mask = (mask << 1) | ((word | -word) >>> 31);
      }
      out.write(mask, (end - first) / wordBytes);
    }
    if (wordBytes == Integer.BYTES) {
      writeWords(memory, offset, out);
    } else {
      writeHalves(memory, offset, out);
    }
    return 0;
  }

  /** Without branches: which words are zero is what a processor guesses badly. */
  private void writeWords(MemorySegment memory, long offset, BitWriter out) {
    int[] words = scratch.get();
    int count = 0;
    for (int position = 0; position < blockBytes; position += Integer.BYTES) {
      int word = BlockWords.getInt(memory, offset + position);
      words[count] = word;
      count += (word | -word) >>> 31;
    }
    out.write(words, count);
  }

  private void writeHalves(MemorySegment memory, long offset, BitWriter out) {
    for (int position = 0; position < blockBytes; position += Short.BYTES) {
      int word = BlockWords.getShort(memory, offset + position);
      if (word != 0) {
        out.write(word, Short.SIZE);
      }
    }
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    int words = blockBytes / wordBytes;
    long mask = readMask(in, Math.min(Long.SIZE, words));
    long secondMask = words > Long.SIZE ? readMask(in, words - Long.SIZE) : 0;
    int ahead = 0;
    for (int i = 0; i < words; i++) {
      if (i == Long.SIZE) {
        mask = secondMask;
      }
      int word = 0;
      if (mask < 0) {
        word = (int) (in.peekAhead(ahead) >>> (Long.SIZE - 8 * wordBytes));
        ahead += 8 * wordBytes;
      }
      setWord(memory, offset + (long) i * wordBytes, word);
      mask <<= 1;
    }
    in.skip(ahead);
  }

  /** Reads a bit for each of some words, the highest for the first. */
  private static long readMask(BitReader in, int words) {
    return in.read(words) << (Long.SIZE - words);
  }

  private int word(MemorySegment memory, long offset) {
    return wordBytes == 4 ? BlockWords.getInt(memory, offset) : BlockWords.getShort(memory, offset);
  }

  private void setWord(MemorySegment memory, long offset, int word) {
    if (wordBytes == 4) {
      BlockWords.setInt(memory, offset, word);
    } else {
      BlockWords.setShort(memory, offset, (short) word);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    BitSet nonZero =
        in.flags("mask", blockBytes / wordBytes, "a bit for each word: 1 follows, 0 is zero");
    nonZero.stream()
        .forEach(word ->
            in.field(
                "word " + word, 8 * wordBytes, bits -> "= " + FieldReader.hex(bits, wordBytes)));
  }
}
