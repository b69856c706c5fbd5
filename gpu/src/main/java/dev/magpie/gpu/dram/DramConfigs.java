package dev.magpie.gpu.dram;

import dev.magpie.gpu.settings.SettingsException;
import dev.magpie.gpu.settings.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The DRAMs there are: one file a standard, with the configurations of it that have names. To add a
 * standard, write its file beside the others and its name here.
 *
 * <p>A user's file is of the same form, or begins {@code like = "hbm2-2000"} and says what differs.
 */
public final class DramConfigs {
  private static final List<String> STANDARDS = List.of("gddr5", "gddr6", "hbm2", "hbm3");

  private DramConfigs() {}

  /** The names of all configurations, by standard. */
  public static List<String> names() {
    return List.copyOf(builtIn().keySet());
  }

  /** All configurations, by standard. */
  public static List<DramConfig> all() {
    List<DramConfig> all = new ArrayList<>();
    builtIn().forEach((name, file) -> all.add(new DramFile(file.path(), file.root()).config(name)));
    return all;
  }

  /** The configuration of that name. */
  public static Optional<DramConfig> named(String name) {
    return Optional.ofNullable(builtIn().get(name))
        .map(file -> new DramFile(file.path(), file.root()).config(name));
  }

  /**
   * Reads a user's file, which has one configuration.
   *
   * @throws SettingsException if it is not as it should be
   * @throws IOException if it cannot be read
   */
  public static DramConfig read(Path file) throws IOException {
    ObjectNode root = TomlFile.read(file);
    JsonNode like = root.remove("like");
    if (like == null) {
      DramFile description = new DramFile(file.toString(), root);
      List<String> names = description.names();
      if (names.size() != 1) {
        throw new SettingsException(
            "%s: has %d configurations; a file of your own has one".formatted(file, names.size()));
      }
      return description.config(names.getFirst());
    }
    BuiltIn base = like.isString() ? builtIn().get(like.stringValue()) : null;
    if (base == null) {
      throw new SettingsException(
          "%s: like: no configuration is called %s; there are %s"
              .formatted(file, like, String.join(", ", names())));
    }
    return overlaid(file, base, like.stringValue(), root);
  }

  /** A file's own keys are those of a configuration; the rest is as another has it. */
  private static DramConfig overlaid(Path file, BuiltIn base, String like, ObjectNode own) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.toml$", "");
    ObjectNode root = base.root().deepCopy();
    ObjectNode configuration = (ObjectNode) root.path("configuration").path(like).deepCopy();
    TomlFile.overlay(configuration, own);
    root.putObject("configuration").set(name, configuration);
    return new DramFile(file.toString(), root).config(name);
  }

  private record BuiltIn(String path, ObjectNode root) {}

  private static Map<String, BuiltIn> builtIn() {
    Map<String, BuiltIn> all = new LinkedHashMap<>();
    for (String standard : STANDARDS) {
      String path = standard + ".toml";
      BuiltIn file = new BuiltIn(path, TomlFile.resource(DramConfigs.class, path));
      new DramFile(path, file.root()).names().forEach(name -> all.put(name, file));
    }
    return all;
  }
}
