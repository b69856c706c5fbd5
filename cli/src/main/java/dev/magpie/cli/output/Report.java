package dev.magpie.cli.output;

import java.io.IOException;
import java.io.OutputStream;

/** A command's result, for programs and for people. */
public interface Report {
  /** Writes it as JSON. */
  void writeJson(OutputStream out) throws IOException;

  /** It as CSV, with a header line. */
  String csv();

  /**
   * It as text.
   *
   * @param width of the terminal; more than any line has if there is none
   */
  String text(int width);
}
