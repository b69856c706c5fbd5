package dev.magpie.settings;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** A file is of no kind, or of no size, that can be read; the reason says which. */
public final class UnusableFileException extends FileSystemException {
  private static final long serialVersionUID = 1;

  UnusableFileException(Path file, String reason) {
    super(file.toString(), null, reason);
  }
}
