package dev.magpie.depth.cache;

import dev.magpie.depth.event.FrameShape;

/** Counts what moves between tile headers in memory and the cache before them. */
final class HeaderCache {
  private final Counts counts;
  private final Tags tags;
  private final int headerBits;
  private final int lineBits;

  /**
   * @param modes that a tile can be in
   * @throws IllegalArgumentException if the cache is no whole number of lines
   */
  HeaderCache(HeaderMemory memory, FrameShape frame, int modes, Counts counts) {
    this.counts = counts;
    headerBits = memory.headerBits(frame.tile(), modes);
    lineBits = 8 * frame.tile().lineBytes();
    int lines = Math.ceilDiv(Math.multiplyExact(frame.tiles(), headerBits), lineBits);
    int cached = memory.cacheBytes() / frame.tile().lineBytes();
    if (cached == 0 || memory.cacheBytes() % frame.tile().lineBytes() != 0) {
      throw new IllegalArgumentException(
          "a cache of headers of %d bytes is no whole number of lines of %d bytes"
              .formatted(memory.cacheBytes(), frame.tile().lineBytes()));
    }
    tags = new Tags(1, cached, CacheShape.Index.HASHED, 1, lines);
  }

  /** Reads a tile's header. */
  void read(int tile) {
    int last = ((tile + 1) * headerBits - 1) / lineBits;
    for (int line = tile * headerBits / lineBits; line <= last; line++) {
      slot(line);
    }
  }

  /** Reads a tile's header and changes it. */
  void change(int tile) {
    int last = ((tile + 1) * headerBits - 1) / lineBits;
    for (int line = tile * headerBits / lineBits; line <= last; line++) {
      tags.setDirty(slot(line));
    }
  }

  private int slot(int line) {
    int slot = tags.find(line);
    if (slot != Tags.NONE) {
      tags.touch(slot);
      return slot;
    }
    int victim = tags.victim(line);
    if (victim != Tags.NONE) {
      evict(victim);
    }
    counts.headerBytesRead += lineBits / 8;
    return tags.put(line);
  }

  private void evict(int slot) {
    if (tags.isDirty(slot)) {
      counts.headerBytesWritten += lineBits / 8;
    }
    tags.remove(slot);
  }

  /** Writes back what has changed. */
  void flush() {
    for (int slot = tags.oldest(); slot != Tags.NONE; slot = tags.oldest()) {
      evict(slot);
    }
  }
}
