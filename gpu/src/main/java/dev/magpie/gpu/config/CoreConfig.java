package dev.magpie.gpu.config;

import dev.magpie.gpu.stream.OperationClass;
import dev.magpie.settings.Records.Range;
import java.util.Map;

/**
 * A multiprocessor.
 *
 * @param schedulers that issue one instruction a cycle each, for the warps whose number modulo
 *     their count is theirs
 * @param policy which warp goes first
 * @param order in which a warp's instructions are issued
 * @param warps that it holds
 * @param threads that it holds
 * @param blocks that it holds
 * @param threadsPerBlock the largest block
 * @param registers of 32 bits
 * @param sharedBytes shared memory
 * @param sharedBanks of 4 bytes each
 * @param sharedLatency cycles from issue to result, without conflicts
 * @param constantLatency the same, for constants and parameters
 * @param units how many there are of each kind of unit, by name
 * @param timing by class of operation; all but {@link OperationClass#MEMORY}, and {@link
 *     OperationClass#MATRIX} of those that have units for matrices
 */
public record CoreConfig(
    int schedulers,
    SchedulerPolicy policy,
    IssueOrder order,
    int warps,
    int threads,
    int blocks,
    int threadsPerBlock,
    int registers,
    int sharedBytes,
    int sharedBanks,
    int sharedLatency,
    int constantLatency,
    Map<String, Integer> units,
    Map<OperationClass, Timing> timing) {

  public CoreConfig {
    units = Map.copyOf(units);
    timing = Map.copyOf(timing);
  }

  /** Which warp goes first. */
  public enum SchedulerPolicy {
    /** The one that went last, as long as it can; then the one whose block began first. */
    GREEDY_THEN_OLDEST,
    /** The next one after the one that went last. */
    ROUND_ROBIN
  }

  /** In which order a warp issues its instructions. */
  public enum IssueOrder {
    /** As the program has them: PTX line by line, or machine code. */
    AS_WRITTEN,
    /**
     * As a compiler to machine code would order PTX: between two branches or barriers what waits
     * for a load does not hold up what is behind it, and some instructions become part of others.
     */
    AS_COMPILED
  }

  /**
   * How long an operation takes.
   *
   * @param unit where it is executed
   * @param latency cycles from issue to its result
   * @param interval cycles until the unit takes the next one
   */
  public record Timing(
      String unit,
      @Range(least = 1, most = 100_000) int latency,
      @Range(least = 1, most = 100_000) int interval) {}
}
