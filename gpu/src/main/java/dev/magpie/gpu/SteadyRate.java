package dev.magpie.gpu;

/**
 * What one thing after another takes, once it is much the same.
 *
 * @param mean of what was seen
 * @param error half of the interval that holds the true mean with a confidence of 95 %, if what is
 *     seen is independent and normal, by Student's t; a hundredth of the mean at least, as few may
 *     be equal by chance
 */
record SteadyRate(double mean, double error) {
  /** The 97.5 % quantiles of Student's t for 1, 2, 3... degrees of freedom. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131
  };

  /** Share of itself to which nothing is known better. */
  static final double LEAST_ERROR = 0.01;

  /** As many as can be told something of at once. */
  static final int MOST = 16;

  /**
   * The rate of some that follow each other.
   *
   * @param values two or more, at most {@link #MOST}
   */
  static SteadyRate of(double[] values) {
    double sum = 0;
    for (double each : values) {
      sum += each;
    }
    double mean = sum / values.length;
    double squares = 0;
    for (double each : values) {
      squares += (each - mean) * (each - mean);
    }
    double deviation = Math.sqrt(squares / (values.length - 1));
    double interval = STUDENT[values.length - 2] * deviation / Math.sqrt(values.length);
    return new SteadyRate(mean, Math.max(interval, LEAST_ERROR * Math.abs(mean)));
  }

  /**
   * The same, if the last values do not all rise, or all fall; else they may go on to, as far
   * beyond the last as they have come since the first.
   */
  SteadyRate orDriftingAs(double[] last) {
    boolean rises = true;
    boolean falls = true;
    for (int i = 1; i < last.length; i++) {
      rises &= last[i] > last[i - 1];
      falls &= last[i] < last[i - 1];
    }
    double farthest = 2 * last[last.length - 1] - last[0];
    return rises || falls ? new SteadyRate(mean, Math.max(error, Math.abs(farthest - mean))) : this;
  }
}
