package dev.magpie.gpu;

import dev.magpie.gpu.core.WarpState;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of a simulation went: the same counters for parts of it. The parts of one kind add
 * up to the whole; what nobody asked for is null.
 *
 * @param launches by number
 * @param multiprocessors by number
 * @param intervals of time, in order
 * @param lines of what kernels were compiled from, those first that took most; PTX where the module
 *     does not say
 * @param instructions of kernels, in order
 */
public record Breakdown(
    @Nullable List<Launch> launches,
    @Nullable List<Multiprocessor> multiprocessors,
    @Nullable List<Interval> intervals,
    @Nullable List<Line> lines,
    @Nullable List<Line> instructions) {

  /** What can be told apart. */
  public enum Part {
    LAUNCH,
    MULTIPROCESSOR,
    TIME,
    LINE,
    INSTRUCTION;

    /** The name that commands have for it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A kernel, all launches of it.
   *
   * @param kernel its name in PTX
   * @param demangled the same in C++; what is none stays as it is
   * @param launches how many
   * @param share of the cycles of all kernels
   */
  public record Kernel(
      String kernel,
      String demangled,
      int launches,
      double share,
      Counters counters,
      Roofline roofline) {}

  /**
   * A launch.
   *
   * @param launch its number in the program
   */
  public record Launch(int launch, String kernel, Counters counters) {}

  /** A multiprocessor in all launches. */
  public record Multiprocessor(int multiprocessor, Counters.Core core) {}

  /**
   * A stretch of a launch's time; the first one of a launch is before its blocks begin.
   *
   * @param begin its first cycle, from that of the first launch on, as launches have it
   * @param channelUtilizations shares of their peaks that the channels of the DRAM moved
   * @param link to buddy memory or memory of the host, null if there is neither
   */
  public record Interval(
      long begin,
      Counters counters,
      List<Double> channelUtilizations,
      SimulationResult.@Nullable Link link) {}

  /**
   * Instructions of a kernel from one line.
   *
   * @param file that the line is in; null if nobody knows
   * @param line in it; 0 if nobody knows
   * @param text what messages call the instruction; the number of them if they are several
   * @param share of {@code schedulerCycles} of all lines
   * @param schedulerCycles in which one of them was issued or waited for
   * @param stalls of these, those that were waited for, by what kept it from being issued
   * @param l1 of its loads and stores
   */
  public record Line(
      String kernel,
      @Nullable String file,
      int line,
      String text,
      double share,
      long schedulerCycles,
      long warpInstructions,
      long threadInstructions,
      Map<WarpState, Long> stalls,
      SimulationResult.L1 l1,
      Counters.Requests requests) {}
}
