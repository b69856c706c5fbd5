package dev.magpie.depth.draws;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The streams of draws of engines that ship, in files beside this class. tools/draws/make makes
 * them; sources and licences are in NOTICE.
 */
public final class RealDraws {
  private static final List<String> ALL = List.of("harbour", "quarter");

  private RealDraws() {}

  /** All names. */
  public static List<String> names() {
    return ALL;
  }

  /**
   * Reads a stream.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static DrawStream read(String name) {
    if (!ALL.contains(name)) {
      throw new IllegalArgumentException("there is no real stream of draws '%s'".formatted(name));
    }
    String file = name + DrawStreamReader.SUFFIX;
    try (InputStream in = RealDraws.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks the stream " + name);
      }
      return DrawStreamReader.read(file, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
