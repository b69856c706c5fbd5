package dev.magpie.depth;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cameras as users write them: {@code eye=0,2,5 at=0,0,0 up=0,1,0 fov=60 near=0.1 far=100}; with
 * {@code height=10} in place of {@code fov=60}, orthographic ones. {@code far=infinity} is a far
 * plane at infinity.
 */
public final class CameraText {
  private static final List<String> KEYS =
      List.of("eye", "at", "up", "fov", "height", "near", "far");

  private CameraText() {}

  /**
   * Reads a camera.
   *
   * @param text keys and values; fov is the vertical field of view in degrees, height that of an
   *     orthographic view
   * @param otherwise what holds for keys that are left out
   * @throws SceneException if a key or a value is wrong or nothing could be seen
   */
  public static Camera parse(String text, Camera otherwise) {
    Map<String, String> values = new HashMap<>();
    for (String word : text.strip().split("\\s+", -1)) {
      int equals = word.indexOf('=');
      String key = equals < 0 ? word : word.substring(0, equals);
      if (equals < 0 || !KEYS.contains(key)) {
        throw new SceneException(
            "a camera is written as \"eye=x,y,z at=x,y,z up=x,y,z fov=DEG near=N far=F\"; '%s' is"
                    .formatted(word)
                + " none of these");
      }
      if (values.put(key, word.substring(equals + 1)) != null) {
        throw new SceneException("the camera's %s is given twice".formatted(key));
      }
    }
    try {
      return new Camera(
          vector(values, "eye", otherwise.eye()),
          vector(values, "at", otherwise.at()),
          vector(values, "up", otherwise.up()),
          projection(values, otherwise.projection()),
          number(values, "near", otherwise.near()),
          far(values, otherwise.far()));
    } catch (IllegalArgumentException e) {
      throw new SceneException(String.valueOf(e.getMessage()), e);
    }
  }

  private static Projection projection(Map<String, String> values, Projection otherwise) {
    if (values.containsKey("fov") && values.containsKey("height")) {
      throw new SceneException(
          "a camera has a fov, in perspective, or a height, if it is orthographic, not both");
    }
    if (values.containsKey("height")) {
      return new Projection.Orthographic(number(values, "height", 0));
    }
    return values.containsKey("fov")
        ? new Projection.Perspective(number(values, "fov", 0))
        : otherwise;
  }

  private static double far(Map<String, String> values, double otherwise) {
    return "infinity".equals(values.get("far"))
        ? Double.POSITIVE_INFINITY
        : number(values, "far", otherwise);
  }

  private static Vector3 vector(Map<String, String> values, String key, Vector3 otherwise) {
    String text = values.get(key);
    if (text == null) {
      return otherwise;
    }
    String[] parts = text.split(",", -1);
    if (parts.length != 3) {
      throw new SceneException(
          "the camera's %s is three numbers, as in 1,2.5,-3, not '%s'".formatted(key, text));
    }
    return new Vector3(number(key, parts[0]), number(key, parts[1]), number(key, parts[2]));
  }

  private static double number(Map<String, String> values, String key, double otherwise) {
    String text = values.get(key);
    return text == null ? otherwise : number(key, text);
  }

  private static double number(String key, String text) {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException _) {
      // Said below.
    }
    throw new SceneException("the camera's %s has '%s', which is no number".formatted(key, text));
  }
}
