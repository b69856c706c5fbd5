package dev.magpie.cli.option;

import dev.magpie.cli.output.Console;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** A command of {@code magpie}: the command line sets its options, and calls it for its status. */
public abstract class Subcommand implements Callable<Integer> {
  /** The status of a run that failed, though the command and its input were right. */
  protected static final int FAILED = 1;

  /** Where it writes; nowhere before it is called. */
  protected Console console =
      new Console(
          OutputStream.nullOutputStream(),
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          0,
          0);

  /** Made by the command line. */
  protected Subcommand() {}

  /** Says where it writes. */
  public final Subcommand on(Console where) {
    console = where;
    return this;
  }
}
