package dev.magpie.cli.depth;

import dev.magpie.depth.TileFigure;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The levels of maps that have one scale: steps that are as fine as a map can have, each value
 * where it is or below.
 */
final class TileLevels {
  /** Of a map, whose levels are bytes; as many below a middle as above. */
  private static final int MOST = 254;

  /** So that a value that is a step's end is not beyond it for the last digit of a division. */
  private static final double SLACK = 1e-9;

  private final double step;

  /** Whether all values are whole steps. */
  private final boolean exact;

  private final String unit;
  private final int most;
  private final boolean signed;
  private final double scale;

  private TileLevels(List<double[]> values, double grain, String unit, boolean signed) {
    double largest = values.stream().flatMapToDouble(Arrays::stream).map(Math::abs).max().orElse(0);
    int room = signed ? MOST / 2 : MOST;
    step = grain * Math.max(1, Math.ceil(largest / (grain * room) - SLACK));
    most = Math.max(1, (int) Math.ceil(largest / step - SLACK));
    exact =
        values.stream()
            .flatMapToDouble(Arrays::stream)
            .allMatch(value -> Math.abs(value / step - Math.rint(value / step)) < SLACK);
    scale = values.stream().mapToDouble(TileFigure::scale).max().orElse(1);
    this.unit = unit;
    this.signed = signed;
  }

  /**
   * From nothing up.
   *
   * @param values of all maps
   * @param grain what most values are multiples of
   */
  static TileLevels upwards(List<double[]> values, double grain, String unit) {
    return new TileLevels(values, grain, unit, false);
  }

  /** On both sides of nothing, which is the level in the middle. */
  static TileLevels bothWays(List<double[]> values, double grain, String unit) {
    return new TileLevels(values, grain, unit, true);
  }

  /** What each says. */
  List<String> names() {
    return IntStream.rangeClosed(signed ? -most : 0, most).mapToObj(this::name).toList();
  }

  /** Where colours end, so that a few large values do not take all of them. */
  int last() {
    return (signed ? most : 0) + Math.clamp((int) Math.ceil(scale / step - SLACK), 1, most);
  }

  byte[] of(double[] values) {
    byte[] levels = new byte[values.length];
    for (int tile = 0; tile < levels.length; tile++) {
      int steps = (int) Math.ceil(Math.abs(values[tile]) / step - SLACK);
      levels[tile] = (byte) ((signed ? most : 0) + (values[tile] < 0 ? -steps : steps));
    }
    return levels;
  }

  private String name(int level) {
    double end = level * step;
    if (exact || level == 0) {
      return text(end);
    }
    // Whole steps begin behind the one before.
    double begin = (Math.abs(level) - 1) * step + (step == Math.rint(step) ? 1 : 0);
    return level > 0
        ? "%s to %s".formatted(number(begin), text(end))
        : "%s to %s".formatted(number(end), text(-begin));
  }

  /** With its unit, from which no line breaks it, and its sign where there are both. */
  String text(double value) {
    return unit.isEmpty() ? number(value) : "%s\u00a0%s".formatted(number(value), unit);
  }

  private String number(double value) {
    String digits =
        value == Math.rint(value)
            ? String.format(Locale.ROOT, "%,d", (long) value)
            : String.format(Locale.ROOT, "%,.2f", value);
    return signed && value > 0 ? "+" + digits : digits;
  }
}
