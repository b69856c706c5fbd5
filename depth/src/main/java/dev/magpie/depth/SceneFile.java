package dev.magpie.depth;

import dev.magpie.depth.mesh.MeshFile;
import dev.magpie.depth.mesh.MeshFiles;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.NamedCamera;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.Vector3;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.SettingsException;
import dev.magpie.settings.SettingsTable;
import dev.magpie.settings.TomlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Scene files, in TOML or JSON:
 *
 * <pre>{@code
 * tessellate = 23          # halve edges longer than so many pixels; left out or "none": do not
 * camera = "gltf:NAME"      # a camera of a glTF file, by name or number, in place of camera tables
 * cull = "none"            # or "back": only counter-clockwise triangles are drawn; or "front"
 *
 * [[mesh]]                 # drawn in this order
 * file = "ship.gltf"       # relative to this file
 * scale = 2.0
 * rotate = [0, 90, 0]      # degrees about x, then y, then z
 * translate = [0, 0.5, 0]
 * animation = "walk"       # or its number, from 0 on; left out: the first, if there is any
 *
 * [[camera]]               # several make a path
 * eye = [3, 2, 5]
 * at = [0, 0, 0]
 * up = [0, 1, 0]
 * fov = 60                 # or, of an orthographic view, height = 10
 * near = 0.1
 * far = 100                # or "infinity"
 *
 * [[pass]]                 # see PassTables
 * }</pre>
 */
final class SceneFile {
  private static final double FIELD_OF_VIEW = 60;

  /** In place of cameras, one of a mesh file. */
  private static final String GLTF = "gltf";

  private static final int MAX_BYTES = 1 << 20;
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** What the library adds to its messages for programmers who use it. */
  private static final Pattern ASIDE = Pattern.compile(" \\((for |start marker|bound as ).*");

  private final Path file;
  private final Viewing viewing;

  private SceneFile(Path file, Viewing viewing) {
    this.file = file;
    this.viewing = viewing;
  }

  static boolean isScene(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".toml") || name.endsWith(".json");
  }

  /**
   * Whether it is one of the two formats and of scenes, which other files of these are not. What
   * cannot be read counts as one, so that opening it says why.
   */
  static boolean seemsScene(Path file) {
    if (!isScene(file)) {
      return false;
    }
    try {
      SettingsTable root = isToml(file) ? toml(file) : json(file);
      return root.has("mesh") || root.has("camera");
    } catch (IOException | SceneException e) {
      return true;
    }
  }

  private static boolean isToml(Path file) {
    return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".toml");
  }

  /** Reads one; without a camera its meshes, which it has put in their place, have y up. */
  static DescribedScene read(Path file, Viewing viewing) throws IOException {
    return new SceneFile(file, viewing).scene(isToml(file) ? toml(file) : json(file));
  }

  private static SettingsTable toml(Path file) throws IOException {
    try {
      return TomlFile.read(file);
    } catch (SettingsException e) {
      throw new SceneException(
          place(file, e.line()) + ": " + e.problem().replaceFirst("^is not TOML", "not TOML"), e);
    }
  }

  private static SettingsTable json(Path file) throws IOException {
    try {
      Object root = JSON.readValue(InputFiles.bytes(file, MAX_BYTES), Object.class);
      if (!(root instanceof Map<?, ?> scene)) {
        throw new SceneException(file + ": is no scene: it holds no tables");
      }
      return SettingsTable.of(file.toString(), scene);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new SceneException("%s: not JSON: %s".formatted(place(file, line), message(e)), e);
    }
  }

  private static String place(Path file, int line) {
    return line < 1 ? file.toString() : "%s:%d".formatted(file, line);
  }

  private static String message(JacksonException e) {
    String first = e.getOriginalMessage().lines().findFirst().orElse("");
    return first.startsWith("Trailing token")
        ? "something follows the end of the scene"
        : ASIDE.matcher(first).replaceFirst("");
  }

  private DescribedScene scene(SettingsTable root) throws IOException {
    check("the scene", root, Set.of("name", "tessellate", "cull", "mesh", "camera", "pass"));
    String name = root.has("name") ? text("the scene", root, "name") : file.toString();
    List<MeshFile> byTable = new ArrayList<>();
    for (SettingsTable mesh : tables(root, "mesh")) {
      byTable.add(meshes("mesh %d".formatted(byTable.size() + 1), mesh));
    }
    Moving<List<Mesh>> meshes = Moving.together(byTable.stream().map(MeshFile::meshes).toList());
    List<NamedCamera> cameras = byTable.stream().flatMap(each -> each.cameras().stream()).toList();
    Optional<Moving<Camera>> moving = cameraOfFile("the scene", root, cameras);
    List<Camera> path = new ArrayList<>(moving.isPresent() ? List.of() : path("", root));
    if (path.isEmpty()) {
      path.add(Overview.of(Scene.poses(meshes), viewing.up().direction(), viewing.aspect()));
    }
    Scene still =
        new Scene(name, meshes, path, Optional.empty(), 0, tessellation(root), faceCulling(root));
    Scene scene = moving.map(still::withCamera).orElse(still);
    return new DescribedScene(
        scene,
        new PassTables(this, scene, byTable.stream().map(MeshFile::meshes).toList(), cameras)
            .read(root),
        cameras);
  }

  /** The camera of a mesh file that a table names, if it does. */
  Optional<Moving<Camera>> cameraOfFile(
      String where, SettingsTable table, List<NamedCamera> cameras) {
    if (!(table.get("camera").orElse(List.of()) instanceof String text)) {
      return Optional.empty();
    }
    if (!text.equals(GLTF) && !text.startsWith(GLTF + ":")) {
      throw bad(
          where,
          table,
          "camera",
          "camera is a list of tables, as in [[camera]], or one of a glTF file, as in \"gltf:NAME\"");
    }
    try {
      String asked = text.substring(Math.min(text.length(), GLTF.length() + 1));
      return Optional.of(NamedCamera.of(cameras, asked).view().get());
    } catch (IllegalArgumentException | SceneException e) {
      throw bad(where, table, "camera", String.valueOf(e.getMessage()));
    }
  }

  /** The cameras of a table, if it has any. */
  List<Camera> path(String where, SettingsTable table) {
    List<Camera> path = new ArrayList<>();
    for (SettingsTable camera : tables(table, "camera")) {
      path.add(camera("%scamera %d".formatted(where, path.size() + 1), camera));
    }
    return path;
  }

  private double tessellation(SettingsTable root) {
    Object value = root.get("tessellate").orElse("none");
    if (value.equals("none")) {
      return Scene.UNTESSELLATED;
    }
    double pixels = value instanceof Number number ? number.doubleValue() : -1;
    if (!(pixels >= Scene.MIN_TESSELLATION) || Double.isInfinite(pixels)) {
      throw bad(
          "the scene",
          root,
          "tessellate",
          "tessellate is \"none\" or a number of pixels, at least 1");
    }
    return pixels;
  }

  private FaceCulling faceCulling(SettingsTable root) {
    String word = root.has("cull") ? text("the scene", root, "cull") : "none";
    return Arrays.stream(FaceCulling.values())
        .filter(each -> each.toString().equals(word))
        .findFirst()
        .orElseThrow(
            () -> bad("the scene", root, "cull", "cull is \"none\", \"back\" or \"front\""));
  }

  private MeshFile meshes(String where, SettingsTable table) throws IOException {
    check(where, table, Set.of("file", "scale", "rotate", "translate", "animation"));
    if (!table.has("file")) {
      throw bad(where, table, "file", "names no file");
    }
    String named = text(where, table, "file");
    Path folder = file.toAbsolutePath().getParent();
    Path mesh;
    try {
      mesh = folder == null ? Path.of(named) : folder.resolve(named);
    } catch (java.nio.file.InvalidPathException e) {
      throw bad(where, table, "file", "'%s' is no file name: %s".formatted(named, e.getReason()));
    }
    if (!Files.isRegularFile(mesh)) {
      throw bad(where, table, "file", "there is no file '%s'".formatted(named));
    }
    if (!MeshFiles.isMesh(mesh)) {
      throw bad(
          where,
          table,
          "file",
          "'%s' is no mesh: names of meshes end in %s"
              .formatted(named, String.join(", ", MeshFiles.suffixes())));
    }
    double scale = table.has("scale") ? number(where, table, "scale") : 1;
    if (scale == 0) {
      throw bad(where, table, "scale", "a scale of 0 leaves nothing of the mesh");
    }
    MeshTransform transform =
        new MeshTransform(
            scale,
            vector(where, table, "rotate", new Vector3(0, 0, 0)),
            vector(where, table, "translate", new Vector3(0, 0, 0)));
    MeshFile read = MeshFiles.open(mesh, animation(where, table));
    return new MeshFile(
        read.meshes().map(each -> placed(where, table, transform, each)),
        read.cameras().stream()
            .map(
                each -> new NamedCamera(each.name(), () -> each.view().get().map(transform::apply)))
            .toList());
  }

  private List<Mesh> placed(
      String where, SettingsTable table, MeshTransform transform, List<Mesh> meshes) {
    try {
      return meshes.stream().map(transform::apply).toList();
    } catch (IllegalArgumentException e) {
      throw new SceneException(
          "%s: %s: %s".formatted(place(file, table.line()), where, e.getMessage()), e);
    }
  }

  private Optional<String> animation(String where, SettingsTable table) {
    Optional<Object> value = table.get("animation");
    if (value.isPresent() && !(value.get() instanceof String)) {
      double number = number(where, table, "animation");
      if (!(number >= 0) || number != Math.rint(number)) {
        throw bad(
            where, table, "animation", "animation is a name or a number, from 0 on, not " + number);
      }
      return Optional.of("%.0f".formatted(number));
    }
    return value.map(String.class::cast);
  }

  private Camera camera(String where, SettingsTable table) {
    check(where, table, Set.of("eye", "at", "up", "fov", "height", "near", "far"));
    for (String key : List.of("eye", "at", "near", "far")) {
      if (!table.has(key)) {
        throw bad(where, table, key, "has no " + key);
      }
    }
    try {
      return new Camera(
          vector(where, table, "eye", Vector3.UP),
          vector(where, table, "at", Vector3.UP),
          vector(where, table, "up", Vector3.UP),
          projection(where, table),
          number(where, table, "near"),
          far(where, table));
    } catch (Camera.NoViewException e) {
      String key = e.component().equals("fieldOfView") ? "fov" : e.component();
      throw bad(where, table, key, String.valueOf(e.getMessage()));
    }
  }

  private Projection projection(String where, SettingsTable table) {
    if (!table.has("height")) {
      return new Projection.Perspective(
          table.has("fov") ? number(where, table, "fov") : FIELD_OF_VIEW);
    }
    if (table.has("fov")) {
      throw bad(
          where,
          table,
          "height",
          "a camera has a fov, in perspective, or a height, if it is orthographic, not both");
    }
    return new Projection.Orthographic(number(where, table, "height"));
  }

  private double far(String where, SettingsTable table) {
    return table.get("far").orElse(0).equals("infinity")
        ? Double.POSITIVE_INFINITY
        : number(where, table, "far");
  }

  List<SettingsTable> tables(SettingsTable root, String key) {
    if (!(root.get(key).orElse(List.of()) instanceof List<?> list)) {
      throw bad("the scene", root, key, "%s is a list of tables, as in [[%s]]".formatted(key, key));
    }
    List<SettingsTable> tables = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof SettingsTable table)) {
        throw bad("%s %d".formatted(key, tables.size() + 1), root, key, "is no table");
      }
      tables.add(table);
    }
    return tables;
  }

  void check(String where, SettingsTable table, Set<String> known) {
    for (String name : table.keys()) {
      if (!known.contains(name)) {
        throw bad(
            where,
            table,
            name,
            "has no '%s'; it has %s"
                .formatted(name, String.join(", ", known.stream().sorted().toList())));
      }
    }
  }

  String text(String where, SettingsTable table, String key) {
    if (table.get(key).orElse(0) instanceof String text) {
      return text;
    }
    throw bad(where, table, key, key + " is a text in quotes");
  }

  private double number(String where, SettingsTable table, String key) {
    return number(where, table, key, key, table.get(key).orElse(Double.NaN));
  }

  double number(String where, SettingsTable table, String key, String name, Object value) {
    double number = value instanceof Number some ? some.doubleValue() : Double.NaN;
    if (!Double.isFinite(number)) {
      throw bad(where, table, key, name + " is not a number");
    }
    return number;
  }

  private Vector3 vector(String where, SettingsTable table, String key, Vector3 otherwise) {
    if (!table.has(key)) {
      return otherwise;
    }
    if (!(table.get(key).orElseThrow() instanceof List<?> list) || list.size() != 3) {
      throw bad(where, table, key, key + " is three numbers, as in [1, 2.5, -3]");
    }
    return new Vector3(
        number(where, table, key, key + "[0]", list.get(0)),
        number(where, table, key, key + "[1]", list.get(1)),
        number(where, table, key, key + "[2]", list.get(2)));
  }

  SceneException bad(String where, SettingsTable table, String key, String what) {
    return new SceneException("%s: %s: %s".formatted(place(file, table.line(key)), where, what));
  }
}
