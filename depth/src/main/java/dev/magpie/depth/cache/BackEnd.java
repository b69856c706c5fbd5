package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The half of the depth pipeline behind the depth test: tile headers, a cache and memory, which
 * hold the encoded bits. It replays one frame.
 */
abstract class BackEnd {
  private static final int USUAL_LINE_WORDS = 8;

  private final FrameShape frame;
  private final int[] bytesByTile;

  final Counts counts = new Counts();
  final TileEncoder encoder;
  final RawLines rawLines;
  final int linesPerTile;
  final int lineWords;
  final int lineBytes;

  /** Headers: each tile's mode in memory, or in the cache if that holds compressed tiles. */
  final byte[] modes;

  /** Headers: each tile's samples that have a depth, the clear mask's complement. */
  final long[] valid;

  private final int clearDepth;

  final Tags tags;

  /** The cache's contents, slot by slot. */
  final long[] cached;

  /** The frame in memory. */
  private final long[] memory;

  private final long[] encodedTiles;
  private final long[] decodedTiles;

  /** What headers cost; null if they are not counted. */
  private final @Nullable HeaderCache headers;

  private final boolean flagsPresence;

  /** Whoever looks on; null if nobody does. */
  private final @Nullable BackEndObserver observer;

  BackEnd(
      EventStream stream,
      Configuration configuration,
      @Nullable BackEndObserver observer,
      Tags tags,
      int slotWords) {
    this.observer = observer;
    this.tags = tags;
    frame = stream.shape();
    clearDepth = stream.depths().clearDepth();
    encoder = new TileEncoder(stream, configuration, counts);
    rawLines = new RawLines(frame.tile(), configuration.kernels());
    linesPerTile = frame.tile().lines();
    lineBytes = frame.tile().lineBytes();
    lineWords = rawLines.wordsPerLine();
    int tiles = frame.tiles();
    modes = new byte[tiles];
    valid = new long[tiles];
    bytesByTile = new int[tiles];
    encodedTiles = new long[encoder.raw + 1];
    decodedTiles = new long[encoder.raw + 1];
    memory = new long[Math.multiplyExact(tiles, linesPerTile * lineWords)];
    cached = new long[Math.multiplyExact(tags.size(), slotWords)];
    headers =
        configuration.headers().equals(HeaderMemory.NOT_COUNTED)
            ? null
            : HeaderCache.of(configuration.headers(), frame, encoder.raw + 1, counts);
    flagsPresence = configuration.headers().presence() == HeaderMemory.Presence.FLAGGED;
  }

  /** Handles an event. */
  abstract void handle(EventBatch batch, int event);

  /** Empties a slot of the cache, and writes it back if it is dirty. */
  abstract void evict(int slot);

  /**
   * Replays a frame's passes, one behind another, writes all of it back, and checks it.
   *
   * @return what each pass has done; the last one writes back
   */
  final List<DepthTraffic> replay(List<EventStream> passes) {
    List<DepthTraffic> traffic = new ArrayList<>();
    DepthTraffic before = traffic();
    for (int n = 0; n < passes.size(); n++) {
      EventStream pass = passes.get(n);
      replay(pass);
      if (n == passes.size() - 1) {
        writeBack();
        check(pass.depths().depths());
        tellEnd();
      }
      DepthTraffic after = traffic();
      traffic.add(passes.size() == 1 ? after : after.since(before));
      before = after;
    }
    return traffic;
  }

  private void replay(EventStream stream) {
    for (EventBatch batch : stream.batches()) {
      int size = batch.size();
      for (int event = 0; event < size; event++) {
        int tile = batch.tile(event);
        if (headers != null) {
          headers.read(tile);
        }
        if (batch.touched(event) == 0) {
          continue;
        }
        if (observer != null) {
          observer.handles(counts.events, batch, event);
        }
        counts.events++;
        handle(batch, event);
        if (batch.passed(event) != 0) {
          changeHeader(tile);
        }
      }
    }
  }

  private void writeBack() {
    if (observer != null) {
      observer.writesBack();
    }
    for (int slot = tags.oldest(); slot != Tags.NONE; slot = tags.oldest()) {
      evict(slot);
    }
    if (headers != null) {
      headers.flush();
    }
  }

  /** Takes note that another line of a tile is cached than before. */
  final void changePresence(int tile) {
    if (flagsPresence) {
      changeHeader(tile);
    }
  }

  /** Takes note that a tile's header says something else than before. */
  final void changeHeader(int tile) {
    if (headers != null) {
      headers.change(tile);
    }
  }

  /** Counts a tile that went through the encoder. */
  final void countEncoded(int tile, int mode) {
    counts.compressions++;
    encodedTiles[mode]++;
    if (observer != null) {
      observer.encodes(tile, encoder.names().get(mode), encoder.lineCount(mode));
    }
  }

  /** Counts a tile that was decoded. */
  final void countDecoded(int tile, int mode) {
    counts.decompressions++;
    decodedTiles[mode]++;
    if (observer != null) {
      observer.decodes(tile);
    }
  }

  /** Counts an access that found its lines in the cache. */
  final void countHit(int tile) {
    counts.hits++;
    if (observer != null) {
      observer.hits(tile);
    }
  }

  /** Counts one that did not. */
  final void countMiss(int tile) {
    counts.misses++;
    if (observer != null) {
      observer.misses(tile);
    }
  }

  /** Empties a slot. */
  final void remove(int slot, int tile, int lines) {
    tags.remove(slot);
    if (observer != null) {
      observer.leaves(tile, lines);
    }
  }

  /** Whether an event's new contents do not depend on the old ones. */
  final boolean overwrites(EventBatch batch, int event, long validSamples) {
    return (batch.touched(event) & ~batch.accepted(event)) == 0
        && (validSamples & ~batch.passed(event)) == 0;
  }

  /** Makes room for a line, or tile after the cache. */
  final void makeRoom(int key) {
    for (int slot = tags.victim(key); slot != Tags.NONE; slot = tags.victim(key)) {
      evict(slot);
    }
  }

  /** Reads lines of a tile from memory. */
  final void read(int tile, int firstLine, int lines, long[] target, int at) {
    copyFromMemory(tile, firstLine, lines, target, at);
    counts.bytesRead += (long) lines * lineBytes;
    bytesByTile[tile] += lines * lineBytes;
    if (observer != null) {
      observer.reads(tile, lines * lineBytes);
    }
  }

  /** The same, as memory does it by itself, without moving them. */
  final void copyFromMemory(int tile, int firstLine, int lines, long[] target, int at) {
    int from = (tile * linesPerTile + firstLine) * lineWords;
    for (int word = 0; word < lines * lineWords; word += lineWords) {
      copyLine(memory, from + word, target, at + word);
    }
  }

  /** Writes lines of a tile to memory. */
  final void write(int tile, int firstLine, int lines, long[] source, int at) {
    int to = (tile * linesPerTile + firstLine) * lineWords;
    for (int word = 0; word < lines * lineWords; word += lineWords) {
      copyLine(source, at + word, memory, to + word);
    }
    counts.bytesWritten += (long) lines * lineBytes;
    bytesByTile[tile] += lines * lineBytes;
    if (observer != null) {
      observer.writes(tile, lines * lineBytes);
    }
  }

  /** Copies a line; the usual one of eight words without a call. */
  final void copyLine(long[] source, int at, long[] target, int to) {
    if (lineWords != USUAL_LINE_WORDS) {
      System.arraycopy(source, at, target, to, lineWords);
      return;
    }
    target[to] = source[at];
    target[to + 1] = source[at + 1];
    target[to + 2] = source[at + 2];
    target[to + 3] = source[at + 3];
    target[to + 4] = source[at + 4];
    target[to + 5] = source[at + 5];
    target[to + 6] = source[at + 6];
    target[to + 7] = source[at + 7];
  }

  /** Decodes the whole frame and compares it with the front end's. */
  private void check(int[] expected) {
    int[] found = encoder.depths;
    for (int tile = 0; tile < modes.length; tile++) {
      if (valid[tile] == 0) {
        Arrays.fill(found, clearDepth);
      } else {
        decodeFromMemory(tile);
      }
      int first = tile * found.length;
      int s = Arrays.mismatch(found, 0, found.length, expected, first, first + found.length);
      if (s >= 0) {
        throw new IllegalStateException(
            "the back-end ends with depth %d in sample %d of tile %d, and the front end with %d"
                .formatted(found[s], s, tile, expected[first + s]));
      }
    }
  }

  private void decodeFromMemory(int tile) {
    long has = valid[tile];
    int[] found = encoder.depths;
    copyFromMemory(tile, 0, linesPerTile, encoder.lines, 0);
    if (modes[tile] == encoder.raw) {
      rawLines.get(encoder.lines, 0, has, found);
    } else {
      encoder.decode(modes[tile], has);
    }
    for (long cleared = encoder.all & ~has; cleared != 0; cleared &= cleared - 1) {
      found[Long.numberOfTrailingZeros(cleared)] = clearDepth;
    }
  }

  private void tellEnd() {
    if (observer != null) {
      for (int tile = 0; tile < modes.length; tile++) {
        int mode = mode(tile);
        observer.ends(tile, encoder.names().get(mode), encoder.lineCount(mode));
      }
    }
  }

  private int mode(int tile) {
    return valid[tile] == 0 ? TileEncoder.CLEARED : modes[tile];
  }

  private DepthTraffic traffic() {
    Map<DepthTraffic.Count, Long> values = new EnumMap<>(DepthTraffic.Count.class);
    for (DepthTraffic.Count count : DepthTraffic.Count.values()) {
      values.put(count, counts.get(count));
    }
    long[] finalModes = new long[encoder.raw + 1];
    for (int tile = 0; tile < modes.length; tile++) {
      finalModes[mode(tile)]++;
    }
    return new DepthTraffic(
        values,
        encoder.byName(encodedTiles, 1),
        encoder.byName(decodedTiles, 1),
        encoder.byName(finalModes, 0),
        bytesByTile.clone());
  }
}
