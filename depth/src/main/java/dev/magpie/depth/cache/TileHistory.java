package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that happened to one tile in a frame.
 *
 * @param tile its number in the frame
 * @param moments in their order; events that did not concern the tile are left out
 * @param mode after the frame
 * @param bits that it takes in memory then
 */
public record TileHistory(int tile, List<Moment> moments, String mode, int bits) {
  /** What brings a moment about. */
  public enum Cause {
    /** A triangle is drawn to the tile. */
    DRAWN,
    /** Another tile needs its place in the cache. */
    DISPLACED,
    /** The frame is over. */
    FRAME_END
  }

  /**
   * What happened to the tile during one event.
   *
   * @param event its number, from 0 on; the number of events at the frame's end
   * @param cause of this
   * @param covered samples of the tile that the triangle covers, less those of culled lines
   * @param passed of these, samples that pass the depth test
   * @param hits accesses that found their line, or tile after the cache, in the cache
   * @param misses accesses that did not
   * @param bytesRead from memory
   * @param bytesWritten to memory
   * @param linesLeaving the cache
   * @param decompressions of the tile
   * @param encoded the modes that the encoder gave it, one after another
   * @param bits that it takes in the last one; 0 if it was not encoded
   */
  public record Moment(
      long event,
      Cause cause,
      int covered,
      int passed,
      int hits,
      int misses,
      int bytesRead,
      int bytesWritten,
      int linesLeaving,
      int decompressions,
      List<String> encoded,
      int bits) {
    public Moment {
      encoded = List.copyOf(encoded);
    }
  }

  public TileHistory {
    moments = List.copyOf(moments);
  }

  /**
   * Replays a frame and looks at one tile.
   *
   * @throws IllegalArgumentException if there is no such tile, or the configuration does not suit
   *     the frame's tiles
   */
  public static TileHistory of(EventStream stream, Configuration configuration, int tile) {
    return ofPasses(List.of(stream), configuration, tile);
  }

  /**
   * Replays a frame's passes over one depth buffer, likewise; events of passes follow one another.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public static TileHistory ofPasses(
      List<EventStream> passes, Configuration configuration, int tile) {
    FrameShape shape = passes.getFirst().shape();
    if (tile < 0 || tile >= shape.tiles()) {
      throw new IllegalArgumentException(
          "a frame of %d tiles has no tile %d".formatted(shape.tiles(), tile));
    }
    Watch watch = new Watch(tile, Byte.SIZE * shape.tile().lineBytes());
    DepthSystem.replayPasses(passes, configuration, watch);
    watch.close();
    return new TileHistory(tile, watch.moments, watch.mode, watch.bits);
  }

  /** Gathers what happens to the tile into moments. */
  private static final class Watch implements BackEndObserver {
    private final int tile;
    private final int lineBits;
    private final List<Moment> moments = new ArrayList<>();
    private long event = -1;
    private @Nullable Gathering now;
    private boolean over;
    private String mode = "";
    private int bits;

    Watch(int tile, int lineBits) {
      this.tile = tile;
      this.lineBits = lineBits;
    }

    private static final class Gathering {
      private final Cause cause;
      private int covered;
      private int passed;
      private int hits;
      private int misses;
      private int bytesRead;
      private int bytesWritten;
      private int linesLeaving;
      private int decompressions;
      private final List<String> encoded = new ArrayList<>();
      private int bits;

      Gathering(Cause cause) {
        this.cause = cause;
      }

      Moment at(long event) {
        return new Moment(
            event,
            cause,
            covered,
            passed,
            hits,
            misses,
            bytesRead,
            bytesWritten,
            linesLeaving,
            decompressions,
            encoded,
            bits);
      }
    }

    private Gathering now() {
      Gathering gathering = now;
      if (gathering == null) {
        gathering = new Gathering(over ? Cause.FRAME_END : Cause.DISPLACED);
        now = gathering;
      }
      return gathering;
    }

    void close() {
      Gathering gathering = now;
      if (gathering != null) {
        moments.add(gathering.at(event));
        now = null;
      }
    }

    @Override
    public void handles(long number, EventBatch batch, int index) {
      close();
      event = number;
      if (batch.tile(index) == tile) {
        Gathering gathering = new Gathering(Cause.DRAWN);
        gathering.covered = Long.bitCount(batch.covered(index));
        gathering.passed = Long.bitCount(batch.passed(index));
        now = gathering;
      }
    }

    @Override
    public void writesBack() {
      close();
      event++;
      over = true;
    }

    @Override
    public void hits(int which) {
      if (which == tile) {
        now().hits++;
      }
    }

    @Override
    public void misses(int which) {
      if (which == tile) {
        now().misses++;
      }
    }

    @Override
    public void reads(int which, int bytes) {
      if (which == tile) {
        now().bytesRead += bytes;
      }
    }

    @Override
    public void writes(int which, int bytes) {
      if (which == tile) {
        now().bytesWritten += bytes;
      }
    }

    @Override
    public void encodes(int which, String into, int lines) {
      if (which == tile) {
        Gathering gathering = now();
        gathering.encoded.add(into);
        gathering.bits = lines * lineBits;
      }
    }

    @Override
    public void decodes(int which) {
      if (which == tile) {
        now().decompressions++;
      }
    }

    @Override
    public void leaves(int which, int lines) {
      if (which == tile) {
        now().linesLeaving += lines;
      }
    }

    @Override
    public void ends(int which, String last, int lines) {
      if (which == tile) {
        mode = last;
        bits = lines * lineBits;
      }
    }
  }
}
