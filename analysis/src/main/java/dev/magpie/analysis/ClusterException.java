package dev.magpie.analysis;

/** Why work on a {@link Cluster} has ended without a result: one line for people. */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
