package dev.magpie.explore.depth;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.TileHistory;
import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Turns;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** The last frames that were drawn, and what back-ends did with them. */
final class DrawnFrames {
  /** Events of a frame may take a hundred megabytes. */
  private static final int FRAMES = 2;

  private static final int REPLAYS = 24;

  private record Replay(AskedFrame frame, Configuration configuration) {}

  private final Kept<AskedFrame, Frame> frames = new Kept<>(FRAMES, DrawnFrames::draw);
  private final Kept<Replay, TileTraffic> replays = new Kept<>(REPLAYS, this::replay);

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

  Frame frame(Turns.Turn turn, AskedFrame asked) {
    return worked(turn, () -> frames.get(asked));
  }

  /** Draws one that is not kept. */
  static Frame draw(AskedFrame asked) {
    FrontEnd frontEnd = new FrontEnd(asked.shape(), asked.options());
    try {
      return asked.shown().isRecorded()
          ? asked.shown().viewed().described().drawShown(frontEnd, asked.frame())
          : frontEnd.draw(asked.shown().scene().moving().at(asked.time()), asked.camera());
    } catch (SceneException e) {
      // An animation may move its meshes beyond all numbers.
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
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

  private TileTraffic replay(Replay asked) {
    Frame frame = frames.get(asked.frame());
    try {
      return TileTraffic.of(frame.events(), fast(frame, asked.configuration()));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  TileHistory history(Turns.Turn turn, AskedFrame asked, Configuration configuration, int tile) {
    Frame frame = frame(turn, asked);
    try {
      return worked(turn, () -> TileHistory.of(frame.events(), fast(frame, configuration), tile));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
  }

  private static Configuration fast(Frame frame, Configuration configuration) {
    return configuration.with(Kernels.forRun(frame.events().size()));
  }
}
