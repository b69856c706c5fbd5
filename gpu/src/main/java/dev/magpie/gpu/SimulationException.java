package dev.magpie.gpu;

/** A kernel cannot be simulated: it does not fit, or no warp can go on. */
public final class SimulationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Says what is wrong. */
  public SimulationException(String message) {
    super(message);
  }
}
