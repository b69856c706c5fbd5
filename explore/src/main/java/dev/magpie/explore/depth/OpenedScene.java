package dev.magpie.explore.depth;

import java.util.List;

/**
 * What is told of a scene that is open.
 *
 * @param bytes of its meshes in memory, 12 a vertex and 12 a triangle; of draws, 32 a vertex
 * @param remarks what was guessed
 */
public record OpenedScene(
    String label, String input, long triangles, long bytes, List<String> remarks) {
  static OpenedScene of(ShownScene shown) {
    return new OpenedScene(
        shown.label(),
        shown.input(),
        shown.viewed().described().triangles(),
        shown.viewed().described().bytes(),
        shown.remarks());
  }
}
