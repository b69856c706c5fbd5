package dev.magpie.cli.option;

import dev.magpie.depth.Scenes;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import dev.magpie.memory.layout.LayoutFamily;
import dev.magpie.memory.layout.Layouts;
import dev.magpie.snapshot.FileFormat;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the help of commands takes from registries, as {@code ${bundle:...}}, when it is shown. */
public final class HelpWords extends ResourceBundle {
  private static final Map<String, Supplier<String>> WORDS =
      Map.of(
          "formats",
          HelpWords::formats,
          "layouts",
          HelpWords::layouts,
          "real-scenes",
          () -> String.join(", ", Scenes.realNames()),
          "scenes",
          () -> String.join(", ", BuiltInScenes.names()));

  @Override
  protected @Nullable Object handleGetObject(String key) {
    Supplier<String> words = WORDS.get(key);
    return words == null ? null : words.get();
  }

  @Override
  public Enumeration<String> getKeys() {
    return Collections.enumeration(WORDS.keySet());
  }

  /** The kinds of files that hold arrays. */
  public static String formats() {
    return FileFormat.all().stream().map(FileFormat::label).collect(Collectors.joining(", "))
        + ", or raw binary";
  }

  /** The layouts of compressed memory. */
  private static String layouts() {
    return Layouts.families().stream().map(LayoutFamily::name).collect(Collectors.joining(", "));
  }
}
