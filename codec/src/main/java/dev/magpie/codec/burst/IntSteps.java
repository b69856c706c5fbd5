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

  /** Of each two rows a vector, in which lanes are reduced. */
  private static final int PAIRS = Tile.ROWS / 2 * LANES;

  // What is told of bits: those of any word, and those that any word that is not zero lacks.
  private static final int ONES = 0;
  private static final int LACKS = PAIRS;

  // Of words that are not zero: the least, and the complement of the most.
  private static final int LEAST = 2 * PAIRS;
  private static final int NOT_MOST = 3 * PAIRS;

  /** Words that are not zero, of each row. */
  private static final int CODED = 4 * PAIRS;

  // Numbers of blocks.
  private static final int NUMBERS = Tile.ROWS;
  static final int LEAST_CODED = CODED + NUMBERS;
  static final int MOST_CODED = LEAST_CODED + NUMBERS;
  static final int LEAST_WORD = MOST_CODED + NUMBERS;
  static final int MOST_WORD = LEAST_WORD + NUMBERS;
  private static final int FAR_FROM_ZERO = MOST_WORD + NUMBERS;

  /** Elements of scratch memory that the steps take. */
  static final int ROOM = FAR_FROM_ZERO + NUMBERS;

  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

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
      parts.add(this::readPairs);
      if (zeroPairs) {
        parts.add(this::readZeroPairs);
      }
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

  private static IntVector load(Scratch scratch, int at) {
    return IntVector.fromArray(SPECIES, scratch.ints, at);
  }

  private static IntVector broadcast(Scratch scratch, int at) {
    return IntVector.broadcast(SPECIES, scratch.ints[at]);
  }

  private void readBits(MemorySegment memory, long offset, Scratch scratch) {
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      IntVector a = load(memory, at);
      IntVector b = load(memory, at + second);
      IntVector c = load(memory, at + rowBytes);
      IntVector d = load(memory, at + rowBytes + second);
      int to = i / 2 * LANES;
      IntVector lacksAb = lacks(a).or(lacks(b));
      IntVector lacksCd = lacks(c).or(lacks(d));
      or(a.or(b), c.or(d)).intoArray(scratch.ints, ONES + to);
      or(lacksAb, lacksCd).intoArray(scratch.ints, LACKS + to);
    }
  }

  /** Bits that a word lacks; none if it is zero. */
  private static IntVector lacks(IntVector words) {
    return words.lanewise(XOR, -1, words.compare(NE, 0));
  }

  private void readEnds(MemorySegment memory, long offset, Scratch scratch) {
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
      int to = i / 2 * LANES;
      min(
              top.lanewise(MIN, a, ofA).lanewise(MIN, b, ofB),
              top.lanewise(MIN, c, ofC).lanewise(MIN, d, ofD))
          .intoArray(scratch.ints, LEAST + to);
      min(
              top.lanewise(MIN, a.not(), ofA).lanewise(MIN, b.not(), ofB),
              top.lanewise(MIN, c.not(), ofC).lanewise(MIN, d.not(), ofD))
          .intoArray(scratch.ints, NOT_MOST + to);
      scratch.ints[CODED + i] = (ofA.trueCount() + ofB.trueCount()) >> half;
      scratch.ints[CODED + i + 1] = (ofC.trueCount() + ofD.trueCount()) >> half;
    }
  }

  private static IntVector or(IntVector a, IntVector b) {
    return EVEN.selectFrom(a, b).or(ODD.selectFrom(a, b));
  }

  private static IntVector min(IntVector a, IntVector b) {
    return EVEN.selectFrom(a, b).min(ODD.selectFrom(a, b));
  }

  private void foldBits(Scratch scratch) {
    foldOr(scratch, Tile.ROWS, 2 * groups);
  }

  private void foldParts(Scratch scratch) {
    if (zeroPairs) {
      foldBits(scratch);
    } else {
      foldOr(scratch, Tile.ROWS / 2, groups);
    }
  }

  /** Makes fewer vectors of some, until each block has a lane. */
  private static void foldOr(Scratch scratch, int vectors, int until) {
    for (int left = vectors / 2; left >= until; left /= 2) {
      for (int i = 0; i < left; i++) {
        int at = ONES + 2 * i * LANES;
        or(load(scratch, at), load(scratch, at + LANES)).intoArray(scratch.ints, ONES + i * LANES);
      }
    }
  }

  private void foldEnds(Scratch scratch) {
    for (int left = Tile.ROWS / 2; left >= 2 * groups; left /= 2) {
      for (int i = 0; i < left; i++) {
        int at = LEAST + 2 * i * LANES;
        min(load(scratch, at), load(scratch, at + LANES))
            .intoArray(scratch.ints, LEAST + i * LANES);
      }
    }
  }

  /** Adds up the coded words of rows, and keeps the ends that the other steps need. */
  private void ends(Scratch scratch) {
    int rows = 1 << tile.rowShift();
    if (rows > 1) {
      for (int i = 0; i < tile.blocks(); i++) {
        int coded = 0;
        for (int row = i * rows; row < (i + 1) * rows; row++) {
          coded += scratch.ints[CODED + row];
        }
        scratch.ints[CODED + i] = coded;
      }
    }
    for (int g = 0; g < groups; g++) {
      int at = g * LANES;
      IntVector least = load(scratch, LEAST + at);
      IntVector most = load(scratch, LEAST + at + groups * LANES).not();
      VectorMask<Integer> zeros = load(scratch, CODED + at).compare(LT, words);
      least.intoArray(scratch.ints, LEAST_CODED + at);
      most.intoArray(scratch.ints, MOST_CODED + at);
      least.lanewise(MIN, 0, zeros).intoArray(scratch.ints, LEAST_WORD + at);
      most.blend(most.max(0), zeros).intoArray(scratch.ints, MOST_WORD + at);
      most.blend(least, least.compare(LT, 0)).intoArray(scratch.ints, FAR_FROM_ZERO + at);
    }
  }

  private void pricePlanes(Scratch scratch) {
    for (int g = 0; g < groups; g++) {
      int at = g * LANES;
      IntVector coded = load(scratch, CODED + at);
      IntVector ones = load(scratch, ONES + at);
      IntVector varying = ones.and(load(scratch, ONES + at + groups * LANES));
      // A word of zero lacks all bits.
      IntVector ofAll = varying.blend(ones, coded.compare(LT, words));
      prices.planes(coded, varying.lanewise(BIT_COUNT), ofAll.lanewise(BIT_COUNT), scratch, at);
    }
  }

  private void priceDeltas(Scratch scratch) {
    for (int g = 0; g < groups; g++) {
      int at = g * LANES;
      IntVector range = load(scratch, MOST_CODED + at).sub(load(scratch, LEAST_CODED + at));
      IntVector ofAll = load(scratch, MOST_WORD + at).sub(load(scratch, LEAST_WORD + at));
      prices.deltas(load(scratch, CODED + at), width(range), width(ofAll), scratch, at);
    }
  }

  private static IntVector width(IntVector numbers) {
    return numbers.lanewise(LEADING_ZEROS_COUNT).neg().add(Integer.SIZE);
  }

  /** Low bits that are needed beside one of two high parts, where these are those of the ends. */
  private void readPairs(MemorySegment memory, long offset, Scratch scratch) {
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    int shift = tile.rowShift();
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      int block = i >> shift;
      int next = (i + 1) >> shift;
      or(
              nearEnds(memory, at, second, scratch, block),
              nearEnds(memory, at + rowBytes, second, scratch, next))
          .intoArray(scratch.ints, ONES + i / 2 * LANES);
    }
  }

  /** The same, in place of bits that are lacked, where the parts are zero and another. */
  private void readZeroPairs(MemorySegment memory, long offset, Scratch scratch) {
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    int shift = tile.rowShift();
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      int block = i >> shift;
      int next = (i + 1) >> shift;
      or(
              nearZero(memory, at, second, scratch, block),
              nearZero(memory, at + rowBytes, second, scratch, next))
          .intoArray(scratch.ints, LACKS + i / 2 * LANES);
    }
  }

  private static IntVector nearEnds(
      MemorySegment memory, long at, int second, Scratch scratch, int block) {
    IntVector least = broadcast(scratch, LEAST_WORD + block);
    IntVector most = broadcast(scratch, MOST_WORD + block);
    return near(load(memory, at), least, most).or(near(load(memory, at + second), least, most));
  }

  private static IntVector nearZero(
      MemorySegment memory, long at, int second, Scratch scratch, int block) {
    IntVector far = broadcast(scratch, FAR_FROM_ZERO + block);
    return near(load(memory, at), far).or(near(load(memory, at + second), far));
  }

  private static IntVector near(IntVector words, IntVector one, IntVector other) {
    return words.lanewise(XOR, one).lanewise(UMIN, words.lanewise(XOR, other));
  }

  private static IntVector near(IntVector words, IntVector other) {
    return words.lanewise(UMIN, words.lanewise(XOR, other));
  }

  private void priceParts(Scratch scratch) {
    for (int g = 0; g < groups; g++) {
      int at = g * LANES;
      prices.pairs(width(load(scratch, ONES + at)), scratch, at);
      if (zeroPairs) {
        int ofZero = ONES + at + groups * LANES;
        prices.zeroPairs(width(load(scratch, ofZero)), scratch, at);
      }
    }
  }
}
