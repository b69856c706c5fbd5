package dev.magpie.cli.output;

import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Where a command writes, and who may be watching.
 *
 * @param out standard output: results, and nothing else
 * @param err standard error: what goes wrong or is left out, and progress
 * @param columns width of the terminal that standard output is, or 0 if it is none
 * @param progress whether standard error is a terminal, so that progress can be shown on it
 */
public record Console(OutputStream out, PrintStream err, int columns, boolean progress) {
  private static final String CLEAR_LINE = "\r\u001b[K";

  /** Shows a line of progress in place of the one before; an empty one takes it away. */
  public void show(String progressLine) {
    boolean fits = columns == 0 || progressLine.length() < columns;
    err.print(CLEAR_LINE + (fits ? progressLine : progressLine.substring(0, columns - 1)));
    err.flush();
  }

  /** Tells the user something in one line on standard error. */
  public void say(String message) {
    // File names may hold line ends and terminal escapes.
    err.println(
        "magpie: "
            + message
                .replaceAll("\\s*\\R\\s*", " ")
                .replaceAll("\\p{Cntrl}|[\\x{80}-\\x{9f}]", "?"));
  }
}
