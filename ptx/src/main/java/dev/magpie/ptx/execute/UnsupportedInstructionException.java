package dev.magpie.ptx.execute;

/** An instruction that cannot be decoded. */
final class UnsupportedInstructionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnsupportedInstructionException(String message) {
    super(message);
  }
}
