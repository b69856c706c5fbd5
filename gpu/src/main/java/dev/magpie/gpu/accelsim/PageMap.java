package dev.magpie.gpu.accelsim;

import java.util.HashMap;
import java.util.Map;

/**
 * Gives pages of a program's addresses places in a memory of their own, one after the other as they
 * are first met. Local memory has small pages, since each warp has its own.
 */
final class PageMap {
  private static final int LARGE_BITS = 21;
  private static final int SMALL_BITS = 12;

  /** 2 TiB; more than a GPU has is a mistake. */
  private static final int MOST_PAGES = 1 << 20;

  private final Map<Long, Long> large = new HashMap<>();
  private final Map<Long, Long> small = new HashMap<>();
  private long pages;
  private long lastPage = -1;
  private long lastPlace;
  private long nextSmall;

  /** Where an address of global memory lies; negative if there are too many pages. */
  long place(long address) {
    long page = address >>> LARGE_BITS;
    if (page != lastPage) {
      Long place = large.get(page);
      if (place == null) {
        place = allocate();
        if (place < 0) {
          return place;
        }
        large.put(page, place);
      }
      lastPage = page;
      lastPlace = place;
    }
    return lastPlace | (address & ((1 << LARGE_BITS) - 1));
  }

  /** The same, for an address of local memory. */
  long placeLocal(long address) {
    long page = address >>> SMALL_BITS;
    Long place = small.get(page);
    if (place == null) {
      if ((nextSmall & ((1 << LARGE_BITS) - 1)) == 0) {
        nextSmall = allocate();
        if (nextSmall < 0) {
          nextSmall = 0;
          return -1;
        }
      }
      place = nextSmall;
      nextSmall += 1 << SMALL_BITS;
      small.put(page, place);
    }
    return place | (address & ((1 << SMALL_BITS) - 1));
  }

  private long allocate() {
    return pages == MOST_PAGES ? -1 : pages++ << LARGE_BITS;
  }

  /** Meets all pages of a range; whether there is room for them. */
  boolean meet(long address, long bytes) {
    if (bytes < 0 || bytes > (long) MOST_PAGES << LARGE_BITS) {
      return false;
    }
    for (long at = address; at - address < bytes; at += 1 << LARGE_BITS) {
      if (place(at) < 0) {
        return false;
      }
    }
    return bytes == 0 || place(address + bytes - 1) >= 0;
  }

  /** Bytes of all pages so far. */
  long bytes() {
    return pages << LARGE_BITS;
  }
}
