package dev.magpie.memory.layout;

/**
 * How a page of LCP is laid out (Pekhimenko et al., MICRO 2013): lines of one target size, 64 B of
 * metadata, and the exceptions, raw.
 *
 * @param targetBytes of each line that is no exception; a whole line in a page that is not
 *     compressed
 * @param pageBytes of physical memory: 0 for a page of zeros, 512, 1024, 2048 or 4096
 * @param exceptions lines that are larger than the target
 */
record LcpLayout(int targetBytes, int pageBytes, int exceptions) {
  static final int PAGE_BYTES = 4096;
  static final int METADATA_BYTES = 64;

  private static final int[] TARGETS = {8, 16, 24, 32, 40, 48, 64, 80, 96, 112};
  private static final int SMALLEST_PAGE = 512;

  boolean isCompressed() {
    return pageBytes < PAGE_BYTES;
  }

  /** Where the metadata stand in the page: behind its lines. */
  int metadataAt(int lines) {
    return lines * targetBytes;
  }

  /** Where an exception stands in the page. */
  int exceptionAt(int lines, int index, int lineBytes) {
    return lines * targetBytes + METADATA_BYTES + index * lineBytes;
  }

  /** How many exceptions the page has room for. */
  int room(int lines, int lineBytes) {
    return (pageBytes - lines * targetBytes - METADATA_BYTES) / lineBytes;
  }

  /**
   * The layout with the smallest page, then the fewest exceptions, then the smallest target.
   *
   * @param sizes bytes of each line's code, or the line's own size
   * @return one whose page is not compressed if nothing else is smaller
   */
  static LcpLayout choose(int[] sizes, int lineBytes) {
    int bestTarget = lineBytes;
    int bestPage = PAGE_BYTES;
    int bestExceptions = 0;
    for (int target : TARGETS) {
      if (target >= lineBytes) {
        break;
      }
      int exceptions = 0;
      for (int size : sizes) {
        exceptions += size > target ? 1 : 0;
      }
      int need = sizes.length * target + METADATA_BYTES + exceptions * lineBytes;
      int page = Math.max(SMALLEST_PAGE, Integer.highestOneBit(2 * need - 1));
      if (page < bestPage || (page == bestPage && exceptions < bestExceptions)) {
        bestTarget = target;
        bestPage = page;
        bestExceptions = exceptions;
      }
    }
    return new LcpLayout(bestTarget, bestPage, bestExceptions);
  }
}
