package dev.magpie.codec.bitplane;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import dev.magpie.codec.LatencyClass;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.simd.BulkSizer;
import dev.magpie.codec.simd.VectorSupport;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Bit-Plane Compression: the first word, then the 33 bit planes of the differences of neighbouring
 * words, each plane exclusive-ored with the one above it and coded by its pattern.
 *
 * <p>Plane 32 holds the differences' signs, of signed words as in the author's code or of unsigned
 * ones ({@code deltas=unsigned}). In a plane, bit <em>i</em> belongs to the difference of words
 * <em>i</em> + 1 and <em>i</em>; a plane that has no pattern is written from its highest bit on.
 */
public final class Bpc implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "bpc",
          "Bit-Plane Compression",
          "Kim et al., ISCA 2016; signed words as in the author's code",
          new Latency(
              OptionalInt.of(11),
              OptionalInt.of(11),
              Latency.Clock.DRAM,
              "Buddy paper, section IV-A",
              LatencyClass.BUS),
          32,
          List.of(
              new Parameter.Choice(
                  "deltas",
                  List.of("signed", "unsigned"),
                  "how words are read when their differences take 33 bits")),
          (spec, granularity) ->
              new Bpc(granularity.blockBytes(), spec.value("deltas").equals("signed")));

  private static final int TOP_PLANE = 32;
  private static final long ALL_PLANES = (1L << (TOP_PLANE + 1)) - 1;

  /** Bits of the code for a run of 2 to 33 zero planes, and for a single one. */
  static final int ZERO_RUN_BITS = 7;

  static final int ZERO_BITS = 3;

  /** Bits of the code that names a pattern, before the position that two of them have. */
  static final int PATTERN_BITS = 5;

  /** Bits looked at to read one code. */
  private static final int WINDOW_BITS = 56;

  static final int ALL_ONES = 0b00000;
  static final int ZERO_BEFORE_XOR = 0b00001;
  static final int TWO_ADJACENT_ONES = 0b00010;
  static final int SINGLE_ONE = 0b00011;

  /** The code of a zero plane by itself. */
  static final int ZERO_CODE = 0b001;

  /** What the code of a run of zero planes is more than their number. */
  static final int ZERO_RUN_CODE = (0b01 << 5) - 2;

  /** Beside the four patterns above, for the explanation. */
  private static final int ZERO = 4;

  private static final int ZERO_RUN = 5;
  private static final int AS_IT_IS = 6;

  private final int blockBytes;
  private final int words;

  /** Differences in a block: the width of a plane. */
  private final int width;

  private final int positionBits;

  /** Flips the words' sign bits where they are unsigned, so that one signed comparison serves. */
  private final int signFlip;

  private final BulkSizer sizer;

  /** Null where blocks are taken apart and put together by scalar code. */
  private final @Nullable PlaneTransposer transposer;

  private final ThreadLocal<BlockPlanes> scratch = ThreadLocal.withInitial(BlockPlanes::new);

  private Bpc(int blockBytes, boolean signed) {
    this.blockBytes = blockBytes;
    words = blockBytes / Integer.BYTES;
    width = words - 1;
    positionBits = Integer.numberOfTrailingZeros(words);
    signFlip = signed ? 0 : Integer.MIN_VALUE;
    boolean vectors =
        signed && VectorSupport.serves(blockBytes) && BpcVectorSizer.serves(blockBytes);
    sizer = vectors ? new BpcVectorSizer() : BlockCodec.super::sizeBits;
    transposer = vectors ? new BpcVectorCoder() : null;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    sizer.sizeBits(memory, offset, sizes);
  }

  /**
   * Counts the ones of all planes at once, one bit of state a plane, so that no plane has to be
   * assembled.
   */
  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int base = BlockWords.getInt(memory, offset);
    long previousWord = base ^ signFlip;
    long previous = 0;
    long one = 0;
    long two = 0;
    long three = 0;
    long adjacent = 0;
    long all = ALL_PLANES;
    long beforeXor = 0;
    for (int position = Integer.BYTES; position < blockBytes; position += Integer.BYTES) {
      long word = BlockWords.getInt(memory, offset + position) ^ signFlip;
      long delta = (word - previousWord) & ALL_PLANES;
      long planes = delta ^ (delta >>> 1);
      three |= two & planes;
      two |= one & planes;
      one |= planes;
      adjacent |= previous & planes;
      all &= planes;
      beforeXor |= delta;
      previous = planes;
      previousWord = word;
    }
    return baseBits(base)
        + planeBits(~one & ALL_PLANES, all, ~two | (adjacent & ~three), beforeXor);
  }

  /**
   * Coded size of the planes of a block, given a bit a plane.
   *
   * @param zero planes without a bit set
   * @param all planes with every bit set
   * @param positions planes that a position tells: with one bit set, or two adjacent ones; zero
   *     planes may be among them
   * @param beforeXor planes with a bit set before the exclusive-or
   */
  private int planeBits(long zero, long all, long positions, long beforeXor) {
    long one = ~zero & ALL_PLANES;
    int zeroRuns = Long.bitCount(zero & ~(zero << 1));
    int singleZeros = Long.bitCount(zero & ~(zero << 1) & ~(zero >>> 1));
    long unpositioned = one & (all | ~beforeXor);
    long positioned = one & ~unpositioned & positions;
    long raw = one & ~unpositioned & ~positioned;
    return ZERO_RUN_BITS * zeroRuns
        - (ZERO_RUN_BITS - ZERO_BITS) * singleZeros
        + PATTERN_BITS * Long.bitCount(unpositioned)
        + (PATTERN_BITS + positionBits) * Long.bitCount(positioned)
        + (1 + width) * Long.bitCount(raw);
  }

  private static int baseBits(int base) {
    if (base == 0) {
      return 3;
    }
    int magnitude = base ^ (base >> 31);
    if (magnitude < 1 << 15) {
      return magnitude < 1 << 3 ? 3 + 4 : magnitude < 1 << 7 ? 3 + 8 : 3 + 16;
    }
    return 1 + 32;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (transposer != null) {
      BlockPlanes block = scratch.get();
      transposer.split(memory, offset, block);
      writeBase(block.base, out);
      if (block.signs == 0) {
        writeZeros(1 + Integer.numberOfLeadingZeros(~block.zero), out);
      } else {
        writeSetPlane(block.signs, false, out);
      }
      transposer.write(block, out);
      return 0;
    }
    writeBase(BlockWords.getInt(memory, offset), out);
    long above = signs(memory, offset);
    int zeros = writePlane(above, above, 0, out);
    for (int lane = 3; lane >= 0; lane--) {
      long a = gather(memory, offset, lane, 0);
      long b = gather(memory, offset, lane, 1);
      long c = gather(memory, offset, lane, 2);
      long d = gather(memory, offset, lane, 3);
      long e = gather(memory, offset, lane, 4);
      long f = gather(memory, offset, lane, 5);
      long g = gather(memory, offset, lane, 6);
      long h = gather(memory, offset, lane, 7);
      for (int bit = 7; bit >= 0; bit--) {
        long residuals =
            BitPlanes.plane(bit, a, b, c, d) | (BitPlanes.plane(bit, e, f, g, h) << 32);
        // The first word has no difference.
        long plane = residuals >>> 1;
        zeros = writePlane(plane ^ above, plane, zeros, out);
        above = plane;
      }
    }
    writeZeros(zeros, out);
    return 0;
  }

  /** The planes of eight words less their predecessors; those of the first word mean nothing. */
  private long gather(MemorySegment memory, long offset, int lane, int group) {
    return 8 * group < words ? BitPlanes.gather(memory, offset, lane, 8 * group, 1) : 0;
  }

  /** Plane 32: which differences are negative. */
  private long signs(MemorySegment memory, long offset) {
    long signs = 0;
    int previous = BlockWords.getInt(memory, offset) ^ signFlip;
    for (int index = 0; index < width; index++) {
      int word = BlockWords.getInt(memory, offset + 4L * (index + 1)) ^ signFlip;
      signs |= word < previous ? 1L << index : 0;
      previous = word;
    }
    return signs;
  }

  private static void writeBase(int base, BitWriter out) {
    switch (baseBits(base)) {
      case 3 -> out.write(0b000, 3);
      case 3 + 4 -> out.write((0b001 << 4) | (base & 0xf), 3 + 4);
      case 3 + 8 -> out.write((0b010 << 8) | (base & 0xff), 3 + 8);
      case 3 + 16 -> out.write((0b011 << 16) | (base & 0xffff), 3 + 16);
      default -> out.write((1L << 32) | Integer.toUnsignedLong(base), 1 + 32);
    }
  }

  /**
   * Writes a plane, unless it is zero.
   *
   * @param zeros zero planes above this one that are not written yet
   * @return zero planes down to this one that are not written yet
   */
  private int writePlane(long plane, long beforeXor, int zeros, BitWriter out) {
    if (plane == 0) {
      return zeros + 1;
    }
    writeZeros(zeros, out);
    writeSetPlane(plane, beforeXor == 0, out);
    return 0;
  }

  private void writeSetPlane(long plane, boolean zeroBeforeXor, BitWriter out) {
    int lowest = Long.numberOfTrailingZeros(plane);
    long rest = plane >>> lowest;
    if (plane == (1L << width) - 1) {
      out.write(ALL_ONES, PATTERN_BITS);
    } else if (zeroBeforeXor) {
      out.write(ZERO_BEFORE_XOR, PATTERN_BITS);
    } else if (rest == 0b11) {
      out.write((TWO_ADJACENT_ONES << positionBits) | lowest, PATTERN_BITS + positionBits);
    } else if (rest == 0b1) {
      out.write((SINGLE_ONE << positionBits) | lowest, PATTERN_BITS + positionBits);
    } else if (width < WINDOW_BITS) {
      out.write((1L << width) | plane, 1 + width);
    } else {
      out.write(1, 1);
      out.write(plane >>> 32, Math.max(0, width - 32));
      out.write(plane, Math.min(width, 32));
    }
  }

  private static void writeZeros(int zeros, BitWriter out) {
    if (zeros > 1) {
      out.write(ZERO_RUN_CODE + zeros, ZERO_RUN_BITS);
    } else if (zeros == 1) {
      out.write(ZERO_CODE, ZERO_BITS);
    }
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    int base = readBase(in);
    if (transposer != null) {
      transposer.join(in, base, scratch.get(), memory, offset);
      return;
    }
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    long e = 0;
    long f = 0;
    long g = 0;
    long h = 0;
    long plane = 0;
    int zeros = 0;
    for (int index = TOP_PLANE; index >= 0; index--) {
      if (zeros > 0) {
        zeros--;
      } else {
        long window = in.peek(WINDOW_BITS);
        zeros = zeros(window);
        if (zeros == 0) {
          plane = readPlane(plane, window, in);
        } else {
          in.skip(zeros == 1 ? ZERO_BITS : ZERO_RUN_BITS);
          if (--zeros > index) {
            throw new CorruptBlockException("a run of zero planes overruns the block");
          }
        }
      }
      if (index == TOP_PLANE) {
        continue;
      }
      // The first word has no difference, and so its bit is free.
      long residuals = plane << 1;
      a = (a << 8) | (residuals & 0xff);
      b = (b << 8) | ((residuals >>> 8) & 0xff);
      c = (c << 8) | ((residuals >>> 16) & 0xff);
      d = (d << 8) | ((residuals >>> 24) & 0xff);
      e = (e << 8) | ((residuals >>> 32) & 0xff);
      f = (f << 8) | ((residuals >>> 40) & 0xff);
      g = (g << 8) | ((residuals >>> 48) & 0xff);
      h = (h << 8) | (residuals >>> 56);
      if ((index & 7) == 0) {
        int lane = index >>> 3;
        scatter(a, memory, offset, lane, 0);
        scatter(b, memory, offset, lane, 1);
        scatter(c, memory, offset, lane, 2);
        scatter(d, memory, offset, lane, 3);
        scatter(e, memory, offset, lane, 4);
        scatter(f, memory, offset, lane, 5);
        scatter(g, memory, offset, lane, 6);
        scatter(h, memory, offset, lane, 7);
      }
    }
    addDifferences(base, memory, offset);
  }

  private void scatter(long planes, MemorySegment memory, long offset, int lane, int group) {
    if (8 * group < words) {
      BitPlanes.scatter(planes, memory, offset, lane, 8 * group);
    }
  }

  /** Makes words of the differences that stand in their places. */
  private void addDifferences(int base, MemorySegment memory, long offset) {
    BlockWords.setInt(memory, offset, base);
    int word = base;
    for (int position = Integer.BYTES; position < blockBytes; position += Integer.BYTES) {
      word += BlockWords.getInt(memory, offset + position);
      BlockWords.setInt(memory, offset + position, word);
    }
  }

  private static int readBase(BitReader in) {
    if (in.read(1) == 1) {
      return (int) in.read(32);
    }
    return switch ((int) in.read(2)) {
      case 0b00 -> 0;
      case 0b01 -> (int) in.readSigned(4);
      case 0b10 -> (int) in.readSigned(8);
      default -> (int) in.readSigned(16);
    };
  }

  /** Zero planes that the code at the start of a window stands for. */
  private static int zeros(long window) {
    return switch ((int) (window >>> (WINDOW_BITS - 3))) {
      case 0b001 -> 1;
      case 0b010, 0b011 -> 2 + (int) ((window >>> (WINDOW_BITS - ZERO_RUN_BITS)) & 0x1f);
      default -> 0;
    };
  }

  /** Reads the plane coded at the start of a window, before the exclusive-or. */
  private long readPlane(long above, long window, BitReader in) {
    if (window >>> (WINDOW_BITS - 1) == 1) {
      if (width < WINDOW_BITS) {
        in.skip(1 + width);
        return above ^ ((window >>> (WINDOW_BITS - 1 - width)) & ((1L << width) - 1));
      }
      in.skip(1);
      long high = in.read(width - 32);
      return above ^ ((high << 32) | in.read(32));
    }
    in.skip(PATTERN_BITS);
    return switch ((int) (window >>> (WINDOW_BITS - PATTERN_BITS))) {
      case ALL_ONES -> above ^ ((1L << width) - 1);
      case ZERO_BEFORE_XOR -> 0;
      case TWO_ADJACENT_ONES -> above ^ (0b11L << position(width - 2, in));
      default -> above ^ (1L << position(width - 1, in));
    };
  }

  private int position(int most, BitReader in) {
    int position = (int) in.read(positionBits);
    if (position > most) {
      throw new CorruptBlockException("bit %d of a plane is not in it".formatted(position));
    }
    return position;
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int prefix =
        (int)
            in.field(
                "prefix",
                bits -> bits.read(1) == 1 ? 4 : bits.read(2),
                form -> form == 0 ? "word 0 is zero" : "word 0 has %d bits".formatted(2 << form));
    if (prefix > 0) {
      in.field(
          "word 0", bits -> bits.readSigned(2 << prefix), word -> "= " + FieldReader.hex(word, 4));
    }
    for (int plane = TOP_PLANE; plane >= 0; ) {
      int pattern = (int) in.field("plane " + plane, Bpc::readPattern, Bpc::meaning);
      switch (pattern) {
        case ZERO_RUN ->
            plane -=
                1 + (int) in.field("run", ZERO_RUN_BITS - 2, run -> (run + 2) + " planes in all");
        case TWO_ADJACENT_ONES, SINGLE_ONE ->
            in.field("position", positionBits, bit -> "from difference %d on".formatted(bit));
        case AS_IT_IS -> in.field("bits", width, "from the last difference to the first");
        default -> {
          // Nothing follows.
        }
      }
      plane--;
    }
  }

  private static long readPattern(BitReader in) {
    if (in.read(1) == 1) {
      return AS_IT_IS;
    }
    if (in.read(1) == 1) {
      return ZERO_RUN;
    }
    return in.read(1) == 1 ? ZERO : in.read(2);
  }

  private static String meaning(long pattern) {
    return switch ((int) pattern) {
      case AS_IT_IS -> "as it is";
      case ZERO_RUN -> "zeros, and so are planes below";
      case ZERO -> "zeros: as the plane above";
      case ALL_ONES -> "ones: the inverse of the plane above";
      case ZERO_BEFORE_XOR -> "the plane above, since this one is zero itself";
      case TWO_ADJACENT_ONES -> "two adjacent ones";
      default -> "a single one";
    };
  }
}
