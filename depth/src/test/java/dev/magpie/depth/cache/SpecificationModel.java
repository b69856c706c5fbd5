package dev.magpie.depth.cache;

import dev.magpie.depth.codec.PlaneEncoding;
import dev.magpie.depth.codec.TileMode;
import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The back-ends written down once more, as the papers and our specification tell them and without a
 * thought of speed: depths stay as they are, whether they fit a mode is arithmetic, and caches are
 * maps. For planes and depth offset with lines of 512 bits, four a tile.
 */
final class SpecificationModel {
  private static final class Tile {
    String mode = "cleared";
    String memoryMode = "cleared";
    long valid;
    final int[] depths = new int[64];
    final int[] slot = new int[64];
    final boolean[] taken = new boolean[4];
    int near;
    int far;
  }

  private final EventStream stream;
  private final Configuration configuration;
  private final List<TileMode> modes;
  private final TileShape shape;
  private final boolean pre;
  private final boolean planes;
  private final Tile[] tiles;

  /** By use, the oldest first. */
  private final Map<Integer, Map<Integer, Boolean>> sets = new HashMap<>();

  private final int ways;
  private final int setCount;
  private int current = -1;

  long read;
  long written;
  long hits;
  long misses;
  long compressions;
  long decompressions;
  long successfulPeeks;

  SpecificationModel(EventStream stream, Configuration configuration) {
    this.stream = stream;
    this.configuration = configuration;
    modes = configuration.scheme().modes();
    shape = stream.shape().tile();
    pre = configuration.placement() == CodecPlacement.PRE;
    planes = modes.contains(TileMode.PLANE);
    tiles = new Tile[stream.shape().tiles()];
    Arrays.setAll(tiles, t -> new Tile());
    int entries = configuration.cache().bytes() / (pre ? 64 : 256);
    ways = configuration.cache().ways() == 0 ? entries : configuration.cache().ways();
    setCount = entries / ways;
  }

  SpecificationModel run() {
    for (EventBatch batch : stream.batches()) {
      for (int e = 0; e < batch.size(); e++) {
        current = batch.tile(e);
        if (pre) {
          handlePre(batch, e);
        } else {
          handlePost(batch, e);
        }
        current = -1;
      }
    }
    for (Map<Integer, Boolean> set : sets.values()) {
      while (!set.isEmpty()) {
        evictOldest(set);
      }
    }
    return this;
  }

  private static int lines(String mode) {
    return switch (mode) {
      case "cleared" -> 0;
      case "plane", "do25" -> 1;
      case "do50" -> 2;
      case "do75" -> 3;
      default -> 4;
    };
  }

  private void handlePre(EventBatch batch, int e) {
    Tile tile = tiles[batch.tile(e)];
    if (modes.isEmpty()) {
      tile.mode = "raw";
    }
    long pass = batch.passed(e);
    boolean over = (batch.touched(e) & ~batch.accepted(e)) == 0 && (tile.valid & ~pass) == 0;
    if (tile.mode.equals("raw")) {
      handleRaw(batch, e, tile);
      return;
    }
    if (!tile.mode.equals("cleared") && !over) {
      for (int k = 0; k < lines(tile.mode); k++) {
        access(4 * batch.tile(e) + k, true, false);
      }
      decompressions++;
    }
    if (pass == 0) {
      return;
    }
    boolean fresh = over || tile.mode.equals("cleared");
    apply(batch, e, tile);
    compressions++;
    int old = lines(tile.mode);
    tile.mode = encode(batch, e, tile, fresh);
    if (!tile.mode.equals("raw")) {
      for (int k = lines(tile.mode); k < old; k++) {
        set(4 * batch.tile(e) + k).remove(4 * batch.tile(e) + k);
      }
      for (int k = 0; k < lines(tile.mode); k++) {
        access(4 * batch.tile(e) + k, false, true);
      }
      return;
    }
    for (int k = 0; k < 4; k++) {
      if ((tile.valid & shape.lineMask(k)) == 0) {
        set(4 * batch.tile(e) + k).remove(4 * batch.tile(e) + k);
      }
    }
    for (int k = 0; k < 4; k++) {
      if ((tile.valid & shape.lineMask(k)) != 0) {
        access(4 * batch.tile(e) + k, false, true);
      }
    }
  }

  private void handleRaw(EventBatch batch, int e, Tile tile) {
    long pass = batch.passed(e);
    for (int k = 0; k < 4; k++) {
      long line = shape.lineMask(k);
      if ((batch.covered(e) & line) == 0) {
        continue;
      }
      long vl = tile.valid & line;
      long pl = pass & line;
      boolean test = (batch.accepted(e) >> k & 1) == 0 && (batch.covered(e) & vl) != 0;
      boolean merge = pl != 0 && (vl & ~pl) != 0;
      if (configuration.partialWrites() == Configuration.PartialWrites.MASKED) {
        merge = false;
      }
      if (pl != 0 || test) {
        access(4 * batch.tile(e) + k, test || merge, pl != 0);
      }
    }
    apply(batch, e, tile);
    if (!modes.isEmpty() && pass == stream.shape().inFrame(batch.tile(e))) {
      compressions++;
      String mode = encode(batch, e, tile, true);
      if (!mode.equals("raw")) {
        tile.mode = mode;
        for (int k = lines(mode); k < 4; k++) {
          set(4 * batch.tile(e) + k).remove(4 * batch.tile(e) + k);
        }
        for (int k = 0; k < lines(mode); k++) {
          access(4 * batch.tile(e) + k, false, true);
        }
      }
    }
  }

  private void handlePost(EventBatch batch, int e) {
    int key = batch.tile(e);
    Tile tile = tiles[key];
    long pass = batch.passed(e);
    boolean over = (batch.touched(e) & ~batch.accepted(e)) == 0 && (tile.valid & ~pass) == 0;
    Map<Integer, Boolean> set = set(key);
    if (set.containsKey(key)) {
      hits++;
      set.get(key);
    } else {
      misses++;
      while (set.size() >= ways) {
        evictOldest(set);
      }
      boolean fetch = tile.valid != 0 && !over;
      if (fetch) {
        read += 64L * lines(tile.memoryMode);
        decompressions += tile.memoryMode.equals("raw") ? 0 : 1;
        tile.mode = tile.memoryMode;
      }
      if (!fetch && pass == 0) {
        return;
      }
      set.put(key, false);
    }
    if (pass != 0) {
      boolean fresh = over || tile.valid == 0;
      apply(batch, e, tile);
      if (planes && (fresh || !tile.mode.equals("raw"))) {
        compressions++;
        tile.mode = encode(batch, e, tile, fresh);
      }
      set.put(key, true);
    }
  }

  /** The depths that the event writes. */
  private void apply(EventBatch batch, int e, Tile tile) {
    for (int s = 0; s < 64; s++) {
      if ((batch.passed(e) >>> s & 1) != 0) {
        tile.depths[s] = depth(batch, e, s);
        tile.valid |= 1L << s;
      }
    }
  }

  private static int depth(EventBatch batch, int e, int s) {
    return PlaneEquation.depth(
        batch.c0(e), batch.cx(e), batch.cy(e), batch.fractionBits(e), s % 8, s / 8);
  }

  private String encode(EventBatch batch, int e, Tile tile, boolean fresh) {
    String old = fresh ? "cleared" : tile.mode;
    if (planes
        && batch.planeFits(e)
        && (fresh || old.equals("plane"))
        && addPlane(tile, batch.passed(e), fresh)) {
      return "plane";
    }
    int near;
    int far;
    if (configuration.references() == Configuration.References.BRUTE_FORCE) {
      near = least(tile);
      far = most(tile);
    } else {
      near = fresh ? batch.nearest(e) : Math.min(tile.near, batch.nearest(e));
      far = fresh ? batch.farthest(e) : Math.max(tile.far, batch.farthest(e));
    }
    return depthOffset(tile, near, far);
  }

  private static int least(Tile tile) {
    return valid(tile).map(s -> tile.depths[s]).min().orElseThrow();
  }

  private static int most(Tile tile) {
    return valid(tile).map(s -> tile.depths[s]).max().orElseThrow();
  }

  private static IntStream valid(Tile tile) {
    return IntStream.range(0, 64).filter(s -> (tile.valid >>> s & 1) != 0);
  }

  private boolean addPlane(Tile tile, long pass, boolean fresh) {
    if (fresh) {
      Arrays.fill(tile.taken, false);
    }
    for (int round = 0; round < 2; round++) {
      for (int slot = 0; slot < 4; slot++) {
        int candidate = slot;
        boolean used =
            !fresh && valid(tile).anyMatch(s -> (pass >>> s & 1) == 0 && tile.slot[s] == candidate);
        boolean free =
            round == 0
                ? !tile.taken[slot]
                : !used && configuration.slots() == PlaneEncoding.Slots.RECLAIMED;
        if (free) {
          tile.taken[slot] = true;
          for (int s = 0; s < 64; s++) {
            if ((pass >>> s & 1) != 0) {
              tile.slot[s] = slot;
            }
          }
          return true;
        }
      }
    }
    return false;
  }

  private String depthOffset(Tile tile, int near, int far) {
    int low = 24 - configuration.referenceBits();
    int nearReference = near >> low << low;
    int farReference = (far >> low << low) + (1 << low) - 1;
    for (TileMode mode : modes) {
      int limit =
          switch (mode) {
            case DO25 -> 63;
            case DO50 -> (1 << 14) - 1;
            case DO75 -> (1 << 22) - 1;
            default -> -1;
          };
      if (limit > 0
          && valid(tile)
              .allMatch(s ->
                  tile.depths[s] - nearReference <= limit
                      || farReference - tile.depths[s] <= limit)) {
        tile.near = nearReference;
        tile.far = farReference;
        return mode.toString();
      }
    }
    return "raw";
  }

  private Map<Integer, Boolean> set(int key) {
    int index = 0;
    if (setCount > 1) {
      int tile = pre ? key / 4 : key;
      int k = pre ? key % 4 : 0;
      if (configuration.cache().index() == CacheShape.Index.MODULO) {
        index = key % setCount;
      } else {
        long hash = Integer.toUnsignedLong(tile * (int) 2654435761L) / 4096;
        index = (int) ((hash + (long) k * (setCount / 4)) % setCount);
      }
    }
    return sets.computeIfAbsent(index, i -> new LinkedHashMap<>(16, 0.75f, true));
  }

  private void access(int key, boolean fetch, boolean dirty) {
    Map<Integer, Boolean> set = set(key);
    Boolean present = set.get(key);
    if (present != null) {
      hits++;
    } else {
      misses++;
      while (set.size() >= ways) {
        evictOldest(set);
      }
      read += fetch ? 64 : 0;
    }
    set.put(key, dirty || Boolean.TRUE.equals(present));
  }

  private void evictOldest(Map<Integer, Boolean> set) {
    Iterator<Map.Entry<Integer, Boolean>> oldest = set.entrySet().iterator();
    Map.Entry<Integer, Boolean> entry = oldest.next();
    int key = entry.getKey();
    boolean dirty = entry.getValue();
    if (pre) {
      if (dirty && peek(key / 4)) {
        return;
      }
      oldest.remove();
      written += dirty ? 64 : 0;
      return;
    }
    oldest.remove();
    if (dirty) {
      Tile tile = tiles[key];
      if (modes.isEmpty()) {
        tile.memoryMode = "raw";
      } else {
        boolean triedAgain =
            tile.mode.equals("raw")
                && configuration.evictions() == Configuration.Evictions.TRIED_AGAIN;
        boolean asCached = planes && !triedAgain;
        compressions += asCached ? 0 : 1;
        tile.memoryMode = asCached ? tile.mode : depthOffset(tile, least(tile), most(tile));
      }
      written += 64L * lines(tile.memoryMode);
    }
  }

  private boolean peek(int index) {
    Tile tile = tiles[index];
    if (configuration.references() != Configuration.References.REFINED
        || !tile.mode.equals("raw")
        || index == current) {
      return false;
    }
    for (int k = 0; k < 4; k++) {
      if ((tile.valid & shape.lineMask(k)) != 0 && !set(4 * index + k).containsKey(4 * index + k)) {
        return false;
      }
    }
    compressions++;
    String mode = depthOffset(tile, least(tile), most(tile));
    if (mode.equals("raw")) {
      return false;
    }
    successfulPeeks++;
    tile.mode = mode;
    for (int k = 0; k < 4; k++) {
      set(4 * index + k).remove(4 * index + k);
    }
    written += 64L * lines(mode);
    return true;
  }
}
