package dev.magpie.gpu.packed;

/** Packed bytes are none that were ever packed; the message says what is wrong with them. */
public final class DamagedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DamagedException(String message) {
    super(message);
  }

  public DamagedException(String message, Throwable cause) {
    super(message, cause);
  }
}
