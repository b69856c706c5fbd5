package dev.magpie.gpu.config;

import dev.magpie.settings.SettingsException;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The GPUs there are, one file each. To add one, write its file beside the others and its name
 * here.
 *
 * <p>A user's file is of the same form, or begins {@code like = "gtx580"} and says what differs.
 */
public final class GpuConfigs {
  private static final List<String> NAMES =
      List.of(
          "gtx580",
          "gtx580-gpgpusim3",
          "p100",
          "p100-quarter",
          "gv100",
          "v100",
          "a100",
          "a100-80gb",
          "h100",
          "h200",
          "rtx3090",
          "rtx4090");

  private GpuConfigs() {}

  /** The names of all. */
  public static List<String> names() {
    return NAMES;
  }

  /** The GPU of that name. */
  public static Optional<GpuConfig> named(String name) {
    return NAMES.contains(name)
        ? Optional.of(new GpuFile(builtIn(name)).config(name))
        : Optional.empty();
  }

  /**
   * Reads a user's file.
   *
   * @throws SettingsException if it is not as it should be
   * @throws IOException if it cannot be read
   */
  public static GpuConfig read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.toml$", "");
    return new GpuFile(whole(TomlFile.read(file))).config(name);
  }

  /** What a file says over what the GPU does that it is like. */
  private static SettingsTable whole(SettingsTable own) {
    if (!own.has("like")) {
      return own;
    }
    String like = own.shown("like");
    return NAMES.stream()
        .filter(name -> like.equals('"' + name + '"'))
        .findFirst()
        .map(name -> own.without("like").over(builtIn(name)))
        .orElseThrow(() ->
            own.wrong(
                "like",
                "no GPU is called %s; there are %s".formatted(like, String.join(", ", NAMES))));
  }

  private static SettingsTable builtIn(String name) {
    return whole(TomlFile.resource(GpuConfigs.class, name + ".toml"));
  }
}
