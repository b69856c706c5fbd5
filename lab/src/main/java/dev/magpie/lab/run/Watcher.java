package dev.magpie.lab.run;

import dev.magpie.lab.result.Outcome;

/** Is told what happens in the lab, by any thread. */
public interface Watcher {

  /** Something is not as it should be, and is being dealt with. */
  void complain(String message);

  /**
   * An experiment is done.
   *
   * @param done how many are done now
   * @param of how many there are
   */
  void done(Outcome outcome, int done, int of);

  /**
   * A measurement that experiments share is there.
   *
   * @param done how many are there now
   * @param of how many have been asked for until now
   */
  default void measured(String name, int done, int of) {}
}
