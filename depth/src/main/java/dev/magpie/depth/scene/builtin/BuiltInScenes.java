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
  private static final Map<String, Supplier<Scene>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("hall", HallScene::make);
    ALL.put("coral", CoralScene::make);
    ALL.put("terrain", TerrainScene::make);
    ALL.put("forest", ForestScene::make);
    ALL.put("rooms", RoomsScene::make);
    ALL.put("bust", BustScene::make);
    ALL.put("city", CityScene::make);
  }

  private BuiltInScenes() {}

  /** All names. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * Makes a scene, the same one every time.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Scene make(String name) {
    Supplier<Scene> maker = ALL.get(name);
    if (maker == null) {
      throw new IllegalArgumentException(
          "there is no built-in scene '%s'; there are %s"
              .formatted(name, String.join(", ", ALL.keySet())));
    }
    return maker.get();
  }
}
