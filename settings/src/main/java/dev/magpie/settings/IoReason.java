package dev.magpie.settings;

import java.io.IOException;

/** Why a file could not be read or written, in words. */
public final class IoReason {
  private IoReason() {}

  /** Some exceptions' messages are only the file's name. */
  public static String of(IOException e) {
    String kind = e.getClass().getSimpleName().replace("Exception", "");
    return switch (kind) {
      case "AccessDenied" -> "permission denied";
      case "NoSuchFile" -> "no such file";
      case "IO" -> String.valueOf(e.getMessage());
      default -> kind + ": " + e.getMessage();
    };
  }
}
