package dev.magpie.explore.input;

import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A scene, and what was guessed to look at it.
 *
 * @param described with meshes, or a stream of draws
 * @param remarks the guesses, in words
 */
public record ViewedScene(DescribedScene described, List<String> remarks) {
  public ViewedScene {
    remarks = List.copyOf(remarks);
  }

  /** Its meshes and views. */
  public Scene scene() {
    return described.scene();
  }

  /**
   * Opens a scene; a mesh fills a frame of 1920x1080.
   *
   * @param name as {@link Scenes} opens it
   * @throws dev.magpie.depth.scene.SceneException if there is none of the name, or it is broken
   * @throws UncheckedIOException if a file cannot be read
   */
  public static ViewedScene open(String name) {
    List<String> remarks = new ArrayList<>();
    try {
      return new ViewedScene(Scenes.openDescribed(name, Viewing.USUAL, remarks::add), remarks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
