package dev.magpie.explore.input;

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
 * @param remarks the guesses, in words
 */
public record ViewedScene(Scene scene, List<String> remarks) {
  public ViewedScene {
    remarks = List.copyOf(remarks);
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
      return new ViewedScene(Scenes.open(name, Viewing.USUAL, remarks::add), remarks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
