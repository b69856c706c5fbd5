package dev.magpie.analysis;

import java.util.function.ToDoubleFunction;

/**
 * A number that was measured, and how people see it.
 *
 * @param name as users type it, and JSON and CSV call it
 * @param title the heading of its column
 * @param decimals digits behind the point, in tables
 * @param unit of it; empty for none
 * @param value what it is; NaN where there is nothing to measure
 * @param <T> what it is taken from
 */
public record Figure<T>(
    String name, String title, int decimals, String unit, ToDoubleFunction<? super T> value) {

  /** What it is of something. */
  public double of(T measured) {
    return value.applyAsDouble(measured);
  }
}
