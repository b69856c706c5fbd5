package dev.magpie.depth.raster;

import dev.magpie.depth.event.DepthBuffer;
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
  private final int lines;
  private final PlaneFormat format;
  private final int largest;
  private final RasterOptions.Culling culling;
  private final RasterOptions.Culled culled;

  // Of the draw.
  private DepthTest test = DepthTest.LESS;
  private boolean writes = true;

  /** If nearer samples of one sample a pixel are written, 1 if those as near are, too; else -1. */
  private int asNear = -1;

  private final long[] lineMasks;
  private final LineBoxes boxes;

  /** How far a triangle's depth at a sample may be from that at its pixel's centre. */
  private long spread;

  private final DepthBuffer buffer;
  private final SampleTest sampleTest;
  private final long[] valid;
  private final LineBounds bounds;

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
    this.lines = tile.lines();
    this.format = options.format();
    this.largest = tile.format().largest();
    this.culling = options.culling();
    this.culled = options.culled();
    this.lineMasks = tile.lineMasks();
    this.boxes = new LineBoxes(tile);
    this.buffer = new DepthBuffer(shape, options.range().clearDepth(tile.format()));
    this.bounds = new LineBounds(buffer);
    this.sampleTest = new SampleTest(buffer, bounds);
    this.valid = new long[shape.tiles()];
    this.coarse =
        culling == RasterOptions.Culling.COARSE
            ? new CoarseBounds(tile.format().bits(), lineMasks, bounds.nearest, bounds.farthest)
            : null;
    this.coveredByTile = new int[shape.tiles()];
    this.culledByTile = new int[shape.tiles()];
    set(options.state());
    clear();
  }

  /** Begins a frame. */
  void clear() {
    buffer.clear();
    Arrays.fill(valid, 0);
    bounds.clear();
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
    boolean usual =
        writes
            && culling == RasterOptions.Culling.HIERARCHICAL
            && tile.multisampling() == Multisampling.X1;
    asNear = usual && test == DepthTest.LESS ? 0 : usual && test == DepthTest.LEQUAL ? 1 : -1;
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
    return asNear < 0
        ? testAny(index, mask, i0, j0, i1, j1, c0, cx, cy, f)
        : testNearer(index, mask, i0, j0, i1, j1, c0, cx, cy, f);
  }

  /** The usual tests with writes, which need less than all of them. */
  private long testNearer(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    long covered = mask;
    long known = valid[index];
    int touched = 0;
    int accepted = 0;
    int near = largest;
    int far = 0;
    // Which lines are covered is not to be foreseen: a loop over those alone guesses wrong once.
    int present = 0;
    for (int k = 0; k < lines; k++) {
      present |= (mask & lineMasks[k]) != 0 ? 1 << k : 0;
    }
    coveredLines += Integer.bitCount(present);
    for (int left = present; left != 0; left &= left - 1) {
      int k = Integer.numberOfTrailingZeros(left);
      long line = covered & lineMasks[k];
      int header = index * lines + k;
      int least = boxes.least(k, i0, j0, i1, j1, c0, cx, cy, f);
      if (least >= bounds.farthest[header] + asNear) {
        covered &= ~line;
        culledLines++;
        culledByTile[index]++;
        continue;
      }
      int greatest = boxes.greatest(k, i0, j0, i1, j1, c0, cx, cy, f);
      touched |= 1 << k;
      // Where all is clear, nothing is read for the test.
      if ((line & known) == 0 || greatest < bounds.nearest[header] + asNear) {
        accepted |= 1 << k;
      }
      near = Math.min(near, least);
      far = Math.max(far, greatest);
    }
    if (touched == 0 && culled != RasterOptions.Culled.RECORDED) {
      return 0;
    }
    boolean inRange = near > 0 && far < largest;
    long passed = sampleTest.nearer(index, covered, touched, known, c0, cx, cy, f, inRange);
    valid[index] = known | passed;
    add(index, c0, cx, cy, f, covered, passed, touched, accepted, near, far);
    passedSamples += Long.bitCount(passed);
    return passed;
  }

  private void add(
      int index,
      long c0,
      long cx,
      long cy,
      int f,
      long covered,
      long written,
      int touched,
      int accepted,
      int near,
      int far) {
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
  }

  private long testAny(
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
      int least = boxes.least(k, i0, j0, i1, j1, c0 - spread, cx, cy, f);
      int greatest = boxes.greatest(k, i0, j0, i1, j1, c0 + spread, cx, cy, f);
      int header = index * lines + k;
      if (bounded
          ? test.passesNone(least, greatest, bounds.nearest[header], bounds.farthest[header])
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
                  ? test.passesAll(least, greatest, bounds.nearest[header], bounds.farthest[header])
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
      add(index, c0, cx, cy, f, covered, written, touched, accepted, near, far);
      if (written != 0) {
        valid[index] |= written;
        if (coarse == null) {
          bounds.find(index, written);
        } else {
          int leaves = coarse.write(index, written);
          if (leaves >= 0) {
            bounds.find(leaves, tile.mask());
            coarse.round(leaves);
          }
        }
      }
    }
    passedSamples += Long.bitCount(passed);
    return passed;
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
      int least = boxes.least(k, i0, j0, i1, j1, c0 - spread, cx, cy, f);
      int greatest = boxes.greatest(k, i0, j0, i1, j1, c0 + spread, cx, cy, f);
      int header = index * lines + k;
      if (test.passesNone(least, greatest, bounds.nearest[header], bounds.farthest[header])) {
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
}
