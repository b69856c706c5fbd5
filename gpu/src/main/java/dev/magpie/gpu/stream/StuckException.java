package dev.magpie.gpu.stream;

/** A block that takes no time cannot go on, or has issued too much. */
public final class StuckException extends RuntimeException {
  private static final long serialVersionUID = 1;

  StuckException(String what) {
    super(what);
  }

  /** More than so many warp-instructions were issued. */
  public static StuckException beyond(long limit) {
    return new StuckException("has issued more than %d warp-instructions".formatted(limit));
  }
}
