package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import org.jspecify.annotations.Nullable;

/**
 * The usual system (paper, section 3 and Figure 1): a cache of whole tiles, compressed on their way
 * to memory. Under the scheme {@code raw} nothing is compressed: RAW-T.
 */
class TileBackEnd extends BackEnd {
  final int slotWords;
  final int raw;
  private final boolean compresses;
  private final long[] lineMasks;

  TileBackEnd(EventStream stream, Configuration configuration, @Nullable BackEndObserver observer) {
    super(
        stream,
        configuration,
        observer,
        configuration.cache().tileTags(stream.shape().tile(), stream.shape().tiles()),
        stream.shape().tile().lines() * stream.shape().tile().lineBytes() / Long.BYTES);
    slotWords = linesPerTile * lineWords;
    raw = encoder.raw;
    compresses = !configuration.scheme().isRaw();
    lineMasks = rawLines.masks();
  }

  @Override
  final void handle(EventBatch batch, int event) {
    int tile = batch.tile(event);
    long old = valid[tile];
    long passed = batch.passed(event);
    boolean fresh = overwrites(batch, event, old);
    countLines(batch, event);
    int slot = tags.find(tile);
    if (slot != Tags.NONE) {
      countHit(tile);
      tags.touch(slot);
    } else {
      countMiss(tile);
      makeRoom(tile);
      boolean fetch = old != 0 && !fresh;
      if (!fetch && passed == 0) {
        return;
      }
      slot = tags.put(tile);
      if (fetch) {
        int mode = modes[tile];
        if (mode != raw) {
          countDecoded(tile, mode);
        }
        fetch(tile, slot, mode);
      }
    }
    if (passed != 0) {
      update(batch, event, tile, slot, fresh);
      valid[tile] = old | passed;
      tags.setDirty(slot);
    }
  }

  /** Counts the lines that the comparison takes, those of which nothing was known, and changes. */
  private void countLines(EventBatch batch, int event) {
    int touched = batch.touched(event);
    counts.linesFromCache += Integer.bitCount(touched & ~batch.accepted(event));
    long passed = batch.passed(event);
    for (int left = passed == 0 ? 0 : touched; left != 0; left &= left - 1) {
      long line = lineMasks[Integer.numberOfTrailingZeros(left)];
      counts.linesToCache += (passed & line) == 0 ? 0 : 1;
    }
  }

  /** Reads a tile into a slot. */
  void fetch(int tile, int slot, int mode) {
    if (mode == raw) {
      read(tile, 0, linesPerTile, cached, slot * slotWords);
    } else {
      read(tile, 0, encoder.lineCount(mode), encoder.lines, 0);
      encoder.decode(mode, valid[tile]);
      rawLines.put(cached, slot * slotWords, valid[tile], encoder.depths);
    }
  }

  /** Puts an event's samples into a cached tile. */
  void update(EventBatch batch, int event, int tile, int slot, boolean fresh) {
    long passed = batch.passed(event);
    encoder.evaluate(batch, event, passed);
    rawLines.put(cached, slot * slotWords, passed, encoder.depths);
  }

  /** Writes a cached tile to memory and tells its mode there. */
  int writeBack(int tile, int slot) {
    rawLines.get(cached, slot * slotWords, valid[tile], encoder.depths);
    int mode = encoder.encodeByBruteForce(valid[tile]);
    countEncoded(tile, mode);
    if (mode == raw) {
      write(tile, 0, linesPerTile, cached, slot * slotWords);
    } else {
      write(tile, 0, encoder.lineCount(mode), encoder.lines, 0);
    }
    return mode;
  }

  @Override
  final void evict(int slot) {
    int tile = tags.key(slot);
    if (tags.isDirty(slot)) {
      if (compresses) {
        int mode = writeBack(tile, slot);
        if (modes[tile] != mode) {
          modes[tile] = (byte) mode;
          changeHeader(tile);
        }
      } else {
        modes[tile] = (byte) raw;
        write(tile, 0, linesPerTile, cached, slot * slotWords);
      }
    }
    remove(slot, tile, linesPerTile);
  }
}
