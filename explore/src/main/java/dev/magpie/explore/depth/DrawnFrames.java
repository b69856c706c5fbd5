package dev.magpie.explore.depth;

import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.TileHistory;
import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Turns;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** The last frames that were drawn, and what back-ends did with them. */
final class DrawnFrames {
  /** Events of a frame may take a hundred megabytes. */
  private static final int FRAMES = 2;

  private static final int REPLAYS = 24;

  private record Replay(AskedFrame frame, Configuration configuration) {}

  private final Kept<AskedFrame, DrawnTarget> frames = new Kept<>(FRAMES, AskedFrame::drawn);
  private final Kept<Replay, TileTraffic> replays = new Kept<>(REPLAYS, this::replay);

  private final Kept<Replay, Optional<DepthTraffic>> stencils =
      new Kept<>(REPLAYS, asked -> drawn(asked).stencil(asked.configuration()));

  /** So that many pages at once take no more memory than a few. */
  private final Semaphore workers;

  private final Turns turns = new Turns();

  DrawnFrames(int threads) {
    workers = new Semaphore(threads, true);
  }

  /** The turn of a request, which all that it asks for is part of. */
  Turns.Turn turn(PageRequest request) {
    return turns.of(request);
  }

  DrawnTarget frame(Turns.Turn turn, AskedFrame asked) {
    return worked(turn, () -> frames.get(asked));
  }

  TileTraffic tiles(Turns.Turn turn, AskedFrame asked, Configuration configuration) {
    return worked(turn, () -> replays.get(new Replay(asked, configuration)));
  }

  /** Works when there is room, if somebody still waits for it then. */
  private <T> T worked(Turns.Turn turn, Supplier<T> work) {
    workers.acquireUninterruptibly();
    try {
      turn.requireLatest();
      return work.get();
    } finally {
      workers.release();
    }
  }

  /** What stencil values move beside a back-end, if a draw uses them. */
  Optional<DepthTraffic> stencil(Turns.Turn turn, AskedFrame asked, Configuration configuration) {
    return worked(turn, () -> stencils.get(new Replay(asked, configuration)));
  }

  private DrawnTarget drawn(Replay asked) {
    return frames.get(asked.frame());
  }

  private TileTraffic replay(Replay asked) {
    DrawnTarget frame = drawn(asked);
    try {
      return frame.tiles(List.of(asked.configuration()), 1).getFirst();
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  TileHistory history(Turns.Turn turn, AskedFrame asked, Configuration configuration, int tile) {
    DrawnTarget frame = frame(turn, asked);
    try {
      return worked(turn, () -> frame.history(configuration, tile));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }
}
