package dev.magpie.ptx.execute;

/**
 * A kernel did what it must not do: an access out of bounds, a trap, a deadlock. The message is one
 * line that names the kernel, the block, the thread and the line of PTX.
 */
public final class KernelFaultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** What it did, as far as CUDA has an error for it. */
  public enum Kind {
    /** An access to what is not allocated, or may not be written. */
    ADDRESS,
    /** An access to an address that is no multiple of its size. */
    ALIGNMENT,
    /** A failed {@code assert}. */
    ASSERTION,
    /** More instructions than a launch may have. */
    LIMIT,
    /** Anything else. */
    OTHER
  }

  public KernelFaultException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
