package dev.magpie.cli.lab;

import dev.magpie.cli.Console;
import dev.magpie.lab.Outcome;
import dev.magpie.lab.Watcher;

/** Tells the user what happens: complaints always, progress on a terminal. */
final class ProgressWatcher implements Watcher, AutoCloseable {
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Console console;

  ProgressWatcher(Console console) {
    this.console = console;
  }

  @Override
  public synchronized void complain(String message) {
    close();
    console.say(message);
  }

  @Override
  public synchronized void done(Outcome outcome, int done, int of) {
    if (console.progress()) {
      console
          .err()
          .print(
              CLEAR_LINE
                  + "magpie: %d of %d experiments, %s %s"
                      .formatted(done, of, outcome.result().id(), outcome.how()));
      console.err().flush();
    }
  }

  /** Takes the progress line away. */
  @Override
  public synchronized void close() {
    if (console.progress()) {
      console.err().print(CLEAR_LINE);
      console.err().flush();
    }
  }
}
