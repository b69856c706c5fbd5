package dev.magpie.depth.cache;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import org.jspecify.annotations.Nullable;

/**
 * Plane encoding in the usual system. It needs the rasteriser, so it is done before the cache, and
 * a cached tile occupies the lines of an uncompressed one all the same (paper, section 4). So the
 * encoder works when a tile is drawn to, and not when it is written back.
 */
final class PlaneTileBackEnd extends TileBackEnd {
  /** The mode of the tile in each slot. */
  private final byte[] slotModes;

  private final boolean triesAgain;

  PlaneTileBackEnd(
      EventStream stream, Configuration configuration, @Nullable BackEndObserver observer) {
    super(stream, configuration, observer);
    slotModes = new byte[tags.size()];
    triesAgain = configuration.evictions() == Configuration.Evictions.TRIED_AGAIN;
  }

  @Override
  void fetch(int tile, int slot, int mode) {
    read(tile, 0, encoder.lineCount(mode), cached, slot * slotWords);
    slotModes[slot] = (byte) mode;
  }

  @Override
  void update(EventBatch batch, int event, int tile, int slot, boolean fresh) {
    long old = valid[tile];
    long passed = batch.passed(event);
    int mode = slotModes[slot];
    boolean whole = fresh || old == 0;
    if (!whole && mode == raw) {
      super.update(batch, event, tile, slot, false);
      return;
    }
    if (whole) {
      mode = encoder.overwrite(batch, event);
    } else {
      System.arraycopy(
          cached, slot * slotWords, encoder.lines, 0, encoder.lineCount(mode) * lineWords);
      mode = encoder.merge(batch, event, mode, old);
    }
    countEncoded(tile, mode);
    if (mode == raw) {
      rawLines.put(cached, slot * slotWords, old | passed, encoder.depths);
    } else {
      System.arraycopy(
          encoder.lines, 0, cached, slot * slotWords, encoder.lineCount(mode) * lineWords);
    }
    slotModes[slot] = (byte) mode;
  }

  @Override
  int writeBack(int tile, int slot) {
    int mode = slotModes[slot];
    if (mode == raw && triesAgain) {
      return super.writeBack(tile, slot);
    }
    write(tile, 0, encoder.lineCount(mode), cached, slot * slotWords);
    return mode;
  }
}
