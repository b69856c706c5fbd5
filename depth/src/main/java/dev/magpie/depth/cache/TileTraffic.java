package dev.magpie.depth.cache;

import static java.util.Objects.requireNonNull;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a back-end did in a frame, tile by tile.
 *
 * <pre>{@code
 * TileTraffic tiles = TileTraffic.of(events, configuration);
 * int[] bytes = tiles.of(TileTraffic.Count.BYTES_READ);
 * }</pre>
 */
public final class TileTraffic {
  /** What is counted of each tile. */
  public enum Count {
    /** Tiles of triangles replayed. */
    EVENTS,
    BYTES_READ,
    BYTES_WRITTEN,
    HITS,
    MISSES,
    /** Times that it went through the encoder. */
    COMPRESSIONS,
    DECOMPRESSIONS,
    /** Bits that it takes in memory after the frame. */
    BITS
  }

  private final Map<Count, int[]> counts;
  private final String[] modes;
  private final DepthTraffic traffic;

  private TileTraffic(Map<Count, int[]> counts, String[] modes, DepthTraffic traffic) {
    this.counts = counts;
    this.modes = modes;
    this.traffic = traffic;
  }

  /**
   * Replays a frame.
   *
   * @throws IllegalArgumentException if the configuration does not suit the frame's tiles
   */
  public static TileTraffic of(EventStream stream, Configuration configuration) {
    return ofPasses(List.of(stream), configuration);
  }

  private static TileTraffic ofPasses(List<EventStream> passes, Configuration configuration) {
    Counting counting = new Counting(passes.getFirst().shape());
    DepthTraffic traffic = DepthSystem.replayPasses(passes, configuration, counting);
    return new TileTraffic(counting.counts, counting.modes, traffic);
  }

  /**
   * Replays a frame's passes over one depth buffer in many back-ends; counts are of all passes.
   *
   * @param threads how many work; what they find does not depend on it
   * @throws IllegalArgumentException if a configuration does not suit the frame's tiles
   */
  public static List<TileTraffic> ofPasses(
      List<EventStream> passes, List<Configuration> configurations, int threads) {
    return DepthSystem.ofEach(configurations, threads, each -> ofPasses(passes, each));
  }

  /** One count, by tile. */
  public int[] of(Count count) {
    return array(counts, count).clone();
  }

  private static int[] array(Map<Count, int[]> counts, Count count) {
    return requireNonNull(counts.get(count));
  }

  /** By tile, the mode after the frame. */
  public List<String> modes() {
    return List.of(modes);
  }

  /** What modes there can be, {@code cleared} first and {@code raw} last. */
  public List<String> modeNames() {
    return List.copyOf(traffic.finalTiles().keySet());
  }

  /** By tile, the number of the mode among the names. */
  public int[] modeNumbers() {
    List<String> names = modeNames();
    return Arrays.stream(modes).mapToInt(names::indexOf).toArray();
  }

  /** All tiles together. */
  public DepthTraffic total() {
    return traffic;
  }

  /** By mode, the tiles that are in it after the frame. */
  public Map<String, Long> finalTiles() {
    return traffic.finalTiles();
  }

  private static final class Counting implements BackEndObserver {
    private final Map<Count, int[]> counts = new EnumMap<>(Count.class);
    private final String[] modes;
    private final int lineBits;

    Counting(FrameShape shape) {
      for (Count each : Count.values()) {
        counts.put(each, new int[shape.tiles()]);
      }
      modes = new String[shape.tiles()];
      Arrays.fill(modes, "");
      lineBits = Byte.SIZE * shape.tile().lineBytes();
    }

    private void add(Count count, int tile, int amount) {
      array(counts, count)[tile] += amount;
    }

    @Override
    public void handles(long number, EventBatch batch, int event) {
      add(Count.EVENTS, batch.tile(event), 1);
    }

    @Override
    public void hits(int tile) {
      add(Count.HITS, tile, 1);
    }

    @Override
    public void misses(int tile) {
      add(Count.MISSES, tile, 1);
    }

    @Override
    public void reads(int tile, int bytes) {
      add(Count.BYTES_READ, tile, bytes);
    }

    @Override
    public void writes(int tile, int bytes) {
      add(Count.BYTES_WRITTEN, tile, bytes);
    }

    @Override
    public void encodes(int tile, String mode, int lines) {
      add(Count.COMPRESSIONS, tile, 1);
    }

    @Override
    public void decodes(int tile) {
      add(Count.DECOMPRESSIONS, tile, 1);
    }

    @Override
    public void ends(int tile, String mode, int lines) {
      modes[tile] = mode;
      add(Count.BITS, tile, lines * lineBits);
    }
  }
}
