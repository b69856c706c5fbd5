package dev.magpie.ptx.compile;

/** An access is not where a loop can do it; nothing has been done. */
public final class Missed extends RuntimeException {
  private static final long serialVersionUID = 1;

  @SuppressWarnings("StaticAssignmentOfThrowable") // It has no trace, and nobody is told of it.
  static final Missed MISSED = new Missed();

  private Missed() {
    super("", null, false, false);
  }
}
