package dev.magpie.ptx.ir;

/**
 * PTX that cannot be read, or a device that is not used as it can be. The message is one line for
 * the user: the place, what is wrong there and what to do about it.
 */
public final class PtxException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public PtxException(String message) {
    super(oneLine(message));
  }

  public PtxException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  /** Names come from files, which may put line ends and terminal escapes into them. */
  private static String oneLine(String message) {
    return message.codePoints().anyMatch(Character::isISOControl)
        ? message.replaceAll("\\p{Cntrl}|[\\x{80}-\\x{9f}]", "?")
        : message;
  }
}
