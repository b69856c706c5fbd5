package dev.magpie.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/** Why a file could not be read or written, in words. */
public final class IoReason {
  private IoReason() {}

  /** Some exceptions' messages are only the file's name. */
  public static String of(IOException e) {
    if (!(e instanceof FileSystemException about) || about.getFile() == null) {
      return String.valueOf(e.getMessage());
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String kind = e.getClass().getSimpleName().replace("Exception", "");
    return about.getReason() != null
        ? about.getReason()
        : kind.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  /** That a file or a directory could not be written, where only unchecked exceptions pass. */
  public static UncheckedIOException unwritten(Path file, IOException e) {
    String message = "%s: cannot be written: %s".formatted(file, of(e));
    return new UncheckedIOException(message, new IOException(message, e));
  }

  /** Whether a disk is full, which is no fault of what the user asked for. */
  public static boolean isFull(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("No space left") || message.contains("Disk quota exceeded");
  }

  /** Whether a device fails. */
  public static boolean isBroken(IOException e) {
    return String.valueOf(e.getMessage()).contains("Input/output error");
  }

  /** The same behind the name of the file, where the exception has it. */
  public static String withFile(IOException e) {
    return e instanceof FileSystemException about && about.getFile() != null
        ? about.getFile() + ": " + of(e)
        : of(e);
  }
}
