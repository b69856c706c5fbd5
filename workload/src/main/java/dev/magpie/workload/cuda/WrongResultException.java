package dev.magpie.workload.cuda;

/** A kernel's result is not what plain Java computes. */
public final class WrongResultException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public WrongResultException(String message) {
    super(message);
  }
}
