package dev.magpie.lab;

/**
 * A figure or table of a paper, measured again. To add one, write its class and add it to the list
 * of its paper, such as {@link dev.magpie.lab.mag.MagExperiments}.
 *
 * <p>Experiments keep no state: one object may run several times and on any thread.
 */
public interface Experiment {

  /** What it is and what it claims; always the same. */
  Description description();

  /**
   * Measures. The same context gives the same findings.
   *
   * @throws RuntimeException if it cannot; the experiment then counts as failed, and others go on
   */
  Findings run(RunContext context);
}
