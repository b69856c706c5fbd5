package dev.magpie.depth.cache;

import dev.magpie.depth.codec.StencilCodec;
import dev.magpie.depth.event.StencilBatch;
import dev.magpie.depth.event.StencilStream;
import java.util.Arrays;

/** A cache of whole stencil tiles, compressed on their way to memory, if at all. */
final class StencilTileBackEnd extends StencilBackEnd {
  StencilTileBackEnd(StencilStream stream, StencilConfiguration configuration) {
    super(stream, configuration, SAMPLES);
  }

  @Override
  void handle(StencilBatch batch, int event) {
    int depthTile = batch.tile(event);
    int tile = tiles.tile(depthTile);
    boolean writes = batch.written(event) != 0;
    int slot = tags.find(tile);
    if (slot != Tags.NONE) {
      counts.hits++;
      tags.touch(slot);
    } else {
      boolean inHeader = modes[tile] == StencilCodec.UNIFORM || isClear(tile);
      if (inHeader && !writes) {
        return;
      }
      counts.misses++;
      slot = put(tile);
      if (inHeader) {
        Arrays.fill(cached, slot * SAMPLES, (slot + 1) * SAMPLES, uniform[tile]);
      } else {
        fetch(tile, slot);
      }
    }
    countLines(batch.read(event), batch.written(event));
    if (writes) {
      batch.apply(event, cached, slot * SAMPLES + tiles.first(depthTile));
      tags.setDirty(slot);
    }
  }

  private void fetch(int tile, int slot) {
    int mode = modes[tile];
    if (mode == StencilCodec.RAW) {
      read(tile, 0, linesPerTile, cached, slot * SAMPLES);
    } else {
      read(tile, 0, codec.lines(mode), coded, 0);
      decode(mode, cached, slot * SAMPLES);
    }
  }

  @Override
  void evict(int slot) {
    int tile = tags.key(slot);
    if (tags.isDirty(slot)) {
      int mode = compresses ? encode(tile, cached, slot * SAMPLES) : StencilCodec.RAW;
      if (mode == StencilCodec.RAW) {
        write(tile, 0, linesPerTile, cached, slot * SAMPLES);
      } else {
        write(tile, 0, codec.lines(mode), coded, 0);
      }
      fill(tile, 0, linesPerTile);
    }
    tags.remove(slot);
  }
}
