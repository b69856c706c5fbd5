package dev.magpie.lab.result;

/** What was asked of the lab cannot be; the message is one line for the user. */
public final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public LabException(String message) {
    super(message);
  }

  public LabException(String message, Throwable cause) {
    super(message, cause);
  }
}
