package dev.magpie.settings;

/** A file would be both read and replaced in one run; the message names it and the output. */
public final class FileInUseException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FileInUseException(String message) {
    super(message);
  }
}
