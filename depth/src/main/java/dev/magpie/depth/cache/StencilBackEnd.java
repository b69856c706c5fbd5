package dev.magpie.depth.cache;

import dev.magpie.depth.codec.StencilCodec;
import dev.magpie.depth.event.StencilBatch;
import dev.magpie.depth.event.StencilStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Headers, a cache and memory of stencil values, apart from those of depths. It replays one frame.
 * A tile's header has its mode, the value of a uniform one, and which lines of a raw one are still
 * clear.
 */
abstract sealed class StencilBackEnd permits StencilLineBackEnd, StencilTileBackEnd {
  static final int SAMPLES = StencilCodec.SAMPLES;

  final StencilTiles tiles;
  final StencilCodec codec;
  final int lineBytes;
  final int linesPerTile;

  /** Of a depth tile. */
  final int samples;

  final Tags tags;
  final Counts counts = new Counts();

  /** Headers: modes in memory, or in the cache if that holds compressed tiles. */
  final byte[] modes;

  /** Headers: the values of uniform tiles, and of a raw one's lines that are clear. */
  final byte[] uniform;

  /** Headers: by tile and line, whether it is clear; of raw tiles. */
  final boolean[] clear;

  /** The tile that is worked on. */
  final byte[] values = new byte[SAMPLES];

  /** Its lines, if they are compressed. */
  final byte[] coded = new byte[SAMPLES];

  /** The cache's contents, slot by slot. */
  final byte[] cached;

  final boolean compresses;
  private final byte[] memory;

  /** What headers cost; null if they are not counted. */
  private final @Nullable HeaderCache headers;

  private final long[] encodedTiles = new long[StencilCodec.RAW + 1];
  private final long[] decodedTiles = new long[StencilCodec.RAW + 1];

  /**
   * @param entryBytes of a slot of the cache
   */
  StencilBackEnd(StencilStream stream, StencilConfiguration configuration, int entryBytes) {
    tiles = new StencilTiles(stream.shape());
    lineBytes = stream.shape().tile().lineBytes();
    linesPerTile = SAMPLES / lineBytes;
    samples = stream.shape().tile().samples();
    codec = new StencilCodec(lineBytes);
    compresses = configuration.coding() == StencilConfiguration.Coding.PALETTE;
    tags = configuration.tags(tiles, entryBytes);
    cached = new byte[Math.multiplyExact(tags.size(), entryBytes)];
    memory = new byte[Math.multiplyExact(tiles.tiles(), SAMPLES)];
    headers =
        configuration.headerCacheBytes() == 0
            ? null
            : new HeaderCache(
                tiles.tiles(),
                configuration.headerBits(lineBytes),
                lineBytes,
                Math.max(1, configuration.headerCacheBytes() / lineBytes),
                counts);
    modes = new byte[tiles.tiles()];
    uniform = new byte[tiles.tiles()];
    clear = new boolean[tiles.tiles() * linesPerTile];
    if (!compresses) {
      Arrays.fill(modes, (byte) StencilCodec.RAW);
      Arrays.fill(clear, true);
    }
  }

  /** Handles an event. */
  abstract void handle(StencilBatch batch, int event);

  /** Empties a slot of the cache, and writes it back if it is dirty. */
  abstract void evict(int slot);

  /**
   * Replays a frame's passes, one behind another, writes all of it back, and checks it.
   *
   * @return what each pass has done; the last one writes back
   */
  final List<DepthTraffic> replay(List<StencilStream> passes) {
    List<DepthTraffic> traffic = new ArrayList<>();
    DepthTraffic before = traffic();
    for (StencilStream pass : passes) {
      pass.cleared().ifPresent(this::clear);
      for (StencilBatch batch : pass.batches()) {
        for (int event = 0; event < batch.size(); event++) {
          counts.events++;
          if (headers != null) {
            headers.read(tiles.tile(batch.tile(event)));
          }
          handle(batch, event);
        }
      }
      if (traffic.size() == passes.size() - 1) {
        for (int slot = tags.oldest(); slot != Tags.NONE; slot = tags.oldest()) {
          evict(slot);
        }
        if (headers != null) {
          headers.flush();
        }
        check(pass.values().values());
      }
      DepthTraffic after = traffic();
      traffic.add(after.since(before));
      before = after;
    }
    return traffic;
  }

  /** A fast clear: what is cached is worth nothing, and headers say the rest. */
  private void clear(int value) {
    for (int slot = tags.oldest(); slot != Tags.NONE; slot = tags.oldest()) {
      tags.remove(slot);
    }
    if (headers != null) {
      headers.drop();
    }
    Arrays.fill(uniform, (byte) value);
    if (compresses) {
      Arrays.fill(modes, (byte) StencilCodec.UNIFORM);
    } else {
      Arrays.fill(clear, true);
    }
  }

  /** Makes room for a line, or tile after the cache. */
  final int put(int key) {
    for (int slot = tags.victim(key); slot != Tags.NONE; slot = tags.victim(key)) {
      evict(slot);
    }
    return tags.put(key);
  }

  /** Reads lines of a tile from memory. */
  final void read(int tile, int line, int lines, byte[] target, int at) {
    int bytes = lines * lineBytes;
    System.arraycopy(memory, tile * SAMPLES + line * lineBytes, target, at, bytes);
    counts.bytesRead += bytes;
  }

  /** Writes lines of a tile to memory. */
  final void write(int tile, int line, int lines, byte[] source, int at) {
    int bytes = lines * lineBytes;
    System.arraycopy(source, at, memory, tile * SAMPLES + line * lineBytes, bytes);
    counts.bytesWritten += bytes;
  }

  /** Encodes a tile, whose lines are then {@link #coded} unless it is uniform or raw. */
  final int encode(int tile, byte[] from, int first) {
    tiles.pad(tile, from, first);
    int mode = codec.encode(from, first, coded);
    if (mode != modes[tile] || (mode == StencilCodec.UNIFORM && uniform[tile] != from[first])) {
      changeHeader(tile);
    }
    uniform[tile] = from[first];
    modes[tile] = (byte) mode;
    counts.compressions++;
    encodedTiles[mode]++;
    return mode;
  }

  private void changeHeader(int tile) {
    if (headers != null) {
      headers.change(tile);
    }
  }

  /** Takes note that lines of a raw tile are clear no more. */
  final void fill(int tile, int line, int lines) {
    int from = tile * linesPerTile + line;
    for (int at = from; at < from + lines; at++) {
      if (clear[at]) {
        changeHeader(tile);
        Arrays.fill(clear, at, from + lines, false);
        return;
      }
    }
  }

  /** Counts the lines of uncompressed samples that an event takes from the cache and changes. */
  final void countLines(long read, long written) {
    int inLine = Math.min(samples, lineBytes);
    long line = -1L >>> (Long.SIZE - inLine);
    for (int from = 0; from < samples; from += inLine) {
      counts.linesFromCache += (read & line << from) != 0 ? 1 : 0;
      counts.linesToCache += (written & line << from) != 0 ? 1 : 0;
    }
  }

  /** Decodes {@link #coded}. */
  final void decode(int mode, byte[] to, int first) {
    codec.decode(mode, coded, to, first);
    counts.decompressions++;
    decodedTiles[mode]++;
  }

  private void check(byte[] expected) {
    for (int tile = 0; tile < modes.length; tile++) {
      int mode = modes[tile];
      System.arraycopy(memory, tile * SAMPLES, coded, 0, SAMPLES);
      if (mode == StencilCodec.UNIFORM) {
        Arrays.fill(values, uniform[tile]);
      } else if (mode != StencilCodec.RAW) {
        codec.decode(mode, coded, values, 0);
      } else {
        System.arraycopy(coded, 0, values, 0, SAMPLES);
        for (int line = 0; line < linesPerTile; line++) {
          if (clear[tile * linesPerTile + line]) {
            Arrays.fill(values, line * lineBytes, (line + 1) * lineBytes, uniform[tile]);
          }
        }
      }
      tiles.check(tile, values, expected);
    }
  }

  private DepthTraffic traffic() {
    Map<DepthTraffic.Count, Long> each = new EnumMap<>(DepthTraffic.Count.class);
    for (DepthTraffic.Count count : DepthTraffic.Count.values()) {
      each.put(count, counts.get(count));
    }
    return new DepthTraffic(
        each, byName(encodedTiles), byName(decodedTiles), finalTiles(), new int[0]);
  }

  private Map<String, Long> byName(long[] tilesByMode) {
    Map<String, Long> byName = new LinkedHashMap<>();
    for (int mode = 0; compresses && mode < tilesByMode.length; mode++) {
      byName.put(StencilCodec.name(mode), tilesByMode[mode]);
    }
    return byName;
  }

  private Map<String, Long> finalTiles() {
    long[] inMode = new long[StencilCodec.RAW + 1];
    long cleared = 0;
    for (int tile = 0; tile < modes.length; tile++) {
      inMode[modes[tile]]++;
      cleared += isClear(tile) ? 1 : 0;
    }
    if (compresses) {
      return byName(inMode);
    }
    Map<String, Long> byName = new LinkedHashMap<>();
    byName.put("cleared", cleared);
    byName.put(StencilCodec.name(StencilCodec.RAW), modes.length - cleared);
    return byName;
  }

  /** Whether nothing of a tile was written since the clear, as far as a raw one's lines tell. */
  final boolean isClear(int tile) {
    for (int line = 0; line < linesPerTile; line++) {
      if (!clear[tile * linesPerTile + line]) {
        return false;
      }
    }
    return true;
  }
}
