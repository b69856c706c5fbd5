package dev.magpie.codec.bitplane;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BlockWords;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import dev.magpie.codec.LatencyClass;
import dev.magpie.codec.Parameter;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;

/**
 * MPC, massively parallel compression of floating-point arrays, with the block as its chunk.
 *
 * <p>A word loses the word {@code dim} before it, each 32 words are transposed as a square of bits,
 * each result loses its predecessor, and zeros are dropped: a mask of one bit a word, the first
 * word first, then the words that are not zero. The authors' chunks have 1,024 words; making the
 * block the chunk is our choice, and so a block needs 32 words at least.
 */
public final class Mpc implements BlockCodec {
  /** Words in a square of bits. */
  private static final int SQUARE = 32;

  public static final CodecFamily FAMILY =
      new CodecFamily(
          "mpc",
          "MPC, massively parallel compression",
          "Yang et al., CLUSTER 2015; one block as the chunk is our choice",
          Latency.unpublished(LatencyClass.STORAGE),
          SQUARE * Integer.BYTES,
          List.of(
              new Parameter.Whole(
                  "dim", "1", 1, SQUARE - 1, "values in a tuple: the distance of like words")),
          (spec, granularity) ->
              new Mpc(granularity.blockBytes(), Integer.parseInt(spec.value("dim"))));

  private final int blockBytes;
  private final int words;
  private final int dimension;

  private Mpc(int blockBytes, int dimension) {
    this.blockBytes = blockBytes;
    this.words = blockBytes / Integer.BYTES;
    this.dimension = dimension;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int nonZero = 0;
    for (int first = 0; first < words; first += SQUARE) {
      nonZero += Integer.bitCount(changes(memory, offset, first));
    }
    return words + 32 * nonZero;
  }

  /**
   * Which transposed words of a square differ from their predecessors: bit <em>b</em> for word
   * <em>b</em>. Transposed words are columns of residual bits, so neighbouring columns are compared
   * and nothing is transposed.
   */
  private int changes(MemorySegment memory, long offset, int first) {
    int changes = 0;
    for (int index = first; index < first + SQUARE; index++) {
      int residual = residual(memory, offset, index);
      int left = first == 0 ? 0 : residual(memory, offset, index - SQUARE) >>> 31;
      changes |= residual ^ ((residual << 1) | left);
    }
    return changes;
  }

  private int residual(MemorySegment memory, long offset, int index) {
    int word = BlockWords.getInt(memory, offset + 4L * index);
    return index < dimension
        ? word
        : word - BlockWords.getInt(memory, offset + 4L * (index - dimension));
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    for (int first = 0; first < words; first += SQUARE) {
      out.write(Integer.reverse(changes(memory, offset, first)), SQUARE);
    }
    int previous = 0;
    for (int first = 0; first < words; first += SQUARE) {
      for (int lane = 0; lane < Integer.BYTES; lane++) {
        long a = BitPlanes.gather(memory, offset, lane, first, dimension);
        long b = BitPlanes.gather(memory, offset, lane, first + 8, dimension);
        long c = BitPlanes.gather(memory, offset, lane, first + 16, dimension);
        long d = BitPlanes.gather(memory, offset, lane, first + 24, dimension);
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          int plane = (int) BitPlanes.plane(bit, a, b, c, d);
          if (plane != previous) {
            out.write(plane - previous, 32);
          }
          previous = plane;
        }
      }
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    long mask = 0;
    for (int first = 0; first < words; first += SQUARE) {
      mask |= Integer.toUnsignedLong(Integer.reverse((int) in.read(SQUARE))) << first;
    }
    int plane = 0;
    for (int first = 0; first < words; first += SQUARE) {
      for (int lane = 0; lane < Integer.BYTES; lane++) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        for (int bit = 0; bit < Byte.SIZE; bit++) {
          plane += (mask & 1) == 0 ? 0 : (int) in.read(32);
          mask >>>= 1;
          a = (a >>> 8) | ((plane & 0xffL) << 56);
          b = (b >>> 8) | (((plane >>> 8) & 0xffL) << 56);
          c = (c >>> 8) | (((plane >>> 16) & 0xffL) << 56);
          d = (d >>> 8) | (((plane >>> 24) & 0xffL) << 56);
        }
        BitPlanes.scatter(a, memory, offset, lane, first);
        BitPlanes.scatter(b, memory, offset, lane, first + 8);
        BitPlanes.scatter(c, memory, offset, lane, first + 16);
        BitPlanes.scatter(d, memory, offset, lane, first + 24);
      }
    }
    for (int index = dimension; index < words; index++) {
      int word =
          BlockWords.getInt(memory, offset + 4L * index)
              + BlockWords.getInt(memory, offset + 4L * (index - dimension));
      BlockWords.setInt(memory, offset + 4L * index, word);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    BitSet changed =
        in.flags(
            "mask", words, "a bit for each transposed word: 1 follows, 0 is as the one before");
    changed.stream()
        .forEach(word ->
            in.field(
                "transposed word " + word,
                Integer.SIZE,
                difference ->
                    "bit %d of %d differences from %d words before: the transposed word before %+d"
                        .formatted(word % SQUARE, SQUARE, dimension, (int) difference)));
  }
}
