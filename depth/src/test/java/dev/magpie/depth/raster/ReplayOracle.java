package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;

/** Replays a stream sample by sample and checks every field of every event. */
final class ReplayOracle {
  private final EventStream events;
  private final TileShape tile;
  private final DepthBuffer depths;
  private final long[] valid;
  private final DepthState state;

  ReplayOracle(EventStream events, DepthState state) {
    this.events = events;
    this.state = state;
    this.tile = events.shape().tile();
    this.depths = new DepthBuffer(events.shape(), events.depths().clearDepth());
    this.valid = new long[events.shape().tiles()];
  }

  void check() {
    FrontEndTest.forEach(events, this::check);
    assertThat(events.depths().depths()).isEqualTo(depths.depths());
  }

  private void check(EventBatch batch, int e) {
    int index = batch.tile(e);
    long covered = batch.covered(e);
    assertThat(covered).isNotZero();
    assertThat(covered & ~events.shape().inFrame(index)).isZero();
    long passed = 0;
    int touched = 0;
    for (int k = 0; k < tile.lines(); k++) {
      if ((covered & tile.lineMask(k)) != 0) {
        touched |= 1 << k;
      }
    }
    assertThat(batch.touched(e)).isEqualTo(touched);
    assertThat(batch.accepted(e) & ~touched).isZero();
    boolean fits = events.format().holds(batch.c0(e), batch.cx(e), batch.cy(e));
    assertThat(batch.planeFits(e)).isEqualTo(fits);
    for (int s = 0; s < tile.samples(); s++) {
      if ((covered >>> s & 1) == 0) {
        continue;
      }
      int i = s % tile.width();
      int j = s / tile.width();
      int z = depth(batch, e, i, j);
      assertThat(z).isBetween(batch.nearest(e), batch.farthest(e));
      int old = depths.depths()[index * tile.samples() + s];
      boolean passes = state.test().passes(z, old);
      int line = j / tile.lineHeight() * (tile.width() / tile.lineWidth()) + i / tile.lineWidth();
      if ((batch.accepted(e) >>> line & 1) != 0
          && (valid[index] & covered & tile.lineMask(line)) != 0) {
        assertThat(passes).isTrue();
      }
      if (state.writes() == DepthState.Writes.OFF) {
        // Only what has to be read is an event.
        assertThat(batch.accepted(e)).isZero();
      } else if (passes) {
        passed |= 1L << s;
        depths.depths()[index * tile.samples() + s] = z;
      }
    }
    assertThat(batch.passed(e)).isEqualTo(passed);
    valid[index] |= passed;
  }

  private int depth(EventBatch batch, int e, int i, int j) {
    Multisampling samples = tile.multisampling();
    int place = j % samples.down() * samples.across() + i % samples.across();
    long right = 16L * (i / samples.across()) + samples.x(place);
    long below = 16L * (j / samples.down()) + samples.y(place);
    long c0 = batch.c0(e) + Math.floorDiv(batch.cx(e) * right + batch.cy(e) * below, 16L);
    return PlaneEquation.depth(c0, 0, 0, batch.fractionBits(e), 0, 0);
  }
}
