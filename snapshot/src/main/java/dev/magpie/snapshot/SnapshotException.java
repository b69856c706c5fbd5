package dev.magpie.snapshot;

/**
 * A file cannot be read as a snapshot, or not be written. The message is one line for the user: the
 * file, the place in it, what is wrong there and what to do about it.
 */
public final class SnapshotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SnapshotException(String message) {
    super(oneLine(message));
  }

  public SnapshotException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Names come from files, which may put line ends and terminal escapes into them. */
  private static String oneLine(String message) {
    return message.codePoints().anyMatch(Character::isISOControl)
        ? message.replaceAll("\\p{Cntrl}|[\\x{80}-\\x{9f}]", "?")
        : message;
  }
}
