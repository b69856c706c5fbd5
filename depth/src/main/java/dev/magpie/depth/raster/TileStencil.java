package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.StencilBatch;
import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.StencilStream;
import dev.magpie.depth.event.StencilUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The stencil test, tile by tile, in front of the depth test, which sees the samples that pass.
 * Where nothing is written unless both tests pass, lines are culled by their depths first, and
 * their stencil values are not looked at.
 */
final class TileStencil implements CoveredTiles {
  private final FrameShape shape;
  private final int samples;
  private final TileDepths depths;
  private final List<StencilBatch> batches = new ArrayList<>();
  private StencilBatch last = new StencilBatch();

  /** Of a frame in which a draw has used it; else null. */
  private @Nullable StencilBuffer buffer;

  private byte[] values = new byte[0];

  /** Of the pass: what it was cleared to. */
  private OptionalInt cleared = OptionalInt.empty();

  // Of the draw, and of the triangle.
  private StencilState state = StencilState.OFF;
  private StencilFace face = StencilFace.OFF;

  TileStencil(FrameShape shape, TileDepths depths) {
    this.shape = shape;
    this.samples = shape.tile().samples();
    this.depths = depths;
  }

  /** Begins a frame. */
  void clear() {
    buffer = null;
    values = new byte[0];
    cleared = OptionalInt.empty();
  }

  /** Clears all values before a pass. */
  void clear(int value) {
    buffer().clear(value);
    cleared = OptionalInt.of(value);
  }

  /** Begins a draw that uses stencil. */
  void set(StencilState other) {
    state = other;
    buffer();
  }

  private StencilBuffer buffer() {
    StencilBuffer used = buffer;
    if (used == null) {
      used = new StencilBuffer(shape);
      values = used.values();
      buffer = used;
    }
    return used;
  }

  /** The events since the last call, if the frame has used stencil. */
  Optional<StencilStream> cut() {
    if (buffer == null) {
      return Optional.empty();
    }
    if (last.size() > 0) {
      batches.add(last);
      last = new StencilBatch();
    }
    StencilStream stream = new StencilStream(cleared, batches, buffer.copy());
    batches.clear();
    cleared = OptionalInt.empty();
    return Optional.of(stream);
  }

  @Override
  public void setSpread(long depthSpread) {
    depths.setSpread(depthSpread);
  }

  @Override
  public void setFacing(Facing facing) {
    face = facing == Facing.FRONT ? state.front() : state.back();
  }

  @Override
  public void cover(
      int index, long mask, int i0, int j0, int i1, int j1, long c0, long cx, long cy, int f) {
    depths.countCovered(index, mask);
    StencilUpdate update = face.update();
    long tested =
        face.keepsCulled() ? depths.kept(index, mask, i0, j0, i1, j1, c0, cx, cy, f) : mask;
    if (tested == 0) {
      depths.test(index, mask, i0, j0, i1, j1, c0, cx, cy, f);
      return;
    }
    int first = index * samples;
    long passing = face.passing(values, first, tested);
    long passed = passing == 0 ? 0 : depths.test(index, passing, i0, j0, i1, j1, c0, cx, cy, f);
    long failed = tested & ~passing;
    long depthFailed = passing & ~passed;
    boolean written =
        (failed != 0 && update.writes(update.fail()))
            || (depthFailed != 0 && update.writes(update.depthFail()))
            || (passed != 0 && update.writes(update.pass()));
    if (!face.looks() && !written) {
      return;
    }
    if (last.isFull()) {
      batches.add(last);
      last = new StencilBatch();
    }
    StencilBatch to = last;
    to.add(index, face.looks() ? tested : 0, failed, depthFailed, passed, update);
    to.apply(to.size() - 1, values, first);
  }
}
