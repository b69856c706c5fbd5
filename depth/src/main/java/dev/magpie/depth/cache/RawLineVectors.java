package dev.magpie.depth.cache;

import static jdk.incubator.vector.VectorMask.fromLong;

import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import java.util.BitSet;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * Puts samples into lines and gets them from there as {@link RawLines} does, 16 at a time: a line
 * is a vector, and its samples are in two vectors of the tile's at most, as it is with the usual
 * tiles of 8x8 samples in lines of 4x4 or 8x2.
 */
final class RawLineVectors {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
  private static final int LANES = 16;
  private static final int EVEN = 0x5555;

  private final long[] masks;

  /** By vector of lines: which two of the tile's its elements are taken from, and where there. */
  private final Sources lines;

  /** By vector of the tile: the same the other way round. */
  private final Sources tile;

  /**
   * Where elements of vectors come from: two vectors, and places in these, one behind the other.
   */
  private static final class Sources {
    final int[] first;
    final int[] second;
    final int[] places;

    private Sources(int elements) {
      first = new int[elements / LANES];
      second = new int[elements / LANES];
      places = new int[elements];
    }

    /** Null if some vector's elements come from more than two. */
    static @Nullable Sources of(int[] from) {
      Sources sources = new Sources(from.length);
      for (int vector = 0; vector < from.length / LANES; vector++) {
        int start = vector * LANES;
        BitSet used = new BitSet();
        Arrays.stream(from, start, start + LANES).forEach(place -> used.set(place / LANES));
        if (used.cardinality() > 2) {
          return null;
        }
        int first = used.nextSetBit(0);
        sources.first[vector] = LANES * first;
        sources.second[vector] = LANES * (used.length() - 1);
        for (int at = start; at < start + LANES; at++) {
          sources.places[at] = from[at] % LANES + (from[at] / LANES == first ? 0 : LANES);
        }
      }
      return sources;
    }
  }

  private RawLineVectors(long[] masks, Sources lines, Sources tile) {
    this.masks = masks;
    this.lines = lines;
    this.tile = tile;
  }

  /** For tiles of a shape, or null if it does not suit. */
  static @Nullable RawLineVectors of(TileShape shape) {
    if (shape.lineSamples() != LANES) {
      return null;
    }
    long[] masks = shape.lineMasks();
    int[] fromTile = new int[shape.samples()];
    int[] fromLines = new int[shape.samples()];
    int place = 0;
    for (long mask : masks) {
      for (long left = mask; left != 0; left &= left - 1) {
        int s = Long.numberOfTrailingZeros(left);
        // Of two samples in a word, the front one is in the upper half.
        fromTile[place ^ 1] = s;
        fromLines[s] = place ^ 1;
        place++;
      }
    }
    Sources lines = Sources.of(fromTile);
    Sources tile = Sources.of(fromLines);
    return lines == null || tile == null ? null : new RawLineVectors(masks, lines, tile);
  }

  /** Writes samples of one line, which starts at {@code at}. */
  void put(long[] data, int at, int line, long samples, int[] depths) {
    long inOrder = Long.compress(samples, masks[line]);
    long written = ((inOrder & EVEN) << 1) | ((inOrder >>> 1) & EVEN);
    LongVector.fromArray(LONGS, data, at)
        .reinterpretAsInts()
        .blend(
            IntVector.fromArray(INTS, lines.places, LANES * line)
                .selectFrom(
                    IntVector.fromArray(INTS, depths, lines.first[line]),
                    IntVector.fromArray(INTS, depths, lines.second[line])),
            fromLong(INTS, written))
        .reinterpretAsLongs()
        .intoArray(data, at);
  }

  /** Reads all samples of a tile, which starts at {@code base}. */
  void get(long[] data, int base, int[] depths) {
    for (int s = 0; s < depths.length; s += LANES) {
      int vector = s / LANES;
      IntVector.fromArray(INTS, tile.places, s)
          .selectFrom(
              LongVector.fromArray(LONGS, data, base + tile.first[vector] / 2).reinterpretAsInts(),
              LongVector.fromArray(LONGS, data, base + tile.second[vector] / 2).reinterpretAsInts())
          .intoArray(depths, s);
    }
  }
}
