package dev.magpie.cli.output;

import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Where a command writes, and who may be watching.
 *
 * @param out standard output: results, and nothing else
 * @param err standard error: what goes wrong or is left out, and progress
 * @param columns width of the terminal that standard output is, or 0 if it is none
 * @param errorColumns width of the terminal that standard error is, on which progress can be shown,
 *     or 0 if it is none
 */
public record Console(OutputStream out, PrintStream err, int columns, int errorColumns) {
  private static final String CLEAR_LINE = "\r\u001b[K";

  /** Whether anybody would see progress. */
  public boolean progress() {
    return errorColumns > 0;
  }

  /** Shows a line of progress in place of the one before; an empty one takes it away. */
  public void show(String progressLine) {
    int most = Math.max(0, errorColumns - 1);
    boolean fits = progressLine.length() <= most;
    err.print(CLEAR_LINE + (fits ? progressLine : progressLine.substring(0, most)));
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
