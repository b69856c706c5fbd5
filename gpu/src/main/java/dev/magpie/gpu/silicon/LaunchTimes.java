package dev.magpie.gpu.silicon;

import dev.magpie.ptx.execute.Dim3;
import java.util.List;

/**
 * How long a launch took, every time with the same memory before it and with cold caches.
 *
 * @param number of the launch, from 0
 * @param grid blocks
 * @param block threads of a block
 * @param microseconds of each run, the shortest first
 */
public record LaunchTimes(
    int number, String kernel, Dim3 grid, Dim3 block, List<Double> microseconds) {
  public LaunchTimes {
    microseconds = microseconds.stream().sorted().toList();
  }

  public double least() {
    return microseconds.getFirst();
  }

  public double median() {
    return median(microseconds);
  }

  /** The middle of some sorted times, or between the two that are. */
  static double median(List<Double> sorted) {
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  public double most() {
    return microseconds.getLast();
  }
}
