package dev.magpie.ptx.names;

/** A name is not mangled as it should be, or is too long or too deep; it then stays as it is. */
final class UnreadableNameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableNameException(String message) {
    // A library has thousands of names, so it comes without a trace.
    super(message, null, false, false);
  }
}
