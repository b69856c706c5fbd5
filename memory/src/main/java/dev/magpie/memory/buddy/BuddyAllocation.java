package dev.magpie.memory.buddy;

/**
 * Memory that {@link BuddyMemory} handed out.
 *
 * @param address of its first byte: the start of a page
 * @param bytes that were asked for; the last memory-entry is filled up with zeros
 * @param target how much of it has its place in device memory; 1 where it is not compressed
 * @param compressed whether its entries are coded at all
 * @param pageSize of its pages
 */
public record BuddyAllocation(
    long address, long bytes, TargetRatio target, boolean compressed, PageSize pageSize) {

  /** 128 B memory-entries, the last perhaps in part. */
  public long entries() {
    return Math.ceilDiv(bytes, BuddyMemory.ENTRY_BYTES);
  }

  /** Device memory that it takes, without metadata. */
  public long deviceBytes() {
    return entries() * target.deviceBytes();
  }

  /** Buddy memory set aside for it. */
  public long buddyBytes() {
    return entries() * target.buddyBytes();
  }
}
