package dev.magpie.cli.output;

import dev.magpie.settings.IoReason;
import java.io.IOException;

/** The user asked for something that cannot be; the message is one line and says what can. */
public final class BadUsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public BadUsageException(String message) {
    super(message);
  }

  public BadUsageException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Refuses what cannot be. */
  public static void when(boolean refused, String message) {
    if (refused) {
      throw new BadUsageException(message);
    }
  }

  /** Makes something of a user's values. */
  @FunctionalInterface
  public interface Making<T, E extends Exception> {
    T make() throws E;
  }

  /** What a user's file holds; that it cannot be read is said as it is. */
  public static <T> T unlessReadable(Making<T, IOException> value) {
    try {
      return value.make();
    } catch (IOException e) {
      throw new BadUsageException(IoReason.withFile(e), e);
    }
  }

  /** What a user's values make; what is wrong with them is said as it stands. */
  public static <T, E extends Exception> T unlessLegal(Making<T, E> value) throws E {
    return unlessLegal("", value);
  }

  /** The same, said behind an option's name such as {@code --mdc: }. */
  public static <T, E extends Exception> T unlessLegal(String prefix, Making<T, E> value) throws E {
    try {
      return value.make();
    } catch (IllegalArgumentException e) {
      throw new BadUsageException(prefix + e.getMessage(), e);
    }
  }
}
