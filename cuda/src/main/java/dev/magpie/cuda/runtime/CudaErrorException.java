package dev.magpie.cuda.runtime;

/** A call ends with an error that the program is told. */
final class CudaErrorException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final CudaError error;

  /** One that says all. */
  CudaErrorException(CudaError error) {
    this(error, "");
  }

  /**
   * One of which the user should know more.
   *
   * @param message a line
   */
  CudaErrorException(CudaError error, String message) {
    super(message);
    this.error = error;
  }

  CudaError error() {
    return error;
  }

  /** What the user should know besides; empty if nothing. */
  String line() {
    return String.valueOf(getMessage());
  }
}
