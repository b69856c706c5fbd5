package dev.magpie.workload.series;

import dev.magpie.snapshot.Tensor;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A program that runs in ten parts and shows its memory after each, the same on every machine.
 *
 * @param name what the command line calls it
 * @param after the program of the Buddy paper's evaluation that it stands for
 * @param summary what it computes
 * @param check what {@link Running#residual} is, which tells whether it does
 * @param parameters what it takes
 * @param start begins a run
 */
public record SeriesProgram(
    String name,
    Kind kind,
    String after,
    String summary,
    String check,
    List<InputParameter> parameters,
    Function<Settings, Running> start) {
  /** Snapshots of a run (Buddy paper, section II-C). */
  public static final int SNAPSHOTS = 10;

  /** A loss that has not fallen by a fiftieth may be one that wavers. */
  private static final double LEARNED = 0.98;

  public SeriesProgram {
    parameters = List.copyOf(parameters);
  }

  /** What the Buddy paper's averages are over. */
  public enum Kind {
    HPC("HPC"),
    TRAINING("training");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** Whether it trains a network. */
  public boolean training() {
    return kind == Kind.TRAINING;
  }

  /**
   * Begins a run.
   *
   * @param settings what differs from the size's values
   * @throws dev.magpie.workload.input.WorkloadException if they are not the program's
   */
  public Running start(InputParameter.Size size, Map<String, String> settings) {
    return start.apply(Settings.of(parameters, size, settings));
  }

  /**
   * Whether a run has done what a program is for: the loss of a network must have fallen, and none
   * of its weights be {@linkplain Running#dead dead}.
   *
   * @param first {@link Running#residual} after the first tenth
   * @param last the same at the end
   * @param dead weights at the end
   */
  public boolean hasLearned(double first, double last, List<String> dead) {
    return !training() || (last < LEARNED * first && dead.isEmpty());
  }

  /**
   * Checks a run at its end.
   *
   * @param first {@link Running#residual} after the first tenth
   * @param last the same at the end
   * @param dead weights at the end
   * @throws WrongResultException if a network has not learned: a dead one compresses well
   */
  public void checkLearned(double first, double last, List<String> dead) {
    if (!hasLearned(first, last, dead)) {
      throw new WrongResultException(
          String.format(
              Locale.ROOT,
              "%s has not learned, and what it holds is not what training holds: its loss was %.4g"
                  + " after a tenth of the run and is %.4g at the end%s; more steps, or other"
                  + " settings, may do",
              name,
              first,
              last,
              without(dead)));
    }
  }

  private static String without(List<String> dead) {
    return switch (dead.size()) {
      case 0 -> "";
      case 1 -> ", with no gradient for " + dead.getFirst();
      default ->
          ", with no gradient for %s and %d other weights"
              .formatted(dead.getFirst(), dead.size() - 1);
    };
  }

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

    /**
     * Weights of a network whose gradients were zero throughout in the last tenth, by name: what is
     * behind rectifiers that let nothing through does not learn, though the loss may fall by the
     * last layer's biases.
     */
    default List<String> dead() {
      return List.of();
    }
  }
}
