package dev.magpie.explore.web;

/** A request that is not answered; the message says to its reader what can be asked for. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Its status of HTTP. */
  private final int status;

  private RefusedException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** What is asked for makes no sense. */
  public static RefusedException wrong(String message) {
    return new RefusedException(400, message);
  }

  /** Whoever asks may not. */
  static RefusedException forbidden(String message) {
    return new RefusedException(403, message);
  }

  /** There is nothing of that name. */
  public static RefusedException missing(String message) {
    return new RefusedException(404, message);
  }

  /** It is there, but not asked for in this way. */
  static RefusedException method(String message) {
    return new RefusedException(405, message);
  }

  /** It is not there yet; asking again later helps. */
  public static RefusedException later(String message) {
    return new RefusedException(503, message);
  }

  int status() {
    return status;
  }
}
