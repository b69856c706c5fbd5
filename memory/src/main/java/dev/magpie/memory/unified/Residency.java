package dev.magpie.memory.unified;

import java.util.Arrays;

/**
 * Which pages of 64 KiB are in device memory, which has room for some of them. Pages come in
 * batches, and while they are on their way they have their room and are not there yet. What makes
 * room is a block of 2 MiB, the one into which pages were brought least recently (nvidia-uvm,
 * {@code uvm_pmm_gpu.c}); blocks of the batch under way stay. Sets of a block's pages are masks,
 * bit 0 for the first.
 */
public final class Residency {
  public static final int PAGE_BYTES = 1 << 16;
  public static final int PAGES_OF_BLOCK = 32;

  private static final int NONE = -1;

  /** Is told what leaves the device, while its pages are still there. */
  public interface Evictions {
    void evicts(int block, int pages);
  }

  private final boolean prefetches;
  private final Evictions evictions;
  private int pages;
  private int room;

  /** Pages that there is room for, and no page. */
  private int free;

  /** By block: its pages that are there, and those on their way. */
  private int[] resident = {};

  private int[] coming = {};

  /** By block: the one into which pages were brought before it; {@link #NONE} without pages. */
  private int[] before = {};

  /** By block that has pages: the one into which pages were brought after it. */
  private int[] after = {};

  private int oldest = NONE;
  private int newest = NONE;

  /** Blocks of the batch under way, and how many pages these have, there or on their way. */
  private int[] batch = new int[8];

  private int batchBlocks;
  private int batchPages;

  /** By block: whether it is one of them. */
  private boolean[] isInBatch = {};

  /**
   * Of no pages: {@link #grow} gives it some.
   *
   * @param prefetches whether pages come beside those that faulted
   */
  public Residency(boolean prefetches, Evictions evictions) {
    this.prefetches = prefetches;
    this.evictions = evictions;
  }

  static int firstPages(int count) {
    return count == 0 ? 0 : -1 >>> (PAGES_OF_BLOCK - count);
  }

  /**
   * Makes memory larger, and the device.
   *
   * @param toPages of memory, at least as many as there are
   * @param toRoom pages that the device has room for, at least as many as before
   */
  public void grow(int toPages, int toRoom) {
    int blocksBefore = resident.length;
    int blocks = Math.ceilDiv(toPages, PAGES_OF_BLOCK);
    resident = Arrays.copyOf(resident, blocks);
    coming = Arrays.copyOf(coming, blocks);
    before = Arrays.copyOf(before, blocks);
    after = Arrays.copyOf(after, blocks);
    isInBatch = Arrays.copyOf(isInBatch, blocks);
    Arrays.fill(before, blocksBefore, blocks, NONE);
    free += toRoom - room;
    pages = toPages;
    room = toRoom;
  }

  /** Pages of memory. */
  public int pages() {
    return pages;
  }

  /** Pages that the device has room for. */
  public int room() {
    return room;
  }

  /** Whether a page is in device memory. */
  public boolean isResident(int page) {
    return (resident[page / PAGES_OF_BLOCK] >>> (page % PAGES_OF_BLOCK) & 1) != 0;
  }

  /** The pages that a block has; the last one may have fewer. */
  private int all(int block) {
    return firstPages(Math.min(PAGES_OF_BLOCK, pages - block * PAGES_OF_BLOCK));
  }

  private int pagesOf(int block) {
    return Integer.bitCount(resident[block] | coming[block]);
  }

  /**
   * Lets pages that faulted come with the batch under way, and perhaps others beside them. What has
   * to go for that leaves the device now.
   *
   * @param faulted pages of the block
   * @return those that come; pages that faulted and are not among them, nor there, have no room
   *     beside the rest of the batch
   */
  public int bring(int block, int faulted) {
    int there = resident[block] | coming[block];
    int missing = faulted & ~there;
    if (missing == 0) {
      return 0;
    }
    int others = batchPages - (isInBatch[block] ? pagesOf(block) : 0);
    boolean isFirst = batchBlocks == 0 && resident[block] != 0;
    if (isFirst && pagesOf(block) + Integer.bitCount(missing) > room) {
      // The device is smaller than a block, whose pages have to make room for each other.
      evict(block);
      there = 0;
    }
    int most = room - others - pagesOf(block);
    int brought = missing | (prefetches ? DensityPrefetch.pages(there, missing, all(block)) : 0);
    if (Integer.bitCount(brought) > most) {
      brought = missing;
    }
    while (Integer.bitCount(brought) > most) {
      brought &= ~Integer.highestOneBit(brought);
    }
    if (brought != 0) {
      take(block, brought);
    }
    return brought;
  }

  private void take(int block, int brought) {
    if (!isInBatch[block]) {
      isInBatch[block] = true;
      if (batchBlocks == batch.length) {
        batch = Arrays.copyOf(batch, 2 * batchBlocks);
      }
      batch[batchBlocks++] = block;
      batchPages += pagesOf(block);
    }
    unlink(block);
    append(block);
    int count = Integer.bitCount(brought);
    while (free < count) {
      evict(oldest);
    }
    coming[block] |= brought;
    batchPages += count;
    free -= count;
  }

  private void evict(int block) {
    evictions.evicts(block, resident[block]);
    free += Integer.bitCount(resident[block]);
    resident[block] = 0;
    unlink(block);
  }

  /** The batch is over: its pages are there. */
  public void arrive() {
    for (int i = 0; i < batchBlocks; i++) {
      int block = batch[i];
      resident[block] |= coming[block];
      coming[block] = 0;
      isInBatch[block] = false;
    }
    batchBlocks = 0;
    batchPages = 0;
  }

  /** Pages of a block that are on their way. */
  public int coming(int block) {
    return coming[block];
  }

  /** Puts pages on the device while it has room, from the first on. */
  public void fill() {
    for (int block = 0; block < resident.length && free > 0; block++) {
      int missing = all(block) & ~resident[block];
      while (Integer.bitCount(missing) > free) {
        missing &= ~Integer.highestOneBit(missing);
      }
      if (missing != 0) {
        unlink(block);
        append(block);
        resident[block] |= missing;
        free -= Integer.bitCount(missing);
      }
    }
  }

  private void append(int block) {
    before[block] = newest;
    after[block] = NONE;
    if (newest == NONE) {
      oldest = block;
    } else {
      after[newest] = block;
    }
    newest = block;
  }

  private void unlink(int block) {
    int earlier = before[block];
    int later = after[block];
    if (earlier == NONE && oldest != block) {
      return; // It has no pages.
    }
    if (earlier == NONE) {
      oldest = later;
    } else {
      after[earlier] = later;
    }
    if (later == NONE) {
      newest = earlier;
    } else {
      before[later] = earlier;
    }
    before[block] = NONE;
  }
}
