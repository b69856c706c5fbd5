package dev.magpie.gpu.memory;

import static dev.magpie.memory.unified.Residency.PAGES_OF_BLOCK;
import static dev.magpie.memory.unified.Residency.PAGE_BYTES;

import dev.magpie.memory.layout.UnifiedMemory;
import java.util.Arrays;

/**
 * The driver of unified memory. It takes the faults that there are, at most 256 (nvidia-uvm, {@code
 * uvm_perf_fault_batch_count}), and when the time has passed that a batch takes in any case, it
 * writes back what has to go, brings their pages and those beside them, and takes the next. A page
 * faults once for all that wait for it.
 */
final class FaultDriver {
  private static final int MOST_FAULTS = 256;

  /** Is told of each page that is there now. */
  interface Arrivals {
    void arrived(long cycle, int page);
  }

  private final UnifiedMemory memory;
  private final BuddyLink link;
  private final EventQueue events;
  private final long batchCycles;
  private final MemoryCounters counters;
  private final Arrivals arrivals;

  /** A ring of pages that faulted and are in no batch. */
  private int[] faults = new int[MOST_FAULTS];

  private int firstFault;
  private int waiting;

  /** The batch under way: pages that faulted, then the blocks that pages come to. */
  private final int[] batch = new int[MOST_FAULTS];

  private int batchSize;
  private final int[] blocks = new int[MOST_FAULTS];
  private final int[] coming = new int[MOST_FAULTS];
  private int blockCount;
  private long began;
  private int pagesTo;
  private int pagesFrom;

  /**
   * A driver that has nothing to do.
   *
   * @param batchCycles that a batch takes beside the link's time
   */
  FaultDriver(
      UnifiedMemory memory,
      BuddyLink link,
      EventQueue events,
      long batchCycles,
      MemoryCounters counters,
      Arrivals arrivals) {
    this.memory = memory;
    this.link = link;
    this.events = events;
    this.batchCycles = batchCycles;
    this.counters = counters;
    this.arrivals = arrivals;
  }

  /** An access needs a page, the first that does since it was there. */
  void fault(long cycle, int page) {
    counters.pageFaults++;
    reserve(1);
    faults[(firstFault + waiting) % faults.length] = page;
    waiting++;
    if (batchSize == 0) {
      begin(cycle);
    }
  }

  /** Makes room for more faults that wait. */
  private void reserve(int more) {
    if (waiting + more > faults.length) {
      int[] larger = new int[2 * (waiting + more)];
      for (int i = 0; i < waiting; i++) {
        larger[i] = faults[(firstFault + i) % faults.length];
      }
      faults = larger;
      firstFault = 0;
    }
  }

  private void begin(long cycle) {
    while (waiting > 0 && batchSize < MOST_FAULTS) {
      int page = faults[firstFault];
      firstFault = (firstFault + 1) % faults.length;
      waiting--;
      // It may have come beside another.
      if (!memory.isResident(page)) {
        batch[batchSize++] = page;
      }
    }
    if (batchSize > 0) {
      began = cycle;
      counters.faultBatches++;
      events.schedule(cycle + batchCycles, Event.FAULTS_HANDLED, 0);
    }
  }

  /** Pages of a block leave the device for the batch under way. */
  void evicts(int pages) {
    counters.evictedBlocks++;
    counters.evictedPages += pages;
    pagesTo += pages;
  }

  /** The batch's pages are sent, block by block, and what they need the room of. */
  void handled(long cycle) {
    pagesTo = 0;
    pagesFrom = 0;
    blockCount = 0;
    Arrays.sort(batch, 0, batchSize);
    int postponed = 0;
    for (int i = 0; i < batchSize; ) {
      int block = batch[i] / PAGES_OF_BLOCK;
      int first = i;
      int faulted = 0;
      for (; i < batchSize && batch[i] / PAGES_OF_BLOCK == block; i++) {
        faulted |= 1 << (batch[i] % PAGES_OF_BLOCK);
      }
      int brought = memory.bring(block, faulted);
      bring(block, brought, faulted);
      for (int j = first; j < i; j++) {
        if ((brought >>> (batch[j] % PAGES_OF_BLOCK) & 1) == 0) {
          batch[postponed++] = batch[j];
        }
      }
    }
    postpone(postponed);
    long gone = pagesTo == 0 ? cycle : link.carryTo(cycle, (long) pagesTo * PAGE_BYTES);
    long there = link.carryFrom(gone, (long) pagesFrom * PAGE_BYTES);
    events.schedule(there, Event.PAGES_ARRIVED, 0);
  }

  private void bring(int block, int brought, int faulted) {
    if (brought != 0) {
      blocks[blockCount] = block;
      coming[blockCount++] = brought;
      int pages = Integer.bitCount(brought);
      pagesFrom += pages;
      counters.migratedPages += pages;
      counters.prefetchedPages += Integer.bitCount(brought & ~faulted);
    }
  }

  /** Puts the first faults of the batch, for which there was no room, before all others. */
  private void postpone(int count) {
    reserve(count);
    waiting += count;
    for (int i = count - 1; i >= 0; i--) {
      firstFault = (firstFault + faults.length - 1) % faults.length;
      faults[firstFault] = batch[i];
    }
  }

  /** The batch is over. */
  void arrived(long cycle) {
    memory.arrive();
    link.carried((long) pagesTo * PAGE_BYTES, (long) pagesFrom * PAGE_BYTES);
    counters.faultCycles += cycle - began;
    batchSize = 0;
    for (int i = 0; i < blockCount; i++) {
      for (int rest = coming[i]; rest != 0; rest &= rest - 1) {
        arrivals.arrived(cycle, blocks[i] * PAGES_OF_BLOCK + Integer.numberOfTrailingZeros(rest));
      }
    }
    if (batchSize == 0) {
      begin(cycle);
    }
  }
}
