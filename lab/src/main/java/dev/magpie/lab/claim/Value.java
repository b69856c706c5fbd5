package dev.magpie.lab.claim;

import java.util.function.ToDoubleFunction;

/**
 * A number that follows from what an experiment measured, for result files and queries.
 *
 * @param name that result files give it
 * @param function the number; NaN for what could not be measured
 * @param <T> what the experiment measured
 */
public record Value<T>(String name, ToDoubleFunction<? super T> function) {
  public double in(T measured) {
    return function.applyAsDouble(measured);
  }
}
