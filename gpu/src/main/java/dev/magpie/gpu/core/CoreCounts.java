package dev.magpie.gpu.core;

import dev.magpie.gpu.stream.OperationClass;
import java.util.Map;

/**
 * What multiprocessors have counted since the GPU was made.
 *
 * @param warpInstructions issued
 * @param threadInstructions the lanes that took part in them
 * @param instructions issued, by class
 * @param schedulerCycles cycles of all schedulers while a kernel ran
 * @param assistInstructions of them in which an assist warp issued
 * @param stalls cycles in which a scheduler issued nothing, by what kept it from it
 * @param blocks that have run
 * @param residentWarpCycles warps that were present, summed over cycles
 * @param memory what loads and stores did
 */
public record CoreCounts(
    long warpInstructions,
    long threadInstructions,
    Map<OperationClass, Long> instructions,
    long schedulerCycles,
    long assistInstructions,
    Map<WarpState, Long> stalls,
    long blocks,
    long residentWarpCycles,
    Memory memory) {

  /**
   * What load/store units have counted.
   *
   * @param instructions that accessed memory beyond the multiprocessor's own
   * @param lines of 128 bytes that they asked for
   * @param hits lines of loads that were in the L1
   * @param misses lines of loads that were asked of the L2
   * @param merged lines of loads that waited for what had been asked for already
   * @param uncached lines of loads and atomics that pass the L1 by
   * @param writes lines of stores and reductions that went to the L2
   * @param localStores lines of local memory that were written in the L1
   * @param localWriteBacks of them, those that were replaced
   * @param sharedAccesses instructions that accessed shared memory
   * @param sharedConflictCycles cycles that they took beyond one each
   * @param constantReads instructions that read constants or parameters
   * @param missRegisterStalls tries that found all MSHRs taken
   * @param mergeStalls tries that found an MSHR's list full
   * @param queueStalls tries that found the way to the crossbar full
   */
  public record Memory(
      long instructions,
      long lines,
      long hits,
      long misses,
      long merged,
      long uncached,
      long writes,
      long localStores,
      long localWriteBacks,
      long sharedAccesses,
      long sharedConflictCycles,
      long constantReads,
      long missRegisterStalls,
      long mergeStalls,
      long queueStalls) {

    static Memory of(LoadStoreCounters from) {
      return new Memory(
          from.instructions,
          from.lines,
          from.hits,
          from.misses,
          from.merged,
          from.uncached,
          from.writes,
          from.localStores,
          from.localWriteBacks,
          from.sharedAccesses,
          from.sharedConflictCycles,
          from.constantReads,
          from.missRegisterStalls,
          from.mergeStalls,
          from.queueStalls);
    }
  }
}
