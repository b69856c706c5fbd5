package dev.magpie.workload.input;

/** A program that cannot run as it was asked to. The message is one line for the user. */
public final class WorkloadException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public WorkloadException(String message) {
    super(message);
  }

  public WorkloadException(String message, Throwable cause) {
    super(message, cause);
  }
}
