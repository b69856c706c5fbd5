package dev.magpie.job;

/** A job is not as it must be; the message is one line and names the file and the place in it. */
public final class JobException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JobException(String message) {
    super(message);
  }

  JobException(String message, Throwable cause) {
    super(message, cause);
  }
}
