package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Hierarchical culling and the exact depth test, tile by tile (paper, Section 3): each line of a
 * tile has the least and the greatest of its depths, a cleared sample counting as the clear depth,
 * and both are exact after every event, unless {@link CoarseBounds} keep them.
 */
final class TileDepths implements CoveredTiles {
  private final TileShape tile;
  private final int samples;
  private final int lines;
  private final int rowShift;
  private final PlaneFormat format;
  private final DepthFormat depthFormat;
  private final int largest;
  private final RasterOptions.Culling culling;
  private final RasterOptions.Culled culled;
  private final int clear;

  // Of the draw.
  private DepthTest test = DepthTest.LESS;
  private boolean writes = true;

  private final long[] lineMasks;
  private final int[] lineI;
  private final int[] lineJ;

  // The first and the last pixels of lines.
  private final int[] leftPixel;
  private final int[] rightPixel;
  private final int[] upperPixel;
  private final int[] lowerPixel;

  /** How far a triangle's depth at a sample may be from that at its pixel's centre. */
  private long spread;

  private final DepthBuffer buffer;
  private final SampleTest sampleTest;
  private final long[] valid;
  private final int[] nearest;
  private final int[] farthest;

  /** Keeps the bounds if they are coarse; else null. */
  private final @Nullable CoarseBounds coarse;

  private EventRecorder events = new EventRecorder();
  private final int[] coveredByTile;
  private final int[] culledByTile;
  private long coveredSamples;
  private long passedSamples;
  private long coveredLines;
  private long culledLines;

  TileDepths(FrameShape shape, RasterOptions options) {
    this.tile = shape.tile();
    this.samples = tile.samples();
    this.lines = tile.lines();
    this.rowShift = Integer.numberOfTrailingZeros(tile.width());
    this.format = options.format();
    this.depthFormat = tile.format();
    this.largest = depthFormat.largest();
    this.culling = options.culling();
    this.culled = options.culled();
    this.clear = options.range().clearDepth(depthFormat);
    this.lineMasks = tile.lineMasks();
    this.lineI = new int[lines];
    this.lineJ = new int[lines];
    this.leftPixel = new int[lines];
    this.rightPixel = new int[lines];
    this.upperPixel = new int[lines];
    this.lowerPixel = new int[lines];
    Multisampling multisampling = tile.multisampling();
    for (int k = 0; k < lines; k++) {
      int first = Long.numberOfTrailingZeros(lineMasks[k]);
      lineI[k] = first & (tile.width() - 1);
      lineJ[k] = first >> rowShift;
      leftPixel[k] = lineI[k] / multisampling.across();
      rightPixel[k] = (lineI[k] + tile.lineWidth() - 1) / multisampling.across();
      upperPixel[k] = lineJ[k] / multisampling.down();
      lowerPixel[k] = (lineJ[k] + tile.lineHeight() - 1) / multisampling.down();
    }
    this.buffer = new DepthBuffer(shape, clear);
    this.sampleTest = new SampleTest(buffer);
    set(options.state());
    this.valid = new long[shape.tiles()];
    this.nearest = new int[shape.tiles() * lines];
    this.farthest = new int[shape.tiles() * lines];
    this.coarse =
        culling == RasterOptions.Culling.COARSE
            ? new CoarseBounds(depthFormat.bits(), lineMasks, nearest, farthest)
            : null;
    this.coveredByTile = new int[shape.tiles()];
    this.culledByTile = new int[shape.tiles()];
    clear();
  }

  /** Begins a frame. */
  void clear() {
    buffer.clear();
    Arrays.fill(valid, 0);
    Arrays.fill(nearest, clear);
    Arrays.fill(farthest, clear);
    if (coarse != null) {
      coarse.clear();
    }
    events = new EventRecorder();
    clearCounts();
  }

  /** Begins a pass, which has counts of its own. */
  final void clearCounts() {
    Arrays.fill(coveredByTile, 0);
    Arrays.fill(culledByTile, 0);
    coveredSamples = 0;
    passedSamples = 0;
    coveredLines = 0;
    culledLines = 0;
  }

  /** Begins a draw. */
  final void set(DepthState state) {
    test = state.test();
    writes = state.writes() == DepthState.Writes.ON;
    sampleTest.set(state);
  }

  @Override
  public void setSpread(long depthSpread) {
    spread = depthSpread;
  }

  DepthBuffer buffer() {
    return buffer;
  }

  EventRecorder events() {
    return events;
  }

  long coveredSamples() {
    return coveredSamples;
  }

  long passedSamples() {
    return passedSamples;
  }

  long coveredLines() {
    return coveredLines;
  }

  long culledLines() {
    return culledLines;
  }

  /** Covered samples and culled lines, tile by tile. */
  TileWork work() {
    return new TileWork(coveredByTile.clone(), culledByTile.clone());
  }

  /** Counts samples that a triangle covers. */
  void countCovered(int index, long mask) {
    int count = Long.bitCount(mask);
    coveredSamples += count;
    coveredByTile[index] += count;
  }

  @Override
  public void cover(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    countCovered(index, mask);
    test(index, mask, i0, j0, i1, j1, c0, cx, cy, f);
  }

  /** Culls and tests samples; returns those that pass. */
  long test(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    long covered = mask;
    long passed = 0;
    long decidedSamples = 0;
    int touched = 0;
    int accepted = 0;
    int near = largest;
    int far = 0;
    boolean bounded = culling != RasterOptions.Culling.OFF;
    for (int k = 0; k < lines; k++) {
      long line = covered & lineMasks[k];
      if (line == 0) {
        continue;
      }
      coveredLines++;
      long extremes = extremes(k, i0, j0, i1, j1, c0, cx, cy, f);
      int least = (int) extremes;
      int greatest = (int) (extremes >>> Integer.SIZE);
      int header = index * lines + k;
      if (bounded
          ? test.passesNone(least, greatest, nearest[header], farthest[header])
          : test == DepthTest.NEVER) {
        covered &= ~line;
        culledLines++;
        culledByTile[index]++;
        continue;
      }
      // Where all is clear, nothing is read for the test.
      boolean decided =
          (line & valid[index]) == 0
              || (bounded
                  ? test.passesAll(least, greatest, nearest[header], farthest[header])
                  : test == DepthTest.ALWAYS);
      if (decided && !writes) {
        decidedSamples |= line;
        continue;
      }
      if (coarse != null) {
        coarse.triangle(k, least, greatest);
      }
      touched |= 1 << k;
      accepted |= decided ? 1 << k : 0;
      near = Math.min(near, least);
      far = Math.max(far, greatest);
    }
    if (decidedSamples != 0) {
      // Without writes they need no depth of the buffer, and are no part of the event.
      passed = sampleTest.passing(index, decidedSamples, c0, cx, cy, f);
      covered &= ~decidedSamples;
    }
    if (touched != 0 || culled == RasterOptions.Culled.RECORDED) {
      long passing = sampleTest.passing(index, covered, c0, cx, cy, f);
      passed |= passing;
      long written = writes ? passing : 0;
      events
          .next()
          .add(
              index,
              c0,
              cx,
              cy,
              f,
              format.holds(c0, cx, cy),
              covered,
              written,
              touched,
              accepted,
              near,
              far);
      if (written != 0) {
        valid[index] |= written;
        if (coarse == null) {
          updateBounds(index, written);
        } else {
          int leaves = coarse.write(index, written);
          if (leaves >= 0) {
            updateBounds(leaves, tile.mask());
            coarse.round(leaves);
          }
        }
      }
    }
    passedSamples += Long.bitCount(passed);
    return passed;
  }

  /** The triangle's least depth in a line, and its greatest one in the upper half. */
  private long extremes(int k, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    int left = Math.max(i0, leftPixel[k]);
    int right = Math.min(i1, rightPixel[k]);
    int upper = Math.max(j0, upperPixel[k]);
    int lower = Math.min(j1, lowerPixel[k]);
    // The plane is monotone along rows and columns, so the extremes are at corners.
    int leastX = cx < 0 ? right : left;
    int leastY = cy < 0 ? lower : upper;
    int least = depthFormat.depth(c0 - spread, cx, cy, f, leastX, leastY);
    int greatest =
        depthFormat.depth(c0 + spread, cx, cy, f, left + right - leastX, upper + lower - leastY);
    return (long) greatest << Integer.SIZE | Integer.toUnsignedLong(least);
  }

  /**
   * Culls lines as {@link #test} does, to which it leaves the rest of them, and all if nothing is
   * left.
   */
  long kept(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    if (culling == RasterOptions.Culling.OFF) {
      return mask;
    }
    long kept = mask;
    int gone = 0;
    for (int k = 0; k < lines; k++) {
      if ((mask & lineMasks[k]) == 0) {
        continue;
      }
      long extremes = extremes(k, i0, j0, i1, j1, c0, cx, cy, f);
      int least = (int) extremes;
      int greatest = (int) (extremes >>> Integer.SIZE);
      int header = index * lines + k;
      if (test.passesNone(least, greatest, nearest[header], farthest[header])) {
        kept &= ~lineMasks[k];
        gone++;
      }
    }
    if (kept != 0) {
      coveredLines += gone;
      culledLines += gone;
      culledByTile[index] += gone;
    }
    return kept;
  }

  private void updateBounds(int index, long passed) {
    int[] depths = buffer.depths();
    for (int k = 0; k < lines; k++) {
      if ((passed & lineMasks[k]) == 0) {
        continue;
      }
      int least = largest;
      int greatest = 0;
      int row = index * samples + (lineJ[k] << rowShift) + lineI[k];
      for (int j = 0; j < tile.lineHeight(); j++) {
        for (int at = row; at < row + tile.lineWidth(); at++) {
          least = Math.min(least, depths[at]);
          greatest = Math.max(greatest, depths[at]);
        }
        row += tile.width();
      }
      nearest[index * lines + k] = least;
      farthest[index * lines + k] = greatest;
    }
  }
}
