package dev.magpie.codec.basedelta;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * One compressor unit of a base-delta codec: it codes a block whose words are all either
 * <em>immediates</em>, small numbers in themselves, or close to one base.
 *
 * <p>Layout: base | mask, a bit for each word, 1 if it uses the base | {@code deltaBits} for each
 * word, an immediate storing itself | zeros up to {@code sizeBits}. Differences are taken modulo
 * the word size, so they may wrap.
 *
 * @param wordBytes 2, 4 or 8
 * @param deltaBits bits kept of each difference; 0 means that it must be 0
 * @param deltas how a difference is cut to these bits
 * @param sizeBits size of the coded block
 */
record DeltaUnit(int wordBytes, int deltaBits, Deltas deltas, int sizeBits) {

  /** How a difference is cut to fewer bits, and which word becomes the base. */
  enum Deltas {
    /** Two's complement; the base is the first word that is no immediate. */
    SIGNED,
    /** No sign, so only words from the base upwards fit; the base as above. */
    UNSIGNED,
    /** No sign; the base is the smallest word that is no immediate. Not in the paper. */
    UNSIGNED_MIN
  }

  /** Bits of the base and the mask, which every coded block holds. */
  static int headerBits(int blockBytes, int wordBytes) {
    return 8 * wordBytes + blockBytes / wordBytes;
  }

  /** Added to a value before its high bits are tested, so that one test serves both signs. */
  long bias() {
    return deltas == Deltas.SIGNED && deltaBits > 0 ? 1L << (deltaBits - 1) : 0;
  }

  private long wordMask() {
    return -1L >>> (64 - 8 * wordBytes);
  }

  /** Whether a word or a difference, already masked to the word size, fits the bits of a delta. */
  private boolean fitsDelta(long value) {
    return ((value + bias()) & wordMask()) >>> deltaBits == 0;
  }

  private long word(MemorySegment memory, long offset, int index) {
    return switch (wordBytes) {
      case 2 -> Short.toUnsignedLong(BlockWords.getShort(memory, offset + 2L * index));
      case 4 -> Integer.toUnsignedLong(BlockWords.getInt(memory, offset + 4L * index));
      default -> BlockWords.getLong(memory, offset + 8L * index);
    };
  }

  private void setWord(MemorySegment memory, long offset, int index, long word) {
    switch (wordBytes) {
      case 2 -> BlockWords.setShort(memory, offset + 2L * index, (short) word);
      case 4 -> BlockWords.setInt(memory, offset + 4L * index, (int) word);
      default -> BlockWords.setLong(memory, offset + 8L * index, word);
    }
  }

  /** Whether this unit can code the block. */
  boolean fits(MemorySegment memory, long offset, int blockBytes) {
    long base = base(memory, offset, blockBytes);
    int words = blockBytes / wordBytes;
    for (int i = 0; i < words; i++) {
      long word = word(memory, offset, i);
      if (!fitsDelta(word) && !fitsDelta((word - base) & wordMask())) {
        return false;
      }
    }
    return true;
  }

  /** The base that the unit picks; 0 if all words are immediates. */
  private long base(MemorySegment memory, long offset, int blockBytes) {
    int words = blockBytes / wordBytes;
    long least = 0;
    boolean found = false;
    for (int i = 0; i < words; i++) {
      long word = word(memory, offset, i);
      if (fitsDelta(word)) {
        continue;
      }
      if (deltas != Deltas.UNSIGNED_MIN) {
        return word;
      }
      if (!found || Long.compareUnsigned(word, least) < 0) {
        least = word;
        found = true;
      }
    }
    return least;
  }

  /** Appends the coded block, which must fit. */
  void encode(MemorySegment memory, long offset, int blockBytes, BitWriter out) {
    int end = out.bitCount() + sizeBits;
    long base = base(memory, offset, blockBytes);
    out.write(base, 8 * wordBytes);
    if (wordBytes == Integer.BYTES && VectorSupport.serves(blockBytes)) {
      IntDeltaCoder.encode(this, memory, offset, blockBytes, (int) base, out);
    } else if (wordBytes == Integer.BYTES) {
      encodeInts(memory, offset, blockBytes, (int) base, out);
    } else {
      encodeWords(memory, offset, blockBytes, base, out);
    }
    out.padTo(end);
  }

  private void encodeWords(
      MemorySegment memory, long offset, int blockBytes, long base, BitWriter out) {
    int words = blockBytes / wordBytes;
    for (int first = 0; first < words; first += Long.SIZE) {
      int count = Math.min(Long.SIZE, words - first);
      long mask = 0;
      for (int i = 0; i < count; i++) {
        mask = mask << 1 | (fitsDelta(word(memory, offset, first + i)) ? 0 : 1);
      }
      out.write(mask, count);
    }
    for (int i = 0; i < words; i++) {
      long word = word(memory, offset, i);
      out.write(fitsDelta(word) ? word : word - base, deltaBits);
    }
  }

  /** The same for 4-byte words, the usual ones: two at a time, and without branches. */
  private void encodeInts(
      MemorySegment memory, long offset, int blockBytes, int base, BitWriter out) {
    int words = blockBytes / Integer.BYTES;
    int maskAt = out.bitCount();
    // The mask is known when the deltas are; it has 64 bits at most.
    out.padTo(maskAt + words);
    int width = deltaBits;
    int bias = (int) bias();
    int low = (1 << width) - 1;
    long mask = 0;
    for (int at = 0; at < blockBytes; at += Long.BYTES) {
      long pair = BlockWords.getLong(memory, offset + at);
      int first = (int) pair;
      int second = (int) (pair >>> 32);
      int firstHigh = (first + bias) >>> width;
      int secondHigh = (second + bias) >>> width;
      // All ones for a word that uses the base, else zero.
      int firstBased = (firstHigh | -firstHigh) >> 31;
      int secondBased = (secondHigh | -secondHigh) >> 31;
      mask = mask << 2 | (firstBased & 2) | (secondBased & 1);
      int firstDelta = (first - (base & firstBased)) & low;
      int secondDelta = (second - (base & secondBased)) & low;
      out.write((long) firstDelta << width | secondDelta, 2 * width);
    }
    if (words > Integer.SIZE) {
      out.overwrite(maskAt, mask >>> Integer.SIZE, Integer.SIZE);
      out.overwrite(maskAt + Integer.SIZE, mask, Integer.SIZE);
    } else {
      out.overwrite(maskAt, mask, words);
    }
  }

  /** Reads a coded block and writes its words. */
  void decode(BitReader in, MemorySegment memory, long offset, int blockBytes) {
    int start = in.position();
    if (in.remaining() < sizeBits) {
      throw new CorruptBlockException(
          "the unit codes %d bits, and %d are left".formatted(sizeBits, in.remaining()));
    }
    long base = in.read(8 * wordBytes);
    if (wordBytes == Integer.BYTES && VectorSupport.serves(blockBytes)) {
      IntDeltaCoder.decode(this, in, (int) base, memory, offset, blockBytes);
    } else if (wordBytes == Integer.BYTES) {
      decodeInts(in, (int) base, memory, offset, blockBytes);
    } else {
      decodeWords(in, base, memory, offset, blockBytes);
    }
    in.skip(start + sizeBits - in.position());
  }

  private void decodeWords(
      BitReader in, long base, MemorySegment memory, long offset, int blockBytes) {
    int words = blockBytes / wordBytes;
    // At most 128 words, so at most two masks; the next word's bit is kept on top.
    long mask = readMask(in, Math.min(Long.SIZE, words));
    long secondMask = words > Long.SIZE ? readMask(in, words - Long.SIZE) : 0;
    for (int i = 0; i < words; i++) {
      if (i == Long.SIZE) {
        mask = secondMask;
      }
      long delta = readDelta(in);
      setWord(memory, offset, i, mask < 0 ? base + delta : delta);
      mask <<= 1;
    }
  }

  private void decodeInts(
      BitReader in, int base, MemorySegment memory, long offset, int blockBytes) {
    long mask = readMask(in, blockBytes / Integer.BYTES);
    int width = deltaBits;
    int low = (1 << width) - 1;
    int sign = (int) bias();
    for (int at = 0; at < blockBytes; at += Long.BYTES) {
      long both = in.read(2 * width);
      // Flipping the sign bit and taking it away extends it.
      int first = (((int) (both >>> width) & low) ^ sign) - sign;
      int second = (((int) both & low) ^ sign) - sign;
      first += base & (int) (mask >> 63);
      second += base & (int) (mask << 1 >> 63);
      mask <<= 2;
      long pair = Integer.toUnsignedLong(first) | (long) second << 32;
      BlockWords.setLong(memory, offset + at, pair);
    }
  }

  private static long readMask(BitReader in, int bits) {
    return in.read(bits) << (Long.SIZE - bits);
  }

  private long readDelta(BitReader in) {
    return deltas == Deltas.SIGNED && deltaBits > 0 ? in.readSigned(deltaBits) : in.read(deltaBits);
  }

  /** The unit in words. */
  private String form() {
    return "base of %d bytes, deltas of %d bits".formatted(wordBytes, deltaBits);
  }

  /** Explains a coded block. */
  void explain(FieldReader in, int blockBytes) {
    in.encoding(form());
    int end = in.position() + sizeBits;
    long base = in.field("base", 8 * wordBytes, word -> FieldReader.hex(word, wordBytes));
    int words = blockBytes / wordBytes;
    BitSet based = in.flags("mask", words, "a bit for each word: 1 adds the base, 0 is immediate");
    for (int i = 0; i < words; i++) {
      long start = based.get(i) ? base : 0;
      String kind = based.get(i) ? "base " : "immediate ";
      in.field(
          "word " + i,
          this::readDelta,
          delta -> "%s%+d = %s".formatted(kind, delta, FieldReader.hex(start + delta, wordBytes)));
    }
    in.padding(end, "zeros to the unit's size");
  }

  /** Which word is neither an immediate nor close enough to the base of a block. */
  String whyNot(MemorySegment memory, long offset, int blockBytes) {
    long base = base(memory, offset, blockBytes);
    int index = 0;
    while (fitsDelta(word(memory, offset, index))
        || fitsDelta((word(memory, offset, index) - base) & wordMask())) {
      index++;
    }
    return "%s: word %d is %s, no immediate and too far from the base %s"
        .formatted(
            form(),
            index,
            FieldReader.hex(word(memory, offset, index), wordBytes),
            FieldReader.hex(base, wordBytes));
  }
}
