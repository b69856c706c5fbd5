package dev.magpie.gpu.dram;

import dev.magpie.settings.SettingsException;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The DRAMs there are: one file a standard, with the configurations of it that have names. To add a
 * standard, write its file beside the others and its name here.
 *
 * <p>A user's file is of the same form, or begins {@code like = "hbm2-2000"} and says what differs.
 */
public final class DramConfigs {
  private static final List<String> STANDARDS =
      List.of("gddr5", "gddr6", "gddr6x", "gddr7", "hbm2", "hbm3", "lpddr5");
  private static final Map<String, SettingsTable> FILES = new ConcurrentHashMap<>();
  private static final String CONFIGURATION = "configuration";

  private DramConfigs() {}

  /** The names of all configurations, by standard. */
  public static List<String> names() {
    return List.copyOf(builtIn().keySet());
  }

  /** All configurations, by standard. */
  public static List<DramConfig> all() {
    List<DramConfig> all = new ArrayList<>();
    builtIn().forEach((name, file) -> all.add(new DramFile(file).config(name)));
    return all;
  }

  /** The configuration of that name. */
  public static Optional<DramConfig> named(String name) {
    return STANDARDS.stream()
        .map(standard -> new DramFile(file(standard)))
        .filter(file -> file.names().contains(name))
        .findFirst()
        .map(file -> file.config(name));
  }

  /**
   * Reads a user's file, which has one configuration.
   *
   * @throws SettingsException if it is not as it should be
   * @throws IOException if it cannot be read
   */
  public static DramConfig read(Path file) throws IOException {
    SettingsTable own = TomlFile.read(file);
    if (own.has("like")) {
      return overlaid(file, own);
    }
    DramFile description = new DramFile(own);
    List<String> names = description.names();
    if (names.size() != 1) {
      throw own.wrong(
          CONFIGURATION, "there are %d; a file of your own has one".formatted(names.size()));
    }
    return description.config(names.getFirst());
  }

  /** A file's own keys are those of a configuration; the rest is as another has it. */
  private static DramConfig overlaid(Path file, SettingsTable own) {
    Map<String, SettingsTable> builtIn = builtIn();
    String like = own.get("like").map(String::valueOf).orElseThrow();
    SettingsTable base = builtIn.get(like);
    if (base == null) {
      throw own.wrong(
          "like",
          "no configuration is called %s; there are %s"
              .formatted(own.shown("like"), String.join(", ", builtIn.keySet())));
    }
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.toml$", "");
    SettingsTable it = own.without("like").over(new DramFile(base).configuration(like));
    return new DramFile(it.under(name).under(CONFIGURATION).over(base.without(CONFIGURATION)))
        .config(name, it);
  }

  /** The files of the standards, by the names of their configurations; each is read once. */
  private static Map<String, SettingsTable> builtIn() {
    Map<String, SettingsTable> all = new LinkedHashMap<>();
    for (String standard : STANDARDS) {
      SettingsTable file = file(standard);
      new DramFile(file).names().forEach(name -> all.put(name, file));
    }
    return all;
  }

  private static SettingsTable file(String standard) {
    return FILES.computeIfAbsent(
        standard, name -> TomlFile.resource(DramConfigs.class, name + ".toml"));
  }
}
