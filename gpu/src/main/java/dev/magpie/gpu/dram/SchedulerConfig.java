package dev.magpie.gpu.dram;

import dev.magpie.settings.Records.Range;

/**
 * How a channel queues and orders its requests ({@link FrFcfsScheduler}).
 *
 * @param writes where writes wait
 * @param readQueue reads that can wait, or all requests where writes wait among them
 * @param writeQueue writes that can wait
 * @param writeHigh with so many writes waiting, writes go first
 * @param writeLow until no more than so many are left
 * @param order which of a bank's requests goes first
 * @param page what happens to a row that no waiting request wants
 * @param rowHitLimit after so many accesses to an open row, an older request for another row of the
 *     bank goes first
 */
public record SchedulerConfig(
    Writes writes,
    @Range(least = 1, most = 4096) int readQueue,
    @Range(least = 1, most = 4096) int writeQueue,
    @Range(least = 1, most = 4096) int writeHigh,
    @Range(least = 0, most = 4095) int writeLow,
    Order order,
    PagePolicy page,
    @Range(least = 1, most = Integer.MAX_VALUE) int rowHitLimit) {

  /** Where writes wait. */
  public enum Writes {
    /**
     * In a queue of their own, until they pile up; reads are answered from there, and writes to the
     * same place merged.
     */
    BUFFERED,
    /** Among the reads, in one queue, and go by the same rules. */
    AMONG_READS
  }

  /** Which of a bank's requests goes first. */
  public enum Order {
    /** Those for the open row, up to the limit. */
    ROW_HITS_FIRST,
    /**
     * Whichever command is legal first: an older request may close a row that others wait for, when
     * their accesses have to wait longer than its precharge.
     */
    READY_FIRST
  }

  /** What happens to a row that no waiting request wants. */
  public enum PagePolicy {
    /** It stays open for the next request. */
    OPEN,
    /** The last access closes it. */
    CLOSED
  }
}
