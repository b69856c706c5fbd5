package dev.magpie.cli.output;

import java.io.IOException;

/** Whoever read standard output has stopped to, as {@code head} does: no failure. */
public final class BrokenPipeException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenPipeException(IOException cause) {
    super(cause);
  }
}
