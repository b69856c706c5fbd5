package dev.magpie.cuda.channel;

/** What stands in place of CUDA's libraries cannot be made here. */
public final class NoLibraryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoLibraryException(String message) {
    super(message);
  }

  NoLibraryException(String message, Throwable cause) {
    super(message, cause);
  }
}
