package dev.magpie.lab.run;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import java.util.List;

/**
 * A figure or table of a paper, measured again, or a question of our own. To add one, write its
 * class and add it to a list, such as that of the depth paper.
 *
 * <p>Experiments keep no state: one object may run several times and on any thread.
 *
 * @param <T> what it measures: a record that claims, values and figures follow from
 */
public interface Experiment<T> {

  /** What it is; always the same. */
  Description description();

  /** What is checked; always the same. */
  List<Claim<T>> claims();

  /** More numbers for result files, that no claim is about. */
  default List<Value<T>> values() {
    return List.of();
  }

  /**
   * Measures. The same context gives the same record.
   *
   * @throws RuntimeException if it cannot; the experiment then counts as failed, and others go on
   */
  T measure(RunContext context);

  /** Charts and tables of what was measured. */
  Figures draw(T measured);
}
