package dev.magpie.cli.explore;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Opens the user's browser. It is given a file that leads on to the link, which only the user may
 * read: what stands on a command line, every user of the machine can see.
 */
final class BrowserOpener {
  private BrowserOpener() {}

  /**
   * Tries to.
   *
   * @return whether there is a desktop and something that opens pages on it
   */
  static boolean open(URI link) {
    Optional<List<String>> opener = opener();
    if (opener.isEmpty()) {
      return false;
    }
    try {
      // Its owner alone may read a temporary file.
      Path page = Files.createTempFile("magpie-explore", ".html");
      page.toFile().deleteOnExit();
      Files.writeString(
          page,
          "<!doctype html><meta charset=utf-8><title>magpie explore</title><meta"
              + " http-equiv=refresh content='0; url="
              + link
              + "'><a href='"
              + link
              + "'>magpie explore</a>\n",
          StandardCharsets.UTF_8);
      List<String> command = new ArrayList<>(opener.get());
      command.add(page.toUri().toString());
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException _) {
      // The link is there to be opened by hand.
      return false;
    }
  }

  private static Optional<List<String>> opener() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    if (system.contains("mac")) {
      return Optional.of(List.of("open"));
    }
    if (system.contains("windows")) {
      return Optional.of(List.of("rundll32", "url.dll,FileProtocolHandler"));
    }
    boolean desktop = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
    return desktop ? Optional.of(List.of("xdg-open")) : Optional.empty();
  }
}
