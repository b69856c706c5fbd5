package dev.magpie.depth.cache;

import dev.magpie.depth.codec.StencilCodec;
import dev.magpie.depth.event.StencilBatch;
import dev.magpie.depth.event.StencilStream;
import java.util.Arrays;

/**
 * A cache of lines: those of compressed tiles, which are encoded anew whenever they are drawn to,
 * and those of raw ones. A tile that has become raw stays so.
 */
final class StencilLineBackEnd extends StencilBackEnd {
  StencilLineBackEnd(StencilStream stream, StencilConfiguration configuration) {
    super(stream, configuration, stream.shape().tile().lineBytes());
  }

  @Override
  void handle(StencilBatch batch, int event) {
    int tile = tiles.tile(batch.tile(event));
    if (modes[tile] == StencilCodec.RAW) {
      updateRaw(batch, event, tile);
    } else {
      updateCompressed(batch, event, tile);
    }
  }

  private void updateCompressed(StencilBatch batch, int event, int tile) {
    int mode = modes[tile];
    int lines = codec.lines(mode);
    if (mode == StencilCodec.UNIFORM) {
      Arrays.fill(values, uniform[tile]);
    } else {
      for (int line = 0; line < lines; line++) {
        System.arraycopy(
            cached, access(tile, line) * lineBytes, coded, line * lineBytes, lineBytes);
      }
      counts.linesFromCache += lines;
      decode(mode, values, 0);
    }
    if (batch.written(event) == 0) {
      return;
    }
    batch.apply(event, values, tiles.first(batch.tile(event)));
    int newMode = encode(tile, values, 0);
    int newLines = codec.lines(newMode);
    for (int line = newLines; line < lines; line++) {
      int slot = tags.find(tile * linesPerTile + line);
      if (slot != Tags.NONE) {
        tags.remove(slot);
      }
    }
    counts.linesToCache += newLines;
    byte[] from = newMode == StencilCodec.RAW ? values : coded;
    for (int line = 0; line < newLines; line++) {
      int slot = accessUnread(tile, line);
      System.arraycopy(from, line * lineBytes, cached, slot * lineBytes, lineBytes);
      tags.setDirty(slot);
    }
  }

  private void updateRaw(StencilBatch batch, int event, int tile) {
    int first = tiles.first(batch.tile(event));
    int last = (first + samples - 1) / lineBytes;
    for (int line = first / lineBytes; line <= last; line++) {
      // The event's samples that lie in the line, and the place of sample 0 in it.
      int at = first - line * lineBytes;
      long here = samplesOf(at);
      long written = batch.written(event) & here;
      long read = batch.read(event) & here;
      boolean wasClear = clear[tile * linesPerTile + line];
      if (written == 0 && (wasClear || read == 0)) {
        continue;
      }
      boolean needed = read != 0 || Long.bitCount(written) != lineBytes;
      int slot = needed && !wasClear ? access(tile, line) : accessUnread(tile, line);
      counts.linesFromCache += needed && !wasClear ? 1 : 0;
      if (wasClear) {
        Arrays.fill(cached, slot * lineBytes, (slot + 1) * lineBytes, uniform[tile]);
      }
      if (written != 0) {
        batch.apply(event, cached, slot * lineBytes + at, here);
        fill(tile, line, 1);
        counts.linesToCache++;
        tags.setDirty(slot);
      }
    }
  }

  /** The samples of a depth tile that are in a line, in which its first one has a place. */
  private long samplesOf(int first) {
    long mask = -1L >>> (Long.SIZE - Math.min(samples, lineBytes));
    return lineBytes < samples ? mask << -first : mask;
  }

  /** Brings a line into the cache. */
  private int access(int tile, int line) {
    int key = tile * linesPerTile + line;
    boolean there = tags.find(key) != Tags.NONE;
    int slot = accessUnread(tile, line);
    if (!there) {
      read(tile, line, 1, cached, slot * lineBytes);
    }
    return slot;
  }

  /** The same for a line whose contents do not matter. */
  private int accessUnread(int tile, int line) {
    int key = tile * linesPerTile + line;
    int slot = tags.find(key);
    if (slot != Tags.NONE) {
      counts.hits++;
      tags.touch(slot);
      return slot;
    }
    counts.misses++;
    return put(key);
  }

  @Override
  void evict(int slot) {
    int key = tags.key(slot);
    if (tags.isDirty(slot)) {
      write(key / linesPerTile, key % linesPerTile, 1, cached, slot * lineBytes);
    }
    tags.remove(slot);
  }
}
