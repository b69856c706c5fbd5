package dev.magpie.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/** A figure from several rounds: quoted by its median, with the extremes to show the noise. */
final class Measurement {
  /** Odd, so that there is a middle one. */
  static final int ROUNDS = 7;

  private final double[] rounds;

  private Measurement(double[] rounds) {
    this.rounds = rounds;
    Arrays.sort(rounds);
  }

  static Measurement of(double... rounds) {
    return new Measurement(rounds.clone());
  }

  static Measurement of(DoubleSupplier round) {
    double[] rounds = new double[ROUNDS];
    Arrays.setAll(rounds, _ -> round.getAsDouble());
    return new Measurement(rounds);
  }

  /** Round by round, one figure over the other. */
  static Measurement ofRatios(double[] figures, double[] others) {
    double[] rounds = new double[figures.length];
    Arrays.setAll(rounds, round -> figures[round] / others[round]);
    return new Measurement(rounds);
  }

  double median() {
    return rounds[rounds.length / 2];
  }

  /** The smallest and the largest, as in {@code 0.58 - 0.66}. */
  String range() {
    return String.format(Locale.ROOT, "%.2f - %.2f", rounds[0], rounds[rounds.length - 1]);
  }
}
