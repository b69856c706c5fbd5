package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.SamplePositions;
import dev.magpie.depth.event.TileShape;
import org.jspecify.annotations.Nullable;

/** The exact depth test, sample by sample, and what it writes. */
final class SampleTest {
  private final DepthBuffer buffer;
  private final LineBounds bounds;
  private final long[] lineMasks;
  private final int samples;
  private final int columnMask;
  private final int rowShift;
  private final DepthFormat format;

  /** If a pixel has several samples. */
  private final @Nullable SamplePositions positions;

  // Of the draw.
  private DepthTest test = DepthTest.LESS;
  private boolean writes = true;

  SampleTest(DepthBuffer buffer, LineBounds bounds) {
    this.buffer = buffer;
    this.bounds = bounds;
    TileShape tile = buffer.shape().tile();
    this.lineMasks = tile.lineMasks();
    this.samples = tile.samples();
    this.columnMask = tile.width() - 1;
    this.rowShift = Integer.numberOfTrailingZeros(tile.width());
    this.format = tile.format();
    this.positions = tile.multisampling() == Multisampling.X1 ? null : new SamplePositions(tile);
  }

  /** Begins a draw. */
  void set(DepthState state) {
    test = state.test();
    writes = state.writes() == DepthState.Writes.ON;
  }

  /** The samples that pass; they are written, too, if the draw writes. */
  long passing(int index, long covered, long c0, long cx, long cy, int f) {
    if (positions != null) {
      return switch (test) {
        case LESS -> writeLess(positions, index, covered, c0, cx, cy, f, 0);
        case LEQUAL -> writeLess(positions, index, covered, c0, cx, cy, f, 1);
        default -> writeOthers(positions, index, covered, c0, cx, cy, f);
      };
    }
    return switch (test) {
      case LESS -> writeLess(index, covered, c0, cx, cy, f, 0);
      case LEQUAL -> writeLess(index, covered, c0, cx, cy, f, 1);
      default -> writeOthers(index, covered, c0, cx, cy, f);
    };
  }

  /**
   * The usual tests with one sample a pixel, line by line, whose bounds it keeps. Their loop is the
   * front end's innermost one.
   *
   * @param touched the lines that are tested
   * @param valid the tile's samples that are not clear
   * @param inRange whether the plane is nowhere in them beyond what depths can be
   */
  long nearer(
      int index,
      long covered,
      int touched,
      long valid,
      long c0,
      long cx,
      long cy,
      int f,
      boolean inRange) {
    int equal = test == DepthTest.LEQUAL ? 1 : 0;
    boolean plain = inRange && format == DepthFormat.D24;
    long rounded = c0 + ((1L << f) >> 1);
    int[] depths = buffer.depths();
    int base = index * samples;
    long passed = 0;
    for (int lines = touched; lines != 0; lines &= lines - 1) {
      int k = Integer.numberOfTrailingZeros(lines);
      int least = Integer.MAX_VALUE;
      int replaced = 0;
      int greatest = 0;
      for (long left = covered & lineMasks[k]; left != 0; left &= left - 1) {
        int sample = Long.numberOfTrailingZeros(left);
        int i = sample & columnMask;
        int j = sample >> rowShift;
        int z =
            plain ? (int) ((rounded + cx * i + cy * j) >> f) : format.depth(c0, cx, cy, f, i, j);
        int stored = depths[base + sample];
        // All ones if it passes: whether one does is not to be foreseen, so nothing branches.
        int passes = (z - stored - equal) >> (Integer.SIZE - 1);
        int nearer = Math.min(z, stored);
        depths[base + sample] = nearer;
        greatest = Math.max(greatest, nearer);
        passed |= (passes & 1L) << sample;
        // What fails is no nearer than what is there.
        least = Math.min(least, z);
        replaced = Math.max(replaced, stored & passes);
      }
      bounds.nearer(index, k, valid | passed, covered, least, replaced, greatest);
    }
    return passed;
  }

  /** The usual tests, {@code z < depth + equal}. */
  private long writeLess(int index, long covered, long c0, long cx, long cy, int f, int equal) {
    int[] depths = buffer.depths();
    int base = index * samples;
    long passed = 0;
    for (long left = covered; left != 0; left &= left - 1) {
      int sample = Long.numberOfTrailingZeros(left);
      int z = format.depth(c0, cx, cy, f, sample & columnMask, sample >> rowShift);
      if (z < depths[base + sample] + equal) {
        if (writes) {
          depths[base + sample] = z;
        }
        passed |= 1L << sample;
      }
    }
    return passed;
  }

  private long writeOthers(int index, long covered, long c0, long cx, long cy, int f) {
    int[] depths = buffer.depths();
    int base = index * samples;
    long passed = 0;
    for (long left = covered; left != 0; left &= left - 1) {
      int sample = Long.numberOfTrailingZeros(left);
      int z = format.depth(c0, cx, cy, f, sample & columnMask, sample >> rowShift);
      if (test.passes(z, depths[base + sample])) {
        if (writes) {
          depths[base + sample] = z;
        }
        passed |= 1L << sample;
      }
    }
    return passed;
  }

  private long writeLess(
      SamplePositions at, int index, long covered, long c0, long cx, long cy, int f, int equal) {
    int[] depths = buffer.depths();
    int base = index * samples;
    long passed = 0;
    for (long left = covered; left != 0; left &= left - 1) {
      int sample = Long.numberOfTrailingZeros(left);
      int z = at.depth(c0, cx, cy, f, sample);
      if (z < depths[base + sample] + equal) {
        if (writes) {
          depths[base + sample] = z;
        }
        passed |= 1L << sample;
      }
    }
    return passed;
  }

  private long writeOthers(
      SamplePositions at, int index, long covered, long c0, long cx, long cy, int f) {
    int[] depths = buffer.depths();
    int base = index * samples;
    long passed = 0;
    for (long left = covered; left != 0; left &= left - 1) {
      int sample = Long.numberOfTrailingZeros(left);
      int z = at.depth(c0, cx, cy, f, sample);
      if (test.passes(z, depths[base + sample])) {
        if (writes) {
          depths[base + sample] = z;
        }
        passed |= 1L << sample;
      }
    }
    return passed;
  }
}
