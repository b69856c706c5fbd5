package dev.magpie.gpu.config;

import dev.magpie.gpu.settings.SettingsException;
import dev.magpie.gpu.settings.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The GPUs there are, one file each. To add one, write its file beside the others and its name
 * here.
 *
 * <p>A user's file is of the same form, or begins {@code like = "gtx580"} and says what differs.
 */
public final class GpuConfigs {
  private static final List<String> NAMES = List.of("gtx580", "p100", "h100");

  private GpuConfigs() {}

  /** The names of all. */
  public static List<String> names() {
    return NAMES;
  }

  /** The GPU of that name. */
  public static Optional<GpuConfig> named(String name) {
    return NAMES.contains(name)
        ? Optional.of(new GpuFile(fileName(name), builtIn(name)).config(name))
        : Optional.empty();
  }

  /**
   * Reads a user's file.
   *
   * @throws SettingsException if it is not as it should be
   * @throws IOException if it cannot be read
   */
  public static GpuConfig read(Path file) throws IOException {
    ObjectNode own = TomlFile.read(file);
    JsonNode like = own.remove("like");
    ObjectNode root = own;
    if (like != null) {
      if (!like.isString() || !NAMES.contains(like.stringValue())) {
        throw new SettingsException(
            "%s: like: no GPU is called %s; there are %s"
                .formatted(file, like, String.join(", ", NAMES)));
      }
      root = builtIn(like.stringValue());
      TomlFile.overlay(root, own);
    }
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.toml$", "");
    return new GpuFile(file.toString(), root).config(name);
  }

  private static ObjectNode builtIn(String name) {
    return TomlFile.resource(GpuConfigs.class, fileName(name));
  }

  private static String fileName(String name) {
    return name + ".toml";
  }
}
