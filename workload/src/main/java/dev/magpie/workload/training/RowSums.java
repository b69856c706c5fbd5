package dev.magpie.workload.training;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gradients of the few rows of a large table that a step touches, each row once. */
final class RowSums {
  private final int width;
  private final float[] values;
  private final Map<Integer, Integer> places = new LinkedHashMap<>();

  /**
   * @param most rows of a step
   */
  RowSums(int most, int width) {
    this.width = width;
    values = new float[most * width];
  }

  float[] values() {
    return values;
  }

  void begin() {
    places.clear();
    Arrays.fill(values, 0);
  }

  private int place(int row) {
    return width * places.computeIfAbsent(row, _ -> places.size());
  }

  /** Adds some values times a number to a row. */
  void add(int row, float[] from, int at, float times, int length) {
    int to = place(row);
    for (int i = 0; i < length; i++) {
      values[to + i] += times * from[at + i];
    }
  }

  /** Adds to one of a row's values. */
  void add(int row, int index, float value) {
    values[place(row) + index] += value;
  }

  /** Sees a row and where its sums begin. */
  interface Visitor {
    void row(int row, float[] values, int from);
  }

  void forEach(Visitor visitor) {
    places.forEach((row, place) -> visitor.row(row, values, place * width));
  }
}
