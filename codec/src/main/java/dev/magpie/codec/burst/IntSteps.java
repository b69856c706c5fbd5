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
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * The steps of modes of 4-byte words.
 *
 * <p>What a mode has to know of a block is reduced over its words: bits that vary, the least and
 * the most, the largest distance. Vectors of many blocks are reduced together, each two to one of
 * half as many lanes a block, until each block has a lane; prices are then those of many blocks at
 * a time, and nothing branches on data.
 */
final class IntSteps {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;
  private static final int LANES = SPECIES.length();
  private static final int VECTOR_BYTES = SPECIES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ORDER);

  private static final IntVector EVEN = IntVector.zero(SPECIES).addIndex(2);
  private static final IntVector ODD = EVEN.add(1);

  private final Set<String> modes;
  private final boolean zeroPairs;
  private final TilePrices prices;
  private final Tile tile;
  private final int words;

  /** Vectors with a lane for each block. */
  private final int groups;

  IntSteps(Set<String> modes, Bursts bursts, Tile tile) {
    this.modes = modes;
    zeroPairs = has("zpair32");
    this.tile = tile;
    words = tile.blockBytes() / Integer.BYTES;
    groups = tile.blocks() / LANES;
    prices = new TilePrices(modes, bursts, Integer.SIZE, words);
  }

  List<List<TileStep>> stages() {
    List<TileStep> ranges = new ArrayList<>();
    List<TileStep> parts = new ArrayList<>();
    boolean planes = has("plane32") || has("zplane32");
    ranges.add(this::readEnds);
    ranges.add((_, _, scratch) -> foldEnds(scratch));
    ranges.add((_, _, scratch) -> ends(scratch));
    if (planes) {
      ranges.add(this::readBits);
      ranges.add((_, _, scratch) -> foldBits(scratch));
      ranges.add((_, _, scratch) -> pricePlanes(scratch));
    }
    if (has("delta32") || has("zdelta32")) {
      ranges.add((_, _, scratch) -> priceDeltas(scratch));
    }
    if (has("pair32") || zeroPairs) {
      parts.add(this::readParts);
      parts.add((_, _, scratch) -> foldParts(scratch));
      parts.add((_, _, scratch) -> priceParts(scratch));
    }
    return parts.isEmpty() ? List.of(ranges) : List.of(ranges, parts);
  }

  private boolean has(String mode) {
    return modes.contains(mode);
  }

  private static IntVector load(MemorySegment memory, long at) {
    return IntVector.fromMemorySegment(SPECIES, memory, at, ORDER);
  }

  private static IntVector broadcast(MemorySegment scratch, long at) {
    return IntVector.broadcast(SPECIES, scratch.get(WORD, at));
  }

  private void readBits(MemorySegment memory, long offset, MemorySegment scratch) {
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      IntVector a = load(memory, at);
      IntVector b = load(memory, at + second);
      IntVector c = load(memory, at + rowBytes);
      IntVector d = load(memory, at + rowBytes + second);
      long to = (long) i / 2 * VECTOR_BYTES;
      IntVector lacksAb = lacks(a).or(lacks(b));
      IntVector lacksCd = lacks(c).or(lacks(d));
      or(a.or(b), c.or(d)).intoMemorySegment(scratch, Tile.ONES + to, ORDER);
      or(lacksAb, lacksCd).intoMemorySegment(scratch, Tile.LACKS + to, ORDER);
    }
  }

  /** Bits that a word lacks; none if it is zero. */
  private static IntVector lacks(IntVector words) {
    return words.lanewise(XOR, -1, words.compare(NE, 0));
  }

  private void readEnds(MemorySegment memory, long offset, MemorySegment scratch) {
    IntVector top = IntVector.broadcast(SPECIES, Integer.MAX_VALUE);
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    int half = second == 0 ? 1 : 0;
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      IntVector a = load(memory, at);
      IntVector b = load(memory, at + second);
      IntVector c = load(memory, at + rowBytes);
      IntVector d = load(memory, at + rowBytes + second);
      VectorMask<Integer> ofA = a.compare(NE, 0);
      VectorMask<Integer> ofB = b.compare(NE, 0);
      VectorMask<Integer> ofC = c.compare(NE, 0);
      VectorMask<Integer> ofD = d.compare(NE, 0);
      long to = (long) i / 2 * VECTOR_BYTES;
      min(
              top.lanewise(MIN, a, ofA).lanewise(MIN, b, ofB),
              top.lanewise(MIN, c, ofC).lanewise(MIN, d, ofD))
          .intoMemorySegment(scratch, Tile.LEAST + to, ORDER);
      min(
              top.lanewise(MIN, a.not(), ofA).lanewise(MIN, b.not(), ofB),
              top.lanewise(MIN, c.not(), ofC).lanewise(MIN, d.not(), ofD))
          .intoMemorySegment(scratch, Tile.NOT_MOST + to, ORDER);
      scratch.set(WORD, Tile.CODED + 4L * i, (ofA.trueCount() + ofB.trueCount()) >> half);
      scratch.set(WORD, Tile.CODED + 4L * i + 4, (ofC.trueCount() + ofD.trueCount()) >> half);
    }
  }

  private static IntVector or(IntVector a, IntVector b) {
    return EVEN.selectFrom(a, b).or(ODD.selectFrom(a, b));
  }

  private static IntVector min(IntVector a, IntVector b) {
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
        int coded = 0;
        for (int row = i * rows; row < (i + 1) * rows; row++) {
          coded += scratch.get(WORD, Tile.CODED + 4L * row);
        }
        scratch.set(WORD, Tile.CODED + 4L * i, coded);
      }
    }
    for (int g = 0; g < groups; g++) {
      long at = (long) g * VECTOR_BYTES;
      IntVector least = load(scratch, Tile.LEAST + at);
      IntVector most = load(scratch, Tile.LEAST + at + (long) groups * VECTOR_BYTES).not();
      VectorMask<Integer> zeros = load(scratch, Tile.CODED + at).compare(LT, words);
      least.intoMemorySegment(scratch, Tile.LEAST_CODED + at, ORDER);
      most.intoMemorySegment(scratch, Tile.MOST_CODED + at, ORDER);
      least.lanewise(MIN, 0, zeros).intoMemorySegment(scratch, Tile.LEAST_WORD + at, ORDER);
      most.blend(most.max(0), zeros).intoMemorySegment(scratch, Tile.MOST_WORD + at, ORDER);
      most.blend(least, least.compare(LT, 0))
          .intoMemorySegment(scratch, Tile.FAR_FROM_ZERO + at, ORDER);
    }
  }

  private void pricePlanes(MemorySegment scratch) {
    for (int g = 0; g < groups; g++) {
      long at = (long) g * VECTOR_BYTES;
      IntVector coded = load(scratch, Tile.CODED + at);
      IntVector ones = load(scratch, Tile.ONES + at);
      IntVector varying = ones.and(load(scratch, Tile.ONES + at + (long) groups * VECTOR_BYTES));
      // A word of zero lacks all bits.
      IntVector ofAll = varying.blend(ones, coded.compare(LT, words));
      prices.planes(coded, varying.lanewise(BIT_COUNT), ofAll.lanewise(BIT_COUNT), scratch, at);
    }
  }

  private void priceDeltas(MemorySegment scratch) {
    for (int g = 0; g < groups; g++) {
      long at = (long) g * VECTOR_BYTES;
      IntVector range =
          load(scratch, Tile.MOST_CODED + at).sub(load(scratch, Tile.LEAST_CODED + at));
      IntVector ofAll = load(scratch, Tile.MOST_WORD + at).sub(load(scratch, Tile.LEAST_WORD + at));
      prices.deltas(load(scratch, Tile.CODED + at), width(range), width(ofAll), scratch, at);
    }
  }

  private static IntVector width(IntVector numbers) {
    return numbers.lanewise(LEADING_ZEROS_COUNT).neg().add(Integer.SIZE);
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
      IntVector a = load(memory, at);
      IntVector b = load(memory, at + second);
      IntVector c = load(memory, at + rowBytes);
      IntVector d = load(memory, at + rowBytes + second);
      long block = 4L * (i >> shift);
      long next = 4L * ((i + 1) >> shift);
      long to = (long) i / 2 * VECTOR_BYTES;
      IntVector least = broadcast(scratch, Tile.LEAST_WORD + block);
      IntVector most = broadcast(scratch, Tile.MOST_WORD + block);
      IntVector nextLeast = broadcast(scratch, Tile.LEAST_WORD + next);
      IntVector nextMost = broadcast(scratch, Tile.MOST_WORD + next);
      or(
              near(a, least, most).or(near(b, least, most)),
              near(c, nextLeast, nextMost).or(near(d, nextLeast, nextMost)))
          .intoMemorySegment(scratch, Tile.ONES + to, ORDER);
      if (zeroPairs) {
        IntVector far = broadcast(scratch, Tile.FAR_FROM_ZERO + block);
        IntVector nextFar = broadcast(scratch, Tile.FAR_FROM_ZERO + next);
        or(near(a, far).or(near(b, far)), near(c, nextFar).or(near(d, nextFar)))
            .intoMemorySegment(scratch, Tile.LACKS + to, ORDER);
      }
    }
  }

  private static IntVector near(IntVector words, IntVector one, IntVector other) {
    return words.lanewise(XOR, one).lanewise(UMIN, words.lanewise(XOR, other));
  }

  private static IntVector near(IntVector words, IntVector other) {
    return words.lanewise(UMIN, words.lanewise(XOR, other));
  }

  private void priceParts(MemorySegment scratch) {
    for (int g = 0; g < groups; g++) {
      long at = (long) g * VECTOR_BYTES;
      prices.pairs(width(load(scratch, Tile.ONES + at)), scratch, at);
      if (zeroPairs) {
        long ofZero = Tile.ONES + at + (long) groups * VECTOR_BYTES;
        prices.zeroPairs(width(load(scratch, ofZero)), scratch, at);
      }
    }
  }
}
