package dev.magpie.depth.cache;

import dev.magpie.depth.event.FrameShape;

/** Counts what moves between tile headers in memory and the cache before them. */
final class HeaderCache {
  private final Counts counts;
  private final Tags tags;
  private final int headerBits;
  private final int lineBits;

  /**
   * @param tiles whose headers there are
   * @param headerBits of each
   * @param cached lines of the cache
   */
  HeaderCache(int tiles, int headerBits, int lineBytes, int cached, Counts counts) {
    this.counts = counts;
    this.headerBits = headerBits;
    lineBits = 8 * lineBytes;
    int lines = Math.ceilDiv(Math.multiplyExact(tiles, headerBits), lineBits);
    tags = new Tags(1, cached, CacheShape.Index.HASHED, 1, lines);
  }

  /**
   * That of depths.
   *
   * @param modes that a tile can be in
   * @throws IllegalArgumentException if the cache is no whole number of lines
   */
  static HeaderCache of(HeaderMemory memory, FrameShape frame, int modes, Counts counts) {
    int lineBytes = frame.tile().lineBytes();
    int cached = memory.cacheBytes() / lineBytes;
    if (cached == 0 || memory.cacheBytes() % lineBytes != 0) {
      throw new IllegalArgumentException(
          "a cache of headers of %d bytes is no whole number of lines of %d bytes"
              .formatted(memory.cacheBytes(), lineBytes));
    }
    int headerBits = memory.headerBits(frame.tile(), modes);
    return new HeaderCache(frame.tiles(), headerBits, lineBytes, cached, counts);
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

  /** Forgets all, and writes nothing back. */
  void drop() {
    for (int slot = tags.oldest(); slot != Tags.NONE; slot = tags.oldest()) {
      tags.remove(slot);
    }
  }

  /** Writes back what has changed. */
  void flush() {
    for (int slot = tags.oldest(); slot != Tags.NONE; slot = tags.oldest()) {
      evict(slot);
    }
  }
}
