package dev.magpie.explore.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages' own files and the libraries that they use, which are in the jars. A name is a few
 * plain words, so that none leads elsewhere.
 *
 * @param pages a class of the package beside whose classes they are, in a folder of their own
 * @param libraries folders of libraries' files, and classes beside whose packages they are
 */
public record PageFiles(Class<?> pages, Map<String, Class<?>> libraries) {
  private static final Pattern NAME =
      Pattern.compile("([a-z][a-z0-9-]{0,40}/)?[a-z][a-z0-9-]{0,40}\\.(html|css|js|svg)");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  public PageFiles {
    libraries = Map.copyOf(libraries);
  }

  /**
   * A file; the first page where the path is empty.
   *
   * @throws RefusedException if there is none of that name
   */
  Reply get(String path) {
    String name = path.isEmpty() ? "index.html" : path;
    Matcher matched = NAME.matcher(name);
    if (matched.matches()) {
      Class<?> library = libraries.get(name.substring(0, Math.max(0, name.indexOf('/'))));
      try (InputStream in =
          library == null
              ? pages.getResourceAsStream("page/" + name)
              : library.getResourceAsStream(name)) {
        if (in != null) {
          String type = TYPES.getOrDefault(matched.group(2), "");
          return new Reply(type, in.readAllBytes(), false);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    throw RefusedException.missing("there is no page of that name");
  }
}
