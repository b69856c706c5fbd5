package dev.magpie.gpu;

import dev.magpie.gpu.core.WarpState;
import dev.magpie.gpu.stream.OperationClass;
import java.util.Map;

/**
 * What a GPU counted in some part of a simulation: of a kernel, of a launch, of a stretch of time.
 *
 * @param core of all multiprocessors
 * @param l2 of all slices
 * @param dram of all channels
 */
public record Counters(
    Core core,
    SimulationResult.L2 l2,
    SimulationResult.Crossbar crossbar,
    SimulationResult.MetadataCache metadataCache,
    SimulationResult.Channel dram) {

  /**
   * What multiprocessors counted.
   *
   * @param cycles that passed
   * @param ipc warp-instructions a cycle
   * @param schedulerCycles cycles of their schedulers
   * @param assistInstructions of them in which an assist warp issued
   * @param stalls of them in which a scheduler issued nothing, by what kept it from it
   * @param instructions issued, by class
   * @param foldedInstructions that were not issued: parts of others where a core issues as compiled
   */
  public record Core(
      long cycles,
      long warpInstructions,
      long threadInstructions,
      double ipc,
      long schedulerCycles,
      long assistInstructions,
      Map<WarpState, Long> stalls,
      Map<OperationClass, Long> instructions,
      long foldedInstructions,
      SimulationResult.L1 l1,
      Requests requests) {}

  /**
   * What was asked of the L2.
   *
   * @param requests that it has done
   * @param misses that it had to fetch something for
   * @param fetchedBytes so much of what programs see; compressed, it moves as less
   * @param requestFlits that they take of the crossbar
   * @param answerFlits that their answers take
   */
  public record Requests(
      long requests, long misses, long fetchedBytes, long requestFlits, long answerFlits) {}
}
