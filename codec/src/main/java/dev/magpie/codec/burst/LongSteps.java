package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.BIT_COUNT;
import static jdk.incubator.vector.VectorOperators.LEADING_ZEROS_COUNT;
import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.MIN;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.UMIN;
import static jdk.incubator.vector.VectorOperators.XOR;

import dev.magpie.codec.simd.KernelSpecies;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * The steps of modes of 8-byte words.
 *
 * <p>They are those of {@link IntSteps}, and find what the same prices are made of; the compiler
 * wants code for each type of vector.
 */
final class LongSteps {
  private static final VectorSpecies<Long> SPECIES = KernelSpecies.LONGS;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ORDER);

  private static final LongVector EVEN = LongVector.zero(SPECIES).addIndex(2);
  private static final LongVector ODD = EVEN.add(1);

  /** The low words of two vectors. */
  private static final IntVector LOW = IntVector.zero(KernelSpecies.INTS).addIndex(2);

  private final Set<String> modes;
  private final boolean zeroPairs;
  private final TilePrices prices;
  private final Tile tile;
  private final int words;

  /** Vectors with a lane for each block. */
  private final int groups;

  LongSteps(Set<String> modes, Bursts bursts, Tile tile) {
    this.modes = modes;
    zeroPairs = has("zpair64");
    this.tile = tile;
    words = tile.blockBytes() / Long.BYTES;
    groups = tile.blocks() / LANES;
    prices = new TilePrices(modes, bursts, Long.SIZE, words);
  }

  List<List<TileStep>> stages() {
    List<TileStep> ranges = new ArrayList<>();
    List<TileStep> parts = new ArrayList<>();
    boolean planes = has("plane64") || has("zplane64");
    ranges.add(this::readEnds);
    ranges.add((_, _, scratch) -> foldEnds(scratch));
    ranges.add((_, _, scratch) -> ends(scratch));
    if (planes) {
      ranges.add(this::readBits);
      ranges.add((_, _, scratch) -> foldBits(scratch));
      ranges.add((_, _, scratch) -> pricePlanes(scratch));
    }
    if (has("delta64") || has("zdelta64")) {
      ranges.add((_, _, scratch) -> priceDeltas(scratch));
    }
    if (has("pair64") || zeroPairs) {
      parts.add(this::readParts);
      parts.add((_, _, scratch) -> foldParts(scratch));
      parts.add((_, _, scratch) -> priceParts(scratch));
    }
    return parts.isEmpty() ? List.of(ranges) : List.of(ranges, parts);
  }

  private boolean has(String mode) {
    return modes.contains(mode);
  }

  private static LongVector load(MemorySegment memory, long at) {
    return LongVector.fromMemorySegment(SPECIES, memory, at, ORDER);
  }

  private static LongVector broadcast(MemorySegment scratch, long at) {
    return LongVector.broadcast(SPECIES, scratch.get(WORD, at));
  }

  private void readBits(MemorySegment memory, long offset, MemorySegment scratch) {
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      LongVector a = load(memory, at);
      LongVector b = load(memory, at + second);
      LongVector c = load(memory, at + rowBytes);
      LongVector d = load(memory, at + rowBytes + second);
      long to = (long) i / 2 * VECTOR_BYTES;
      LongVector lacksAb = lacks(a).or(lacks(b));
      LongVector lacksCd = lacks(c).or(lacks(d));
      or(a.or(b), c.or(d)).intoMemorySegment(scratch, Tile.ONES + to, ORDER);
      or(lacksAb, lacksCd).intoMemorySegment(scratch, Tile.LACKS + to, ORDER);
    }
  }

  /** Bits that a word lacks; none if it is zero. */
  private static LongVector lacks(LongVector words) {
    return words.lanewise(XOR, -1, words.compare(NE, 0));
  }

  private void readEnds(MemorySegment memory, long offset, MemorySegment scratch) {
    LongVector top = LongVector.broadcast(SPECIES, Long.MAX_VALUE);
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    int half = second == 0 ? 1 : 0;
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      LongVector a = load(memory, at);
      LongVector b = load(memory, at + second);
      LongVector c = load(memory, at + rowBytes);
      LongVector d = load(memory, at + rowBytes + second);
      VectorMask<Long> ofA = a.compare(NE, 0);
      VectorMask<Long> ofB = b.compare(NE, 0);
      VectorMask<Long> ofC = c.compare(NE, 0);
      VectorMask<Long> ofD = d.compare(NE, 0);
      long to = (long) i / 2 * VECTOR_BYTES;
      min(
              top.lanewise(MIN, a, ofA).lanewise(MIN, b, ofB),
              top.lanewise(MIN, c, ofC).lanewise(MIN, d, ofD))
          .intoMemorySegment(scratch, Tile.LEAST + to, ORDER);
      min(
              top.lanewise(MIN, a.not(), ofA).lanewise(MIN, b.not(), ofB),
              top.lanewise(MIN, c.not(), ofC).lanewise(MIN, d.not(), ofD))
          .intoMemorySegment(scratch, Tile.NOT_MOST + to, ORDER);
      scratch.set(WORD, Tile.CODED + 8L * i, (ofA.trueCount() + ofB.trueCount()) >> half);
      scratch.set(WORD, Tile.CODED + 8L * i + 8, (ofC.trueCount() + ofD.trueCount()) >> half);
    }
  }

  private static LongVector or(LongVector a, LongVector b) {
    return EVEN.selectFrom(a, b).or(ODD.selectFrom(a, b));
  }

  private static LongVector min(LongVector a, LongVector b) {
    return EVEN.selectFrom(a, b).min(ODD.selectFrom(a, b));
  }

  private void foldBits(MemorySegment scratch) {
    foldOr(scratch, Tile.ROWS, 2 * groups);
  }

  private void foldParts(MemorySegment scratch) {
    if (zeroPairs) {
      foldBits(scratch);
    } else {
      foldOr(scratch, Tile.ROWS / 2, groups);
    }
  }

  /** Makes fewer vectors of some, until each block has a lane. */
  private static void foldOr(MemorySegment scratch, int vectors, int until) {
    for (int left = vectors / 2; left >= until; left /= 2) {
      for (int i = 0; i < left; i++) {
        long at = Tile.ONES + 2L * i * VECTOR_BYTES;
        or(load(scratch, at), load(scratch, at + VECTOR_BYTES))
            .intoMemorySegment(scratch, Tile.ONES + (long) i * VECTOR_BYTES, ORDER);
      }
    }
  }

  private void foldEnds(MemorySegment scratch) {
    for (int left = Tile.ROWS / 2; left >= 2 * groups; left /= 2) {
      for (int i = 0; i < left; i++) {
        long at = Tile.LEAST + 2L * i * VECTOR_BYTES;
        min(load(scratch, at), load(scratch, at + VECTOR_BYTES))
            .intoMemorySegment(scratch, Tile.LEAST + (long) i * VECTOR_BYTES, ORDER);
      }
    }
  }

  /** Adds up the coded words of rows, and keeps the ends that the other steps need. */
  private void ends(MemorySegment scratch) {
    int rows = 1 << tile.rowShift();
    if (rows > 1) {
      for (int i = 0; i < tile.blocks(); i++) {
        long coded = 0;
        for (int row = i * rows; row < (i + 1) * rows; row++) {
          coded += scratch.get(WORD, Tile.CODED + 8L * row);
        }
        scratch.set(WORD, Tile.CODED + 8L * i, coded);
      }
    }
    for (int g = 0; g < groups; g++) {
      long at = (long) g * VECTOR_BYTES;
      LongVector least = load(scratch, Tile.LEAST + at);
      LongVector most = load(scratch, Tile.LEAST + at + (long) groups * VECTOR_BYTES).not();
      VectorMask<Long> zeros = load(scratch, Tile.CODED + at).compare(LT, words);
      least.intoMemorySegment(scratch, Tile.LEAST_CODED + at, ORDER);
      most.intoMemorySegment(scratch, Tile.MOST_CODED + at, ORDER);
      least.lanewise(MIN, 0, zeros).intoMemorySegment(scratch, Tile.LEAST_WORD + at, ORDER);
      most.blend(most.max(0), zeros).intoMemorySegment(scratch, Tile.MOST_WORD + at, ORDER);
      most.blend(least, least.compare(LT, 0))
          .intoMemorySegment(scratch, Tile.FAR_FROM_ZERO + at, ORDER);
    }
  }

  private void pricePlanes(MemorySegment scratch) {
    for (int g = 0; g < groups; g += 2) {
      long at = (long) g * VECTOR_BYTES;
      long next = at + VECTOR_BYTES;
      prices.planes(
          narrow(load(scratch, Tile.CODED + at), load(scratch, Tile.CODED + next)),
          narrow(varying(scratch, at), varying(scratch, next)),
          narrow(varyingOfAll(scratch, at), varyingOfAll(scratch, next)),
          scratch,
          at / 2);
    }
  }

  private LongVector varying(MemorySegment scratch, long at) {
    return load(scratch, Tile.ONES + at)
        .and(load(scratch, Tile.ONES + at + (long) groups * VECTOR_BYTES))
        .lanewise(BIT_COUNT);
  }

  /** The same of words of which some are zero, and lack all bits. */
  private LongVector varyingOfAll(MemorySegment scratch, long at) {
    LongVector ones = load(scratch, Tile.ONES + at);
    LongVector lacks = load(scratch, Tile.ONES + at + (long) groups * VECTOR_BYTES);
    return ones.and(lacks)
        .blend(ones, load(scratch, Tile.CODED + at).compare(LT, words))
        .lanewise(BIT_COUNT);
  }

  private void priceDeltas(MemorySegment scratch) {
    for (int g = 0; g < groups; g += 2) {
      long at = (long) g * VECTOR_BYTES;
      long next = at + VECTOR_BYTES;
      prices.deltas(
          narrow(load(scratch, Tile.CODED + at), load(scratch, Tile.CODED + next)),
          narrow(width(scratch, Tile.LEAST_CODED + at), width(scratch, Tile.LEAST_CODED + next)),
          narrow(width(scratch, Tile.LEAST_WORD + at), width(scratch, Tile.LEAST_WORD + next)),
          scratch,
          at / 2);
    }
  }

  /** Of numbers from those at an address to those in the next array. */
  private static LongVector width(MemorySegment scratch, long at) {
    return width(load(scratch, at + Tile.NUMBERS).sub(load(scratch, at)));
  }

  private static IntVector narrow(LongVector a, LongVector b) {
    return LOW.selectFrom(a.reinterpretAsInts(), b.reinterpretAsInts());
  }

  private static LongVector width(LongVector numbers) {
    return numbers.lanewise(LEADING_ZEROS_COUNT).neg().add(Long.SIZE);
  }

  /**
   * Low bits that are needed beside one of two high parts, where these are those of the ends; and,
   * in place of bits that are lacked, where they are zero and another.
   */
  private void readParts(MemorySegment memory, long offset, MemorySegment scratch) {
    boolean zeroPairs = this.zeroPairs;
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    int shift = tile.rowShift();
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      LongVector a = load(memory, at);
      LongVector b = load(memory, at + second);
      LongVector c = load(memory, at + rowBytes);
      LongVector d = load(memory, at + rowBytes + second);
      long block = 8L * (i >> shift);
      long next = 8L * ((i + 1) >> shift);
      long to = (long) i / 2 * VECTOR_BYTES;
      LongVector least = broadcast(scratch, Tile.LEAST_WORD + block);
      LongVector most = broadcast(scratch, Tile.MOST_WORD + block);
      LongVector nextLeast = broadcast(scratch, Tile.LEAST_WORD + next);
      LongVector nextMost = broadcast(scratch, Tile.MOST_WORD + next);
      or(
              near(a, least, most).or(near(b, least, most)),
              near(c, nextLeast, nextMost).or(near(d, nextLeast, nextMost)))
          .intoMemorySegment(scratch, Tile.ONES + to, ORDER);
      if (zeroPairs) {
        LongVector far = broadcast(scratch, Tile.FAR_FROM_ZERO + block);
        LongVector nextFar = broadcast(scratch, Tile.FAR_FROM_ZERO + next);
        or(near(a, far).or(near(b, far)), near(c, nextFar).or(near(d, nextFar)))
            .intoMemorySegment(scratch, Tile.LACKS + to, ORDER);
      }
    }
  }

  private static LongVector near(LongVector words, LongVector one, LongVector other) {
    return words.lanewise(XOR, one).lanewise(UMIN, words.lanewise(XOR, other));
  }

  private static LongVector near(LongVector words, LongVector other) {
    return words.lanewise(UMIN, words.lanewise(XOR, other));
  }

  private void priceParts(MemorySegment scratch) {
    for (int g = 0; g < groups; g += 2) {
      long at = (long) g * VECTOR_BYTES;
      prices.pairs(low(scratch, Tile.ONES + at), scratch, at / 2);
      if (zeroPairs) {
        long ofZero = Tile.ONES + at + (long) groups * VECTOR_BYTES;
        prices.zeroPairs(low(scratch, ofZero), scratch, at / 2);
      }
    }
  }

  /** Widths of the numbers of two vectors. */
  private static IntVector low(MemorySegment scratch, long at) {
    return narrow(width(load(scratch, at)), width(load(scratch, at + VECTOR_BYTES)));
  }
}
