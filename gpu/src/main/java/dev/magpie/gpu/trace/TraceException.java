package dev.magpie.gpu.trace;

/** A trace is not as it should be; the message is one line, names the file and the place in it. */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public TraceException(String message) {
    super(message);
  }
}
