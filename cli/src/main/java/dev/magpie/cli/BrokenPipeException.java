package dev.magpie.cli;

import java.io.IOException;

/** Whoever read standard output has stopped to, as {@code head} does: no failure. */
final class BrokenPipeException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenPipeException(IOException cause) {
    super(cause);
  }
}
