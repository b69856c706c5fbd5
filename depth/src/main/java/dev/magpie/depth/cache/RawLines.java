package dev.magpie.depth.cache;

import dev.magpie.codec.simd.VectorSupport;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import org.jspecify.annotations.Nullable;

/**
 * Where an uncompressed tile keeps its samples: line by line, in a line row by row, 32 bits each or
 * 16. The byte above a depth of 24 bits stays zero: stencil has a plane of its own.
 */
final class RawLines {
  private static final long EVEN = 0x5555_5555_5555_5555L;

  /** The halves of a word by which of its two samples are written. */
  private static final long[] HALVES = {0, 0xFFFF_FFFFL << Integer.SIZE, 0xFFFF_FFFFL, -1L};

  private final long[] masks;
  private final int wordsPerLine;

  /** Whether the two samples of a word are beside each other, an even one and the next. */
  private final boolean beside;

  /** The word of each sample in its tile. */
  private final int[] words;

  /** How far to shift a sample in its word: an even one of the line is in front. */
  private final int[] shifts;

  /** The bits of a sample. */
  private final long sampleMask;

  private final @Nullable RawLineVectors vectors;

  /**
   * @throws IllegalArgumentException if a line is no whole number of words
   */
  RawLines(TileShape shape, Kernels kernels) {
    int sampleBytes = shape.format().sampleBytes();
    if (shape.lineBytes() % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "lines of %d bytes are too small: they hold two samples, %d bytes, or more"
              .formatted(shape.lineBytes(), Long.BYTES));
    }
    vectors =
        kernels == Kernels.VECTOR && VectorSupport.bits() == 512 && sampleBytes == Integer.BYTES
            ? RawLineVectors.of(shape)
            : null;
    masks = shape.lineMasks();
    wordsPerLine = shape.lineBytes() / Long.BYTES;
    beside = shape.lineWidth() > 1 && sampleBytes == Integer.BYTES;
    sampleMask = -1L >>> (Long.SIZE - Byte.SIZE * sampleBytes);
    int inWord = Long.BYTES / sampleBytes;
    words = new int[shape.samples()];
    shifts = new int[shape.samples()];
    for (int line = 0; line < masks.length; line++) {
      int place = 0;
      for (long left = masks[line]; left != 0; left &= left - 1) {
        int s = Long.numberOfTrailingZeros(left);
        words[s] = line * wordsPerLine + place / inWord;
        shifts[s] = Long.SIZE - Byte.SIZE * sampleBytes * (place % inWord + 1);
        place++;
      }
    }
  }

  /** The samples of each line. */
  long[] masks() {
    return masks;
  }

  /** Words of a line. */
  int wordsPerLine() {
    return wordsPerLine;
  }

  /**
   * Writes samples of a tile.
   *
   * @param base where the tile starts in {@code data}
   */
  void put(long[] data, int base, long samples, int[] depths) {
    if (vectors == null) {
      putOneByOne(data, base, samples, depths);
      return;
    }
    for (int line = 0; line < masks.length; line++) {
      vectors.put(data, base + line * wordsPerLine, line, samples & masks[line], depths);
    }
  }

  /**
   * Writes samples of a line.
   *
   * @param at where the line starts in {@code data}
   * @param samples only of this line
   */
  void putLine(long[] data, int at, int line, long samples, int[] depths) {
    if (vectors == null) {
      putOneByOne(data, at - line * wordsPerLine, samples, depths);
    } else {
      vectors.put(data, at, line, samples, depths);
    }
  }

  /** Reads samples of a tile; others may be overwritten. */
  void get(long[] data, int base, long samples, int[] depths) {
    if (vectors == null) {
      getOneByOne(data, base, samples, depths);
    } else {
      vectors.get(data, base, depths);
    }
  }

  /** Reads samples of a line; others of the line may be overwritten. */
  void getLine(long[] data, int at, int line, long samples, int[] depths) {
    getOneByOne(data, at - line * wordsPerLine, samples, depths);
  }

  /**
   * Writes samples.
   *
   * @param base where the tile starts in {@code data}; if only some line is there, where it would
   */
  private void putOneByOne(long[] data, int base, long samples, int[] depths) {
    if (beside) {
      for (long left = (samples | (samples >>> 1)) & EVEN; left != 0; left &= left - 1) {
        int s = Long.numberOfTrailingZeros(left);
        int word = base + words[s];
        long written = HALVES[(int) (samples >>> s) & 3];
        long pair = ((long) depths[s] << Integer.SIZE) | (depths[s + 1] & 0xFFFF_FFFFL);
        data[word] = (data[word] & ~written) | (pair & written);
      }
      return;
    }
    for (long left = samples; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      int word = base + words[s];
      int shift = shifts[s];
      data[word] = (data[word] & ~(sampleMask << shift)) | (long) depths[s] << shift;
    }
  }

  private void getOneByOne(long[] data, int base, long samples, int[] depths) {
    if (beside) {
      for (long left = (samples | (samples >>> 1)) & EVEN; left != 0; left &= left - 1) {
        int s = Long.numberOfTrailingZeros(left);
        long pair = data[base + words[s]];
        depths[s] = (int) (pair >>> Integer.SIZE);
        depths[s + 1] = (int) pair;
      }
      return;
    }
    for (long left = samples; left != 0; left &= left - 1) {
      int s = Long.numberOfTrailingZeros(left);
      depths[s] = (int) ((data[base + words[s]] >>> shifts[s]) & sampleMask);
    }
  }
}
