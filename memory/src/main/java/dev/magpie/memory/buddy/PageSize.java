package dev.magpie.memory.buddy;

/**
 * GPU page sizes, in bytes of uncompressed address space, and the width of the buddy-page offset
 * that a page-table entry has room for (Buddy paper, section III, Address Translation).
 *
 * <p>The offset counts units of the page's own buddy memory, and so reaches {@link #reach} bytes of
 * carve-out:
 *
 * <table>
 * <caption>Reach of the offset</caption>
 * <tr><th>target</th><th>64 KiB pages</th><th>2 MiB pages</th></tr>
 * <tr><td>4/3</td><td>16 GiB</td><td>32 GiB</td></tr>
 * <tr><td>2</td><td>32 GiB</td><td>64 GiB</td></tr>
 * <tr><td>4</td><td>48 GiB</td><td>96 GiB</td></tr>
 * <tr><td>16</td><td>64 GiB</td><td>128 GiB</td></tr>
 * </table>
 *
 * <p>The carve-out of the paper's 32 GiB GPU at 4x is 96 GiB: only 2 MiB pages at 4x and 16x reach
 * all of it. The paper gives the widths without a unit; this unit is our decision.
 */
public enum PageSize {
  KIB_64(16, 20),
  MIB_2(21, 16);

  private final int shift;
  private final int offsetBits;

  PageSize(int shift, int offsetBits) {
    this.shift = shift;
    this.offsetBits = offsetBits;
  }

  /** Uncompressed bytes. */
  public long bytes() {
    return 1L << shift;
  }

  /** 128 B memory-entries in a page. */
  public int entries() {
    return 1 << (shift - 7);
  }

  /** Width of the buddy-page offset in bits. */
  public int offsetBits() {
    return offsetBits;
  }

  /** Buddy memory of a whole page: the unit of its offset; 0 at 1x. */
  public long unitBytes(TargetRatio target) {
    return (long) entries() * target.buddyBytes();
  }

  /** Bytes of carve-out, from its start, in which a page's buddy memory can lie. */
  public long reach(TargetRatio target) {
    return unitBytes(target) << offsetBits;
  }

  int shift() {
    return shift;
  }
}
