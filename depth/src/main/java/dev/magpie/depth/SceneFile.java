package dev.magpie.depth;

import dev.magpie.depth.mesh.MeshFiles;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Facing;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * Scene files, in TOML or JSON:
 *
 * <pre>{@code
 * tessellate = 23          # halve edges longer than so many pixels; left out or "none": do not
 * cull = "none"            # or "back": only counter-clockwise triangles are drawn; or "front"
 *
 * [[mesh]]                 # drawn in this order
 * file = "ship.gltf"       # relative to this file
 * scale = 2.0
 * rotate = [0, 90, 0]      # degrees about x, then y, then z
 * translate = [0, 0.5, 0]
 *
 * [[camera]]               # several make a path
 * eye = [3, 2, 5]
 * at = [0, 0, 0]
 * up = [0, 1, 0]
 * fov = 60
 * near = 0.1
 * far = 100
 * }</pre>
 */
final class SceneFile {
  private static final Vector3 UP = new Vector3(0, 1, 0);
  private static final double FIELD_OF_VIEW = 60;
  private static final long MAX_BYTES = 1 << 20;

  /** What the library adds to its messages for programmers who use it. */
  private static final Pattern ASIDE = Pattern.compile(" \\((for |start marker|bound as ).*");

  private final Path file;

  private SceneFile(Path file) {
    this.file = file;
  }

  static boolean isScene(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".toml") || name.endsWith(".json");
  }

  static Scene read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new SceneException(file + ": is larger than 1 MiB, so it is no scene file");
    }
    boolean toml = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".toml");
    ObjectMapper mapper =
        toml
            ? new TomlMapper()
            : JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    try {
      return new SceneFile(file).scene(mapper.readTree(Files.readAllBytes(file)));
    } catch (JacksonException e) {
      String place =
          e.getLocation() == null || e.getLocation().getLineNr() < 1
              ? ""
              : ", line %d".formatted(e.getLocation().getLineNr());
      throw new SceneException(
          "%s%s: not %s: %s".formatted(file, place, toml ? "TOML" : "JSON", message(e)), e);
    }
  }

  private static String message(JacksonException e) {
    String first = e.getOriginalMessage().lines().findFirst().orElse("");
    return first.startsWith("Trailing token")
        ? "something follows the end of the scene"
        : ASIDE.matcher(first).replaceFirst("");
  }

  private Scene scene(JsonNode root) throws IOException {
    if (!root.isObject()) {
      throw new SceneException(file + ": is no scene: it holds no tables");
    }
    check("the scene", root, Set.of("name", "tessellate", "cull", "mesh", "camera"));
    String name = root.has("name") ? text("the scene", root, "name") : file.toString();
    List<Mesh> meshes = new ArrayList<>();
    JsonNode list = list(root, "mesh");
    for (int n = 0; n < list.size(); n++) {
      meshes.addAll(meshes("mesh %d".formatted(n + 1), list.get(n)));
    }
    List<Camera> path = new ArrayList<>();
    JsonNode cameras = list(root, "camera");
    for (int n = 0; n < cameras.size(); n++) {
      path.add(camera("camera %d".formatted(n + 1), cameras.get(n)));
    }
    if (path.isEmpty()) {
      path.add(Scenes.overview(meshes));
    }
    return new Scene(name, meshes, path, tessellation(root), facing(root));
  }

  private double tessellation(JsonNode root) {
    JsonNode value = root.get("tessellate");
    if (value == null || (value.isString() && value.stringValue().equals("none"))) {
      return Scene.UNTESSELLATED;
    }
    double pixels = value.isNumber() ? value.doubleValue() : -1;
    if (!(pixels >= Scene.MIN_TESSELLATION) || Double.isInfinite(pixels)) {
      throw bad("the scene", "tessellate is \"none\" or a number of pixels, at least 1");
    }
    return pixels;
  }

  private Facing facing(JsonNode root) {
    return switch (root.has("cull") ? text("the scene", root, "cull") : "none") {
      case "none" -> Facing.BOTH;
      case "back" -> Facing.FRONT;
      case "front" -> Facing.BACK;
      default -> throw bad("the scene", "cull is \"none\", \"back\" or \"front\"");
    };
  }

  private List<Mesh> meshes(String where, JsonNode node) throws IOException {
    check(where, node, Set.of("file", "scale", "rotate", "translate"));
    if (!node.has("file")) {
      throw bad(where, "names no file");
    }
    String named = text(where, node, "file");
    Path folder = file.toAbsolutePath().getParent();
    Path mesh;
    try {
      mesh = folder == null ? Path.of(named) : folder.resolve(named);
    } catch (java.nio.file.InvalidPathException e) {
      throw bad(where, "'%s' is no file name: %s".formatted(named, e.getReason()));
    }
    if (!Files.isRegularFile(mesh)) {
      throw bad(where, "there is no file '%s'".formatted(named));
    }
    MeshTransform transform =
        new MeshTransform(
            node.has("scale") ? number(where, node, "scale") : 1,
            vector(where, node, "rotate", new Vector3(0, 0, 0)),
            vector(where, node, "translate", new Vector3(0, 0, 0)));
    List<Mesh> placed = new ArrayList<>();
    for (Mesh each : MeshFiles.read(mesh)) {
      try {
        placed.add(transform.apply(each));
      } catch (IllegalArgumentException e) {
        throw new SceneException("%s: %s: %s".formatted(file, where, e.getMessage()), e);
      }
    }
    return placed;
  }

  private Camera camera(String where, JsonNode node) {
    check(where, node, Set.of("eye", "at", "up", "fov", "near", "far"));
    for (String key : List.of("eye", "at", "near", "far")) {
      if (!node.has(key)) {
        throw bad(where, "has no " + key);
      }
    }
    try {
      return new Camera(
          vector(where, node, "eye", UP),
          vector(where, node, "at", UP),
          vector(where, node, "up", UP),
          node.has("fov") ? number(where, node, "fov") : FIELD_OF_VIEW,
          number(where, node, "near"),
          number(where, node, "far"));
    } catch (IllegalArgumentException e) {
      throw new SceneException("%s: %s: %s".formatted(file, where, e.getMessage()), e);
    }
  }

  private JsonNode list(JsonNode root, String key) {
    JsonNode list = root.path(key);
    if (!list.isMissingNode() && !list.isArray()) {
      throw bad("the scene", "%s is a list of tables, as in [[%s]]".formatted(key, key));
    }
    return list;
  }

  private void check(String where, JsonNode node, Set<String> known) {
    if (!node.isObject()) {
      throw bad(where, "is no table");
    }
    Collection<String> names = node.propertyNames();
    for (String name : names) {
      if (!known.contains(name)) {
        throw bad(
            where,
            "has no '%s'; it has %s"
                .formatted(name, String.join(", ", known.stream().sorted().toList())));
      }
    }
  }

  private String text(String where, JsonNode node, String key) {
    JsonNode value = node.get(key);
    if (value == null || !value.isString()) {
      throw bad(where, key + " is a text in quotes");
    }
    return value.stringValue();
  }

  private double number(String where, JsonNode node, String key) {
    return number(where, key, node.path(key));
  }

  private double number(String where, String key, JsonNode value) {
    double number = value.isNumber() ? value.doubleValue() : Double.NaN;
    if (!Double.isFinite(number)) {
      throw bad(where, key + " is not a number");
    }
    return number;
  }

  private Vector3 vector(String where, JsonNode node, String key, Vector3 otherwise) {
    if (!node.has(key)) {
      return otherwise;
    }
    JsonNode value = node.path(key);
    if (!value.isArray() || value.size() != 3) {
      throw bad(where, key + " is three numbers, as in [1, 2.5, -3]");
    }
    return new Vector3(
        number(where, key, value.get(0)),
        number(where, key, value.get(1)),
        number(where, key, value.get(2)));
  }

  private SceneException bad(String where, String what) {
    return new SceneException("%s: %s: %s".formatted(file, where, what));
  }
}
