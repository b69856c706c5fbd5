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

  private static LongVector load(MemorySegment memory, long at) {
    return LongVector.fromMemorySegment(SPECIES, memory, at, ORDER);
  }

  private static LongVector load(Scratch scratch, int at) {
    return LongVector.fromArray(SPECIES, scratch.longs, at);
  }

  private static LongVector broadcast(Scratch scratch, int at) {
    return LongVector.broadcast(SPECIES, scratch.longs[at]);
  }

  private void readBits(MemorySegment memory, long offset, Scratch scratch) {
    int rowBytes = tile.rowBytes();
    int second = tile.second();
    for (int i = 0; i < Tile.ROWS; i += 2) {
      long at = offset + (long) i * rowBytes;
      LongVector a = load(memory, at);
      LongVector b = load(memory, at + second);
      LongVector c = load(memory, at + rowBytes);
      LongVector d = load(memory, at + rowBytes + second);
      int to = i / 2 * LANES;
      LongVector lacksAb = lacks(a).or(lacks(b));
      LongVector lacksCd = lacks(c).or(lacks(d));
      or(a.or(b), c.or(d)).intoArray(scratch.longs, ONES + to);
      or(lacksAb, lacksCd).intoArray(scratch.longs, LACKS + to);
    }
  }

  /** Bits that a word lacks; none if it is zero. */
  private static LongVector lacks(LongVector words) {
    return words.lanewise(XOR, -1, words.compare(NE, 0));
  }

  private void readEnds(MemorySegment memory, long offset, Scratch scratch) {
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
      int to = i / 2 * LANES;
      min(
              top.lanewise(MIN, a, ofA).lanewise(MIN, b, ofB),
              top.lanewise(MIN, c, ofC).lanewise(MIN, d, ofD))
          .intoArray(scratch.longs, LEAST + to);
      min(
              top.lanewise(MIN, a.not(), ofA).lanewise(MIN, b.not(), ofB),
              top.lanewise(MIN, c.not(), ofC).lanewise(MIN, d.not(), ofD))
          .intoArray(scratch.longs, NOT_MOST + to);
      scratch.longs[CODED + i] = count(ofA, ofB) >> half;
      scratch.longs[CODED + i + 1] = count(ofC, ofD) >> half;
    }
  }

  private static long count(VectorMask<Long> a, VectorMask<Long> b) {
    return (long) a.trueCount() + b.trueCount();
  }

  private static LongVector or(LongVector a, LongVector b) {
    return EVEN.selectFrom(a, b).or(ODD.selectFrom(a, b));
  }

  private static LongVector min(LongVector a, LongVector b) {
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
        or(load(scratch, at), load(scratch, at + LANES)).intoArray(scratch.longs, ONES + i * LANES);
      }
    }
  }

  private void foldEnds(Scratch scratch) {
    for (int left = Tile.ROWS / 2; left >= 2 * groups; left /= 2) {
      for (int i = 0; i < left; i++) {
        int at = LEAST + 2 * i * LANES;
        min(load(scratch, at), load(scratch, at + LANES))
            .intoArray(scratch.longs, LEAST + i * LANES);
      }
    }
  }

  /** Adds up the coded words of rows, and keeps the ends that the other steps need. */
  private void ends(Scratch scratch) {
    int rows = 1 << tile.rowShift();
    if (rows > 1) {
      for (int i = 0; i < tile.blocks(); i++) {
        long coded = 0;
        for (int row = i * rows; row < (i + 1) * rows; row++) {
          coded += scratch.longs[CODED + row];
        }
        scratch.longs[CODED + i] = coded;
      }
    }
    for (int g = 0; g < groups; g++) {
      int at = g * LANES;
      LongVector least = load(scratch, LEAST + at);
      LongVector most = load(scratch, LEAST + at + groups * LANES).not();
      VectorMask<Long> zeros = load(scratch, CODED + at).compare(LT, words);
      least.intoArray(scratch.longs, LEAST_CODED + at);
      most.intoArray(scratch.longs, MOST_CODED + at);
      least.lanewise(MIN, 0, zeros).intoArray(scratch.longs, LEAST_WORD + at);
      most.blend(most.max(0), zeros).intoArray(scratch.longs, MOST_WORD + at);
      most.blend(least, least.compare(LT, 0)).intoArray(scratch.longs, FAR_FROM_ZERO + at);
    }
  }

  private void pricePlanes(Scratch scratch) {
    for (int g = 0; g < groups; g += 2) {
      int at = g * LANES;
      int next = at + LANES;
      prices.planes(
          narrow(load(scratch, CODED + at), load(scratch, CODED + next)),
          narrow(varying(scratch, at), varying(scratch, next)),
          narrow(varyingOfAll(scratch, at), varyingOfAll(scratch, next)),
          scratch,
          at);
    }
  }

  private LongVector varying(Scratch scratch, int at) {
    return load(scratch, ONES + at)
        .and(load(scratch, ONES + at + groups * LANES))
        .lanewise(BIT_COUNT);
  }

  /** The same of words of which some are zero, and lack all bits. */
  private LongVector varyingOfAll(Scratch scratch, int at) {
    LongVector ones = load(scratch, ONES + at);
    LongVector lacks = load(scratch, ONES + at + groups * LANES);
    return ones.and(lacks)
        .blend(ones, load(scratch, CODED + at).compare(LT, words))
        .lanewise(BIT_COUNT);
  }

  private void priceDeltas(Scratch scratch) {
    for (int g = 0; g < groups; g += 2) {
      int at = g * LANES;
      int next = at + LANES;
      prices.deltas(
          narrow(load(scratch, CODED + at), load(scratch, CODED + next)),
          narrow(width(scratch, LEAST_CODED + at), width(scratch, LEAST_CODED + next)),
          narrow(width(scratch, LEAST_WORD + at), width(scratch, LEAST_WORD + next)),
          scratch,
          at);
    }
  }

  /** Of numbers from those at an address to those in the next array. */
  private static LongVector width(Scratch scratch, int at) {
    return width(load(scratch, at + NUMBERS).sub(load(scratch, at)));
  }

  private static IntVector narrow(LongVector a, LongVector b) {
    return LOW.selectFrom(a.reinterpretAsInts(), b.reinterpretAsInts());
  }

  private static LongVector width(LongVector numbers) {
    return numbers.lanewise(LEADING_ZEROS_COUNT).neg().add(Long.SIZE);
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
          .intoArray(scratch.longs, ONES + i / 2 * LANES);
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
          .intoArray(scratch.longs, LACKS + i / 2 * LANES);
    }
  }

  private static LongVector nearEnds(
      MemorySegment memory, long at, int second, Scratch scratch, int block) {
    LongVector least = broadcast(scratch, LEAST_WORD + block);
    LongVector most = broadcast(scratch, MOST_WORD + block);
    return near(load(memory, at), least, most).or(near(load(memory, at + second), least, most));
  }

  private static LongVector nearZero(
      MemorySegment memory, long at, int second, Scratch scratch, int block) {
    LongVector far = broadcast(scratch, FAR_FROM_ZERO + block);
    return near(load(memory, at), far).or(near(load(memory, at + second), far));
  }

  private static LongVector near(LongVector words, LongVector one, LongVector other) {
    return words.lanewise(XOR, one).lanewise(UMIN, words.lanewise(XOR, other));
  }

  private static LongVector near(LongVector words, LongVector other) {
    return words.lanewise(UMIN, words.lanewise(XOR, other));
  }

  private void priceParts(Scratch scratch) {
    for (int g = 0; g < groups; g += 2) {
      int at = g * LANES;
      prices.pairs(low(scratch, ONES + at), scratch, at);
      if (zeroPairs) {
        int ofZero = ONES + at + groups * LANES;
        prices.zeroPairs(low(scratch, ofZero), scratch, at);
      }
    }
  }

  /** Widths of the numbers of two vectors. */
  private static IntVector low(Scratch scratch, int at) {
    return narrow(width(load(scratch, at)), width(load(scratch, at + LANES)));
  }
}
