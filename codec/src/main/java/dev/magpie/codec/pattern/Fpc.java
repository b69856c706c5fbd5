package dev.magpie.codec.pattern;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Frequent Pattern Compression: each 32-bit word, or run of zero words, is a 3-bit prefix that
 * names its pattern and what the pattern leaves open.
 *
 * <p>A run has 1 to 8 words and does not leave its block. A half-word "padded with a zero
 * half-word" is read as one whose low half is zero, as gem5 does.
 */
public final class Fpc implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "fpc",
          "Frequent Pattern Compression",
          "Alameldeen and Wood, UW-Madison TR-1500, 2004; zero runs of at most 8 words",
          Latency.of(6, 10, "MAG paper, section V"),
          32,
          List.of(),
          (_, granularity) -> new Fpc(granularity.blockBytes()));

  private static final int PREFIX_BITS = 3;
  private static final int ZERO_RUN = 0b000;
  private static final int SIGNED_4 = 0b001;
  private static final int SIGNED_8 = 0b010;
  private static final int SIGNED_16 = 0b011;
  private static final int HIGH_HALF = 0b100;
  private static final int TWO_SIGNED_8 = 0b101;
  private static final int REPEATED_BYTE = 0b110;
  private static final int ANY = 0b111;

  private static final int LONGEST_RUN = 8;
  private static final int RUN_BITS = PREFIX_BITS + 3;

  private final int blockBytes;
  private final BulkSizer sizer;

  private Fpc(int blockBytes) {
    this.blockBytes = blockBytes;
    sizer =
        VectorSupport.sizes(blockBytes) && FpcVectorSizer.serves(blockBytes)
            ? new FpcVectorSizer(blockBytes)
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
    long zeros = 0;
    int bits = 0;
    for (int position = 0; position < blockBytes; position += Integer.BYTES) {
      int word = BlockWords.getInt(memory, offset + position);
      zeros = (zeros << 1) | (word == 0 ? 1 : 0);
      bits += word == 0 ? 0 : wordBits(word);
    }
    return bits + zeroBits(zeros);
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    sizer.sizeBits(memory, offset, sizes);
  }

  /** Coded size of a word other than zero. */
  private static int wordBits(int word) {
    int magnitude = word ^ (word >> 31);
    if (magnitude < 1 << 3) {
      return PREFIX_BITS + 4;
    }
    if (magnitude < 1 << 7 || word == Integer.rotateLeft(word, 8)) {
      return PREFIX_BITS + 8;
    }
    return magnitude < 1 << 15 || (word & 0xffff) == 0 || isTwoSigned8(word)
        ? PREFIX_BITS + 16
        : PREFIX_BITS + 32;
  }

  /**
   * Coded size of all zero words, given a bit for each word of the block that is set for a zero.
   */
  static int zeroBits(long zeros) {
    long pairs = zeros & (zeros << 1);
    long quads = pairs & (pairs << 2);
    long eights = quads & (quads << 4);
    // A code starts where a run does, and again 8 words later if the run goes on: after 1 code,
    // then after 2, then after 4.
    long again = zeros & (eights << 1);
    long starts = zeros & ~(zeros << 1);
    starts |= (starts << LONGEST_RUN) & again;
    again &= again << LONGEST_RUN;
    starts |= (starts << (2 * LONGEST_RUN)) & again;
    again &= again << (2 * LONGEST_RUN);
    starts |= (starts << (4 * LONGEST_RUN)) & again;
    return RUN_BITS * Long.bitCount(starts);
  }

  private static boolean isTwoSigned8(int word) {
    return (byte) word == (short) word && (byte) (word >> 16) == word >> 16;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int run = 0;
    for (int position = 0; position < blockBytes; position += Integer.BYTES) {
      int word = BlockWords.getInt(memory, offset + position);
      if (word == 0 && run < LONGEST_RUN) {
        run++;
        continue;
      }
      writeRun(run, out);
      run = word == 0 ? 1 : 0;
      if (word != 0) {
        writeWord(word, out);
      }
    }
    writeRun(run, out);
    return 0;
  }

  private static void writeRun(int run, BitWriter out) {
    if (run > 0) {
      out.write(run - 1, RUN_BITS);
    }
  }

  private static void writeWord(int word, BitWriter out) {
    int magnitude = word ^ (word >> 31);
    if (magnitude < 1 << 3) {
      write(SIGNED_4, word & 0xf, 4, out);
    } else if (magnitude < 1 << 7) {
      write(SIGNED_8, word & 0xff, 8, out);
    } else if (word == Integer.rotateLeft(word, 8)) {
      write(REPEATED_BYTE, word & 0xff, 8, out);
    } else if (magnitude < 1 << 15) {
      write(SIGNED_16, word & 0xffff, 16, out);
    } else if ((word & 0xffff) == 0) {
      write(HIGH_HALF, word >>> 16, 16, out);
    } else if (isTwoSigned8(word)) {
      write(TWO_SIGNED_8, ((word >>> 8) & 0xff00) | (word & 0xff), 16, out);
    } else {
      write(ANY, Integer.toUnsignedLong(word), 32, out);
    }
  }

  private static void write(int prefix, long payload, int payloadBits, BitWriter out) {
    out.write(((long) prefix << payloadBits) | payload, PREFIX_BITS + payloadBits);
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    for (int position = 0; position < blockBytes; position += Long.BYTES) {
      BlockWords.setLong(memory, offset + position, 0);
    }
    int ahead = 0;
    int position = 0;
    while (position < blockBytes) {
      // One look takes in the longest code; branches predict where it ends.
      long window = in.peekAhead(ahead);
      long rest = window << PREFIX_BITS;
      int word;
      switch ((int) (window >>> (Long.SIZE - PREFIX_BITS))) {
        case ZERO_RUN -> {
          ahead += RUN_BITS;
          int end =
              position
                  + Integer.BYTES * (1 + (int) (rest >>> (Long.SIZE - RUN_BITS + PREFIX_BITS)));
          if (end > blockBytes) {
            throw new CorruptBlockException("a run of zero words overruns the block");
          }
          position = end;
          continue;
        }
        case SIGNED_4 -> {
          ahead += PREFIX_BITS + 4;
          word = (int) (rest >> 60);
        }
        case SIGNED_8 -> {
          ahead += PREFIX_BITS + 8;
          word = (int) (rest >> 56);
        }
        case SIGNED_16 -> {
          ahead += PREFIX_BITS + 16;
          word = (int) (rest >> 48);
        }
        case HIGH_HALF -> {
          ahead += PREFIX_BITS + 16;
          word = (int) (rest >>> 48) << 16;
        }
        case TWO_SIGNED_8 -> {
          ahead += PREFIX_BITS + 16;
          word = ((int) (rest >> 56) << 16) | ((int) (rest << 8 >> 56) & 0xffff);
        }
        case REPEATED_BYTE -> {
          ahead += PREFIX_BITS + 8;
          word = (int) (rest >>> 56) * 0x01010101;
        }
        default -> {
          ahead += PREFIX_BITS + 32;
          word = (int) (rest >>> 32);
        }
      }
      BlockWords.setInt(memory, offset + position, word);
      position += Integer.BYTES;
    }
    in.skip(ahead);
  }

  private static int readWord(int prefix, BitReader in) {
    return switch (prefix) {
      case SIGNED_4 -> (int) in.readSigned(4);
      case SIGNED_8 -> (int) in.readSigned(8);
      case SIGNED_16 -> (int) in.readSigned(16);
      case HIGH_HALF -> (int) in.read(16) << 16;
      case TWO_SIGNED_8 -> ((int) in.readSigned(8) << 16) | ((int) in.readSigned(8) & 0xffff);
      case REPEATED_BYTE -> (int) in.read(8) * 0x01010101;
      default -> (int) in.read(32);
    };
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int words = blockBytes / Integer.BYTES;
    for (int word = 0; word < words; ) {
      int first = word;
      int prefix = (int) in.field("prefix", PREFIX_BITS, Fpc::pattern);
      if (prefix == ZERO_RUN) {
        word +=
            1
                + (int)
                    in.field(
                        "run",
                        RUN_BITS - PREFIX_BITS,
                        run ->
                            (run == 0
                                    ? "word %d".formatted(first)
                                    : "words %d to %d".formatted(first, first + run))
                                + " = "
                                + FieldReader.hex(0, 4));
      } else {
        in.field(
            "word " + word,
            bits -> readWord(prefix, bits),
            value -> "= " + FieldReader.hex(value, 4));
        word++;
      }
    }
  }

  private static String pattern(long prefix) {
    return switch ((int) prefix) {
      case ZERO_RUN -> "a run of zero words";
      case SIGNED_4 -> "4 bits, sign-extended";
      case SIGNED_8 -> "8 bits, sign-extended";
      case SIGNED_16 -> "16 bits, sign-extended";
      case HIGH_HALF -> "the upper half; the lower one is zero";
      case TWO_SIGNED_8 -> "two half-words of 8 bits, sign-extended";
      case REPEATED_BYTE -> "one repeated byte";
      default -> "a word as it is";
    };
  }
}
