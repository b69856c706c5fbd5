package dev.magpie.explore.depth;

import dev.magpie.depth.scene.Scene;
import dev.magpie.explore.input.ViewedScene;
import java.util.List;

/**
 * A scene on the shelf.
 *
 * @param label what people see it called
 * @param input what it was opened from
 */
record ShownScene(String label, String input, ViewedScene viewed) {
  Scene scene() {
    return viewed.scene();
  }

  /** What was guessed when it was opened. */
  List<String> remarks() {
    return viewed.remarks();
  }
}
