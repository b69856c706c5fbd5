package dev.magpie.gpu;

/** A GPU cannot have the memory that it is to be built with. */
public final class InvalidGpuException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  InvalidGpuException(String message) {
    super(message);
  }

  InvalidGpuException(String message, Throwable cause) {
    super(message, cause);
  }
}
