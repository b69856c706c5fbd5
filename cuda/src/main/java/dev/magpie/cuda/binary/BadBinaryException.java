package dev.magpie.cuda.binary;

/** What should be a fat binary is none; the message goes on behind its name. */
public final class BadBinaryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadBinaryException(String message) {
    super(message);
  }

  BadBinaryException(String message, Throwable cause) {
    super(message, cause);
  }
}
