package dev.magpie.memory.buddy;

import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The 4 bits of each memory-entry, at the end of device memory: entry {@code e} of the heap has the
 * low half of byte {@code e / 2} if it is even, and else the high half (order and place are ours).
 */
final class MetadataRegion {
  /** Eight entries: what the hardware of this machine can change in one piece. */
  private static final VarHandle WORD =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

  private static final int LINE_BYTES = MetadataCache.LINE_BYTES;

  private final MemorySegment device;
  private final long base;

  /**
   * @param device all of device memory
   * @param entries of the heap
   */
  MetadataRegion(MemorySegment device, long entries) {
    this.device = device;
    this.base = device.byteSize() - bytes(entries);
  }

  /** What so many entries need: whole lines of the metadata cache. */
  static long bytes(long entries) {
    return Math.ceilDiv(entries, 2 * LINE_BYTES) * LINE_BYTES;
  }

  /** Device address of an entry's metadata. */
  long address(long entry) {
    return base + (entry >>> 1);
  }

  /**
   * An entry's bits.
   *
   * @throws IllegalStateException if they are reserved, which no write leaves behind
   */
  int get(long entry) {
    int code =
        (device.get(ValueLayout.JAVA_BYTE, address(entry)) >>> (4 * (int) (entry & 1))) & 0xf;
    if (code > EntryCode.TINY) {
      throw new IllegalStateException(
          "the metadata of entry %d hold the reserved code %d".formatted(entry, code));
    }
    return code;
  }

  /** Sets an entry's bits, and no other's, whatever other threads do to those. */
  void set(long entry, int code) {
    long at = base + ((entry >>> 3) << 2);
    int shift = 4 * (int) (entry & 7);
    int old;
    int changed;
    do {
      old = (int) WORD.getVolatile(device, at);
      changed = (old & ~(0xf << shift)) | (code << shift);
    } while (!WORD.compareAndSet(device, at, old, changed));
  }

  /**
   * Sets entries to zero.
   *
   * @param first an even number, as the first of a page is
   */
  void clear(long first, long entries) {
    device.asSlice(address(first), (entries + 1) >>> 1).fill((byte) 0);
  }
}
