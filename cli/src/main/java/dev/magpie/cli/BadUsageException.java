package dev.magpie.cli;

/** The user asked for something that cannot be; the message is one line and says what can. */
public final class BadUsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BadUsageException(String message) {
    super(message);
  }

  public BadUsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
