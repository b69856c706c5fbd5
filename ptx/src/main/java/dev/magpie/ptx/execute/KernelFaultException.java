package dev.magpie.ptx.execute;

/**
 * A kernel did what it must not do: an access out of bounds, a trap, a deadlock. The message is one
 * line that names the kernel, the block, the thread and the line of PTX.
 */
public final class KernelFaultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public KernelFaultException(String message) {
    super(message);
  }
}
