package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Scene;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The built-in scenes. At 1920x1080 each has 150 to 450 thousand triangles of 20 to 45 pixels. To
 * add one, write its class and add it here.
 */
public final class BuiltInScenes {
  private record Entry(String description, Supplier<Scene> maker) {}

  private static final Map<String, Entry> ALL = new LinkedHashMap<>();

  static {
    add("hall", "a columned hall: long flat floors and walls", HallScene::make);
    add("coral", "knotted, displaced organic surfaces", CoralScene::make);
    add("terrain", "mountains and a lake, row by row", TerrainScene::make);
    add("forest", "trees of single leaves over a meadow", ForestScene::make);
    add("rooms", "furnished rooms, most of them hidden by walls", RoomsScene::make);
    add("bust", "a carved head that fills the view", BustScene::make);
    add("city", "streets of houses from above", CityScene::make);
  }

  private BuiltInScenes() {}

  private static void add(String name, String description, Supplier<Scene> maker) {
    ALL.put(name, new Entry(description, maker));
  }

  /** All names. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * What a scene shows, in a few words.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static String description(String name) {
    return entry(name).description();
  }

  /**
   * Makes a scene, the same one every time.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Scene make(String name) {
    return entry(name).maker().get();
  }

  private static Entry entry(String name) {
    Entry entry = ALL.get(name);
    if (entry == null) {
      throw new IllegalArgumentException(
          "there is no built-in scene '%s'; there are %s"
              .formatted(name, String.join(", ", ALL.keySet())));
    }
    return entry;
  }
}
