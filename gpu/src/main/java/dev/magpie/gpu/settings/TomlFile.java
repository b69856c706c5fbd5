package dev.magpie.gpu.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.toml.TomlMapper;

/** Files in TOML that describe hardware. */
public final class TomlFile {
  private static final int MAX_BYTES = 1 << 20;

  private TomlFile() {}

  /**
   * Reads a user's file.
   *
   * @throws SettingsException if it is no TOML, or too large
   * @throws IOException if it cannot be read
   */
  public static ObjectNode read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new SettingsException(file + ": is larger than a description may be, 1 MiB");
    }
    return parse(file.toString(), Files.readAllBytes(file));
  }

  /** Reads a file of our own, beside a class. */
  public static ObjectNode resource(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the jar");
      }
      return parse(name, in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(name, e);
    }
  }

  private static ObjectNode parse(String path, byte[] bytes) {
    try {
      return (ObjectNode) new TomlMapper().readTree(new String(bytes, StandardCharsets.UTF_8));
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new SettingsException(
          "%s: line %d: is not TOML: %s"
              .formatted(path, line, e.getOriginalMessage().lines().findFirst().orElse("")));
    }
  }

  /** Puts what a table says over what another says, table by table. */
  public static void overlay(ObjectNode base, ObjectNode own) {
    own.properties()
        .forEach(each -> {
          if (each.getValue() instanceof ObjectNode table
              && base.get(each.getKey()) instanceof ObjectNode old) {
            overlay(old, table);
          } else {
            base.set(each.getKey(), each.getValue());
          }
        });
  }
}
