package dev.magpie.depth.scene;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A camera of a mesh file.
 *
 * @param name empty if it has none
 * @param view what it sees; it throws a {@link SceneException} if that is nothing
 */
public record NamedCamera(String name, Supplier<Moving<Camera>> view) {
  /**
   * One of some.
   *
   * @param asked its name or its number, from 0 on; empty for the first one
   * @throws IllegalArgumentException if there is none
   */
  public static NamedCamera of(List<NamedCamera> cameras, String asked) {
    if (asked.isEmpty() && !cameras.isEmpty()) {
      return cameras.getFirst();
    }
    for (NamedCamera camera : cameras) {
      if (!asked.isEmpty() && camera.name().equals(asked)) {
        return camera;
      }
    }
    if (asked.matches("\\d{1,9}") && Integer.parseInt(asked) < cameras.size()) {
      return cameras.get(Integer.parseInt(asked));
    }
    throw new IllegalArgumentException(
        cameras.isEmpty()
            ? "no mesh file has a camera; glTF files may have"
            : "has no camera '%s'; it has %s".formatted(asked, listed(cameras)));
  }

  private static String listed(List<NamedCamera> cameras) {
    return IntStream.range(0, cameras.size())
        .mapToObj(
            n -> cameras.get(n).name().isEmpty() ? "" + n : n + " '" + cameras.get(n).name() + "'")
        .collect(Collectors.joining(", "));
  }
}
