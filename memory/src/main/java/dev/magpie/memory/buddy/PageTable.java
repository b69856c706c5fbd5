package dev.magpie.memory.buddy;

/**
 * The page table of a heap: an entry for each 2 MiB of address space that is one page, and else for
 * each 64 KiB. Changed under its owner's lock, and read by any thread.
 *
 * <p>Beside each entry stands how many bytes of the page belong to the allocation, which hardware
 * does not know: the last page of an allocation is seldom full.
 */
final class PageTable {
  private final long spaceBytes;
  private final long[] large;
  private final int[] largeBytes;
  private final long[] small;
  private final int[] smallBytes;

  /** Counts pages taken away: a TLB that has seen another count forgets all it knows. */
  private volatile int generation;

  /**
   * @param bytes of address space
   */
  PageTable(long bytes) {
    spaceBytes = bytes;
    small = new long[Math.toIntExact(Math.ceilDiv(bytes, PageSize.KIB_64.bytes()))];
    smallBytes = new int[small.length];
    large = new long[Math.toIntExact(Math.ceilDiv(bytes, PageSize.MIB_2.bytes()))];
    largeBytes = new int[large.length];
  }

  /**
   * Enters a page.
   *
   * @param place its address less the heap's base
   * @param bytes of it that may be used
   */
  void map(PageSize size, long place, long entry, int bytes) {
    int page = (int) (place >>> size.shift());
    if (size == PageSize.MIB_2) {
      largeBytes[page] = bytes;
      large[page] = entry;
    } else {
      smallBytes[page] = bytes;
      small[page] = entry;
    }
  }

  void unmap(PageSize size, long place) {
    map(size, place, PageTableEntry.NONE, 0);
  }

  /** Makes all TLBs forget: to be called after pages were taken away. */
  void shootDown() {
    synchronized (this) {
      generation++;
    }
  }

  int generation() {
    return generation;
  }

  /**
   * Bytes from a place to the end of its page's used part.
   *
   * @throws IndexOutOfBoundsException if the place is in none
   */
  long requireMapped(long place) {
    if (contains(place)) {
      PageSize size = sizeAt(place);
      long left = bytes(size, place) - (place & (size.bytes() - 1));
      if (left > 0) {
        return left;
      }
    }
    throw nothingAt(place);
  }

  static IndexOutOfBoundsException nothingAt(long place) {
    return new IndexOutOfBoundsException(
        "nothing is allocated at address %#x".formatted(BuddyMemory.HEAP_BASE + place));
  }

  /** Whether a place is in the address space, mapped or not. */
  boolean contains(long place) {
    return place >= 0 && place < spaceBytes;
  }

  /** The size of the page at a place, if there is one. */
  PageSize sizeAt(long place) {
    return large[(int) (place >>> PageSize.MIB_2.shift())] != PageTableEntry.NONE
        ? PageSize.MIB_2
        : PageSize.KIB_64;
  }

  long entry(PageSize size, long place) {
    int page = (int) (place >>> size.shift());
    return size == PageSize.MIB_2 ? large[page] : small[page];
  }

  int bytes(PageSize size, long place) {
    int page = (int) (place >>> size.shift());
    return size == PageSize.MIB_2 ? largeBytes[page] : smallBytes[page];
  }
}
