package dev.magpie.job;

import dev.magpie.ptx.execute.AccessCounts;
import dev.magpie.ptx.execute.InstructionClass;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the launches of one kernel did together.
 *
 * @param name in PTX
 * @param demangled the same as in C++, with all that belongs to it
 * @param hostSeconds that they took here
 * @param instructions of the classes that occurred
 * @param branches executed by warps, and those after which their threads parted
 * @param accesses to memory by space, kind and width, if they were counted
 */
public record KernelResult(
    String name,
    String demangled,
    long launches,
    double hostSeconds,
    long warpInstructions,
    long threadInstructions,
    Map<InstructionClass, Executed> instructions,
    long branches,
    long divergentBranches,
    List<Accesses> accesses) {

  /** How often instructions of a class were executed. */
  public record Executed(long warpInstructions, long threadInstructions) {
    Executed plus(Executed other) {
      return new Executed(
          warpInstructions + other.warpInstructions, threadInstructions + other.threadInstructions);
    }
  }

  /**
   * Accesses of one kind.
   *
   * @param requests of warps
   * @param threads that took part
   * @param sectors of 32 bytes that they touched, where the memory has such
   */
  public record Accesses(
      String space,
      String access,
      int bytesPerThread,
      long requests,
      long threads,
      Optional<Long> sectors,
      Optional<Double> sectorsPerRequest) {

    static Accesses of(AccessCounts.Row row) {
      Optional<Long> sectors = row.sectors() > 0 ? Optional.of(row.sectors()) : Optional.empty();
      return new Accesses(
          row.space().toString(),
          row.access().name().toLowerCase(Locale.ROOT),
          row.bytes(),
          row.requests(),
          row.threads(),
          sectors,
          sectors.map(count -> (double) count / row.requests()));
    }
  }
}
