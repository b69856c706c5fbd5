package dev.magpie.memory.buddy;

/** An allocation does not fit; the memory is as it was before. */
public final class AllocationFailedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  AllocationFailedException(String message) {
    super(message);
  }
}
