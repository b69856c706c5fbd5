package dev.magpie.memory;

import java.util.Map;
import java.util.TreeMap;

/** Hands out ranges of a space, first fit. Not thread-safe. */
public final class RangeAllocator {
  /** Where no range fits. */
  public static final long NONE = -1;

  /** Free ranges: start and length, never adjacent. */
  private final TreeMap<Long, Long> free = new TreeMap<>();

  private long freeBytes;

  public RangeAllocator(long bytes) {
    free.put(0L, bytes);
    freeBytes = bytes;
  }

  /**
   * Takes a range.
   *
   * @param bytes at least 1
   * @param alignment of its start: any positive number
   * @param limit where the range must have ended
   * @return its start, or {@link #NONE}
   */
  public long allocate(long bytes, long alignment, long limit) {
    for (Map.Entry<Long, Long> range : free.entrySet()) {
      // Read once: an entry of the map may be another one's after a removal.
      long from = range.getKey();
      long end = from + range.getValue();
      long start = Math.ceilDiv(from, alignment) * alignment;
      if (start > limit - bytes) {
        return NONE;
      }
      if (start <= end - bytes) {
        free.remove(from);
        putIfAny(from, start - from);
        putIfAny(start + bytes, end - start - bytes);
        freeBytes -= bytes;
        return start;
      }
    }
    return NONE;
  }

  /** Gives back a range that was handed out. */
  public void free(long start, long bytes) {
    freeBytes += bytes;
    long from = start;
    long length = bytes;
    Map.Entry<Long, Long> before = free.lowerEntry(start);
    if (before != null && before.getKey() + before.getValue() == start) {
      from = before.getKey();
      length += before.getValue();
    }
    Long after = free.remove(start + bytes);
    free.put(from, after == null ? length : length + after);
  }

  private void putIfAny(long start, long bytes) {
    if (bytes > 0) {
      free.put(start, bytes);
    }
  }

  public long freeBytes() {
    return freeBytes;
  }
}
