package dev.magpie.gpu.silicon;

/** There is no real GPU, or it does not do what it is asked for. */
public final class SiliconException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SiliconException(String message) {
    super(message);
  }

  SiliconException(String message, Throwable cause) {
    super(message, cause);
  }
}
