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

  /** Whether it is a stream of draws, which has one view, and a state for each draw. */
  boolean isRecorded() {
    return viewed.described().stream().isPresent();
  }

  /** Whether it has passes that are described, with states of their own. */
  boolean hasPasses() {
    return !viewed.described().passes(0).isEmpty();
  }

  /** Pixels of its frame where nothing else is asked for: those that a stream was recorded with. */
  String size() {
    return viewed.described().stream()
        .map(stream -> "%dx%d".formatted(stream.shown(0).width(), stream.shown(0).height()))
        .orElse("1920x1080");
  }

  /** What was guessed when it was opened. */
  List<String> remarks() {
    return viewed.remarks();
  }
}
