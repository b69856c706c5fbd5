package dev.magpie.job;

/** A loop of a job ended without what it waits for. */
public final class NotConvergedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotConvergedException(String message) {
    super(message);
  }
}
