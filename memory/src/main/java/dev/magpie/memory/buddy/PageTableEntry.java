package dev.magpie.memory.buddy;

/**
 * The bits of a page-table entry that Buddy Compression adds to a GPU's (Buddy paper, section III,
 * Address Translation), from bit 0: compressed (1 bit), target ratio (3 bits), buddy-page offset
 * (20 bits for 64 KiB pages, 16 for 2 MiB). They fit the 27 bits that Pascal's entries have to
 * spare.
 *
 * <p>The rest is ours: bits 24 to 61 hold the device address of the page in sectors of 32 B, and
 * bit 63 says that there is a page.
 */
final class PageTableEntry {
  static final long NONE = 0;

  private static final int TARGET_SHIFT = 1;
  private static final int OFFSET_SHIFT = 4;
  private static final int DEVICE_SHIFT = 24;
  private static final int DEVICE_BITS = 38;
  private static final int SECTOR_SHIFT = 5;
  private static final long PRESENT = 1L << 63;

  private PageTableEntry() {}

  /**
   * Puts an entry together.
   *
   * @param deviceBase a multiple of 32 bytes
   * @param buddyOffset in units of the page's buddy memory, from the base-address register on
   */
  static long of(
      PageSize size, boolean compressed, TargetRatio target, long deviceBase, long buddyOffset) {
    long sectors = deviceBase >>> SECTOR_SHIFT;
    if (buddyOffset >>> size.offsetBits() != 0
        || sectors >>> DEVICE_BITS != 0
        || sectors << SECTOR_SHIFT != deviceBase) {
      throw new IllegalArgumentException(
          "no page-table entry holds device address %#x and buddy-page offset %d"
              .formatted(deviceBase, buddyOffset));
    }
    return PRESENT
        | (sectors << DEVICE_SHIFT)
        | (buddyOffset << OFFSET_SHIFT)
        | ((long) target.code() << TARGET_SHIFT)
        | (compressed ? 1 : 0);
  }

  static boolean isCompressed(long entry) {
    return (entry & 1) != 0;
  }

  static TargetRatio target(long entry) {
    return TargetRatio.ofCode((int) (entry >>> TARGET_SHIFT) & 7);
  }

  static long buddyOffset(long entry) {
    return (entry >>> OFFSET_SHIFT) & ((1L << (DEVICE_SHIFT - OFFSET_SHIFT)) - 1);
  }

  static long deviceBase(long entry) {
    return ((entry >>> DEVICE_SHIFT) & ((1L << DEVICE_BITS) - 1)) << SECTOR_SHIFT;
  }
}
