package dev.magpie.memory.buddy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Brings entries that are about to be read into the caches of this machine. The loads of a group do
 * not depend on one another and so wait for memory together, where reads one by one would each wait
 * anew. Counts nothing: what a GPU would do is {@link EntryAccess}'s.
 */
final class EntryFetch {
  /** Entries fetched together: about as many lines as processors can wait for at once. */
  static final int GROUP = 16;

  private static final int ENTRY_BYTES = BuddyMemory.ENTRY_BYTES;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final MemorySegment device;
  private final MemorySegment carveOut;
  private final MetadataRegion metadata;
  private final PageTable pages;

  /** By entry of the group: its place in buddy memory, and what of it device memory holds. */
  private final long[] buddyAt = new long[GROUP];

  private final int[] deviceSectors = new int[GROUP];

  /** Any bits, kept so that the loads are not compiled away. */
  long touched;

  EntryFetch(
      MemorySegment device, MemorySegment carveOut, MetadataRegion metadata, PageTable pages) {
    this.device = device;
    this.carveOut = carveOut;
    this.metadata = metadata;
    this.pages = pages;
  }

  /**
   * Fetches a group.
   *
   * @param addresses of entries, all of them allocated
   * @param from the first of them
   * @param count at most {@link #GROUP}
   */
  void fetch(long[] addresses, int from, int count) {
    long any = 0;
    for (int i = 0; i < count; i++) {
      long place = addresses[from + i] - BuddyMemory.HEAP_BASE;
      PageSize size = pages.sizeAt(place);
      long page = pages.entry(size, place);
      TargetRatio ratio = PageTableEntry.target(page);
      long inPage = (place & (size.bytes() - 1)) / ENTRY_BYTES;
      long deviceAt = PageTableEntry.deviceBase(page) + inPage * ratio.deviceBytes();
      any ^= device.get(LONG, deviceAt);
      any ^= device.get(LONG, deviceAt + ratio.deviceBytes() - Long.BYTES);
      any ^= device.get(ValueLayout.JAVA_BYTE, metadata.address(place / ENTRY_BYTES));
      buddyAt[i] =
          PageTableEntry.buddyOffset(page) * size.unitBytes(ratio) + inPage * ratio.buddyBytes();
      // An uncompressed page lies in device memory as a whole, and has no metadata.
      deviceSectors[i] =
          PageTableEntry.isCompressed(page) ? ratio.deviceSectors() : Integer.MAX_VALUE;
    }
    for (int i = 0; i < count; i++) {
      long place = addresses[from + i] - BuddyMemory.HEAP_BASE;
      if (deviceSectors[i] <= EntryCode.RAW) {
        int code = metadata.get(place / ENTRY_BYTES);
        if (code != EntryCode.TINY && code > deviceSectors[i]) {
          any ^= carveOut.get(LONG, buddyAt[i]);
        }
      }
    }
    touched = any;
  }
}
