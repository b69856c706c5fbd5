package dev.magpie.workload.series;

import dev.magpie.snapshot.Tensor;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A program that runs in ten parts and shows its memory after each, the same on every machine.
 *
 * @param name what the command line calls it
 * @param after the program of the Buddy paper's evaluation that it stands for
 * @param summary what it computes
 * @param training whether it trains a network, and else is of the HPC kind
 * @param start begins a run
 */
public record SeriesProgram(
    String name, String after, String summary, boolean training, Supplier<Running> start) {
  /** Snapshots of a run (Buddy paper, section II-C). */
  public static final int SNAPSHOTS = 10;

  /** A run under way. */
  public interface Running {
    /** Computes the next tenth. */
    void advance();

    /** The arrays that are the program's memory, by allocation: of int, float or double. */
    Map<String, Object> arrays();

    /** What is in memory now, by allocation; a copy. */
    default Map<String, Tensor> memory() {
      return Memory.copies(arrays());
    }

    /**
     * A number that tells how far the program is from what it computes: an error, a residual, a
     * loss, or the drift of what should be conserved.
     */
    double residual();
  }
}
