package dev.magpie.cli.lab;

import dev.magpie.cli.output.Console;
import dev.magpie.lab.result.Outcome;
import dev.magpie.lab.run.Watcher;
import java.util.concurrent.TimeUnit;

/**
 * Tells the user what happens: complaints always, progress in a line of its own on a terminal, and
 * once a minute elsewhere, as in a log.
 */
final class ProgressWatcher implements Watcher, AutoCloseable {
  private static final long BETWEEN = TimeUnit.MINUTES.toNanos(1);

  private final Console console;
  private String experiments = "no experiment done yet";
  private long said = System.nanoTime();

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
    experiments =
        "%d of %d experiments, %s %s".formatted(done, of, outcome.result().id(), outcome.how());
    show(experiments);
  }

  @Override
  public synchronized void measured(String name, int done, int of) {
    show("%s; %d of %d simulations, %s".formatted(experiments, done, of, name));
  }

  private void show(String what) {
    if (console.progress()) {
      console.show("magpie: " + what);
    } else if (System.nanoTime() - said >= BETWEEN) {
      said = System.nanoTime();
      console.say(what);
    }
  }

  /** Takes the progress line away. */
  @Override
  public synchronized void close() {
    if (console.progress()) {
      console.show("");
    }
  }
}
