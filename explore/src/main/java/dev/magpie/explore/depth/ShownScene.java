package dev.magpie.explore.depth;

import dev.magpie.depth.scene.Scene;
import java.util.List;

/**
 * A scene on the shelf.
 *
 * @param label what people see it called
 * @param input what it was opened from
 * @param remarks what was guessed when it was opened
 */
record ShownScene(String label, String input, Scene scene, List<String> remarks) {
  ShownScene {
    remarks = List.copyOf(remarks);
  }
}
