package dev.magpie.depth;

import dev.magpie.depth.draws.DrawStreamWriter;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.raster.DepthBias;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.NamedCamera;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.settings.SettingsTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The passes of a scene file:
 *
 * <pre>{@code
 * [[pass]]                 # drawn in this order, in every frame
 * name = "shadow"          # left out: its number, as in "pass 1"
 * target = "sun"           # a depth buffer; left out: the frame's
 * size = [2048, 2048]      # its pixels, where it is first named; left out: as many as the frame's
 * range = "normal"         # or "reversed", likewise
 * format = "d24"           # or "d16", "d32f", likewise; left out: as the frame's
 * samples = 4              # of a pixel: 1, 2, 4 or 8, likewise; left out: as many as the frame's
 * meshes = [1, 2]          # numbers of mesh tables; left out: all
 * test = "less"            # left out: the test that nearer samples pass
 * writes = "on"            # or "off"
 * stencil = { ... }        # see StencilTables; left out: none
 * clear-stencil = 0        # what all stencil values become first; left out: they stay
 * bias = [2, 1.5]          # units and slope
 * cull = "none"            # or "back", "front"; left out: as the scene's
 * camera = [{ ... }]       # as the scene's, or "gltf:NAME"; left out: these
 * }</pre>
 */
final class PassTables {
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "target",
          "size",
          "range",
          "format",
          "samples",
          "meshes",
          "test",
          "writes",
          "bias",
          "cull",
          "camera",
          "stencil",
          "clear-stencil");

  private final SceneFile file;
  private final Scene scene;
  private final List<Moving<List<Mesh>>> meshes;
  private final List<NamedCamera> cameras;
  private final Map<String, Pass.Target> targets = new HashMap<>();

  /**
   * @param meshes those of each mesh table
   * @param cameras of mesh files
   */
  PassTables(
      SceneFile file, Scene scene, List<Moving<List<Mesh>>> meshes, List<NamedCamera> cameras) {
    this.file = file;
    this.scene = scene;
    this.meshes = meshes;
    this.cameras = cameras;
  }

  List<Pass> read(SettingsTable root) {
    List<Pass> passes = new ArrayList<>();
    for (SettingsTable table : file.tables(root, "pass")) {
      String where = "pass %d".formatted(passes.size() + 1);
      file.check(where, table, KEYS);
      String name = table.has("name") ? name(where, table, "name") : where;
      if (passes.stream().anyMatch(pass -> pass.name().equals(name))) {
        throw file.bad(where, table, "name", "there is another pass '%s'".formatted(name));
      }
      Pass.Target target = target(where, table, passes);
      StencilTables stencil = new StencilTables(this, file);
      DepthState state = state(where, table, target.range(), stencil);
      if (passes.stream().noneMatch(pass -> pass.target().equals(target))) {
        checkFirst(where, table, target.range(), state);
      }
      passes.add(
          new Pass(
              name,
              target,
              scene(where, table),
              state,
              stencil.clear(where, table),
              Optional.empty()));
    }
    return passes;
  }

  /** A name that streams of draws can have, too. */
  private String name(String where, SettingsTable table, String key) {
    String name = file.text(where, table, key);
    if (!DrawStreamWriter.keeps(name)) {
      throw file.bad(
          where,
          table,
          key,
          "%s has at most %d bytes and no control character"
              .formatted(key, DrawStreamWriter.MOST_NAME_BYTES));
    }
    return name;
  }

  private Pass.Target target(String where, SettingsTable table, List<Pass> before) {
    String name = table.has("target") ? name(where, table, "target") : Pass.FRAME;
    Pass.Target known = targets.get(name);
    if (known == null) {
      int[] size = table.has("size") ? size(where, table) : new int[] {0, 0};
      DepthRange range = word(where, table, "range", DepthRange.values(), DepthRange.NORMAL);
      Optional<DepthFormat> format =
          table.has("format")
              ? Optional.of(word(where, table, "format", DepthFormat.values(), DepthFormat.D24))
              : Optional.empty();
      Pass.Target target =
          new Pass.Target(name, size[0], size[1], range, format, samples(where, table));
      targets.put(name, target);
      return target;
    }
    for (String key : List.of("size", "range", "format", "samples")) {
      if (table.has(key)) {
        throw file.bad(
            where, table, key, "the %s of target '%s' is said before".formatted(key, name));
      }
    }
    if (!before.getLast().target().equals(known)) {
      throw file.bad(
          where,
          table,
          "target",
          "pass '%s' lies between it and the others of target '%s', which follow one another"
              .formatted(before.getLast().name(), name));
    }
    return known;
  }

  /**
   * Refuses the first state of a target in which no sample passes, unless for what stencil does.
   */
  private void checkFirst(String where, SettingsTable table, DepthRange range, DepthState state) {
    if (!state.stencil().isOff()) {
      return;
    }
    try {
      range.check(state.test());
    } catch (IllegalArgumentException e) {
      throw file.bad(where, table, "test", String.valueOf(e.getMessage()));
    }
    if (state.test() == DepthTest.NEVER || state.test() == DepthTest.EQUAL) {
      throw file.bad(
          where,
          table,
          "test",
          "the target is clear, and no sample passes '%s'; nearer samples pass '%s'"
              .formatted(state.test(), range.nearer()));
    }
  }

  private Optional<Multisampling> samples(String where, SettingsTable table) {
    if (!table.has("samples")) {
      return Optional.empty();
    }
    double number =
        file.number(where, table, "samples", "samples", table.get("samples").orElseThrow());
    return Optional.of(
        Arrays.stream(Multisampling.values())
            .filter(each -> each.samples() == number)
            .findFirst()
            .orElseThrow(
                () -> file.bad(where, table, "samples", "a pixel has 1, 2, 4 or 8 samples")));
  }

  private int[] size(String where, SettingsTable table) {
    double[] size = numbers(where, table, "size", 2, "is two numbers of pixels, as in [1024, 768]");
    for (double side : size) {
      if (!(side >= 1 && side <= FrameShape.MAX_SIDE) || side != Math.rint(side)) {
        throw file.bad(
            where,
            table,
            "size",
            "a side has 1 to %d pixels, a whole number".formatted(FrameShape.MAX_SIDE));
      }
    }
    return new int[] {(int) size[0], (int) size[1]};
  }

  private Scene scene(String where, SettingsTable table) {
    Optional<Moving<Camera>> moving = file.cameraOfFile(where, table, cameras);
    List<Camera> path = moving.isPresent() ? List.of() : file.path(where + ": ", table);
    Scene pass = scene(where, table, path);
    return moving.map(pass::withCamera).orElse(pass);
  }

  private Scene scene(String where, SettingsTable table, List<Camera> path) {
    return new Scene(
        scene.name(),
        table.has("meshes") ? chosen(where, table) : scene.moving(),
        path.isEmpty() ? scene.path() : path,
        path.isEmpty() ? scene.movingCamera() : Optional.empty(),
        scene.framesPerSecond(),
        scene.tessellation(),
        word(where, table, "cull", FaceCulling.values(), scene.faceCulling()));
  }

  private Moving<List<Mesh>> chosen(String where, SettingsTable table) {
    List<Moving<List<Mesh>>> chosen = new ArrayList<>();
    for (double number :
        numbers(where, table, "meshes", -1, "is a list of numbers of meshes, as in [1, 3]")) {
      if (!(number >= 1 && number <= meshes.size()) || number != Math.rint(number)) {
        throw file.bad(
            where,
            table,
            "meshes",
            "there is no mesh %s; there are %d".formatted(shown(number), meshes.size()));
      }
      chosen.add(meshes.get((int) number - 1));
    }
    return Moving.together(chosen);
  }

  private static String shown(double number) {
    return number == Math.rint(number) ? "%.0f".formatted(number) : Double.toString(number);
  }

  private DepthState state(
      String where, SettingsTable table, DepthRange range, StencilTables stencil) {
    DepthTest test = word(where, table, "test", DepthTest.values(), range.nearer());
    DepthState.Writes writes =
        word(where, table, "writes", DepthState.Writes.values(), DepthState.Writes.ON);
    double[] bias =
        table.has("bias")
            ? numbers(where, table, "bias", 2, "is two numbers, units and slope, as in [2, 1.5]")
            : new double[2];
    try {
      return new DepthState(
          test, writes, new DepthBias(bias[0], bias[1]), stencil.read(where, table));
    } catch (IllegalArgumentException e) {
      throw file.bad(where, table, "bias", String.valueOf(e.getMessage()));
    }
  }

  <E extends Enum<E>> E word(
      String where, SettingsTable table, String key, E[] words, E otherwise) {
    if (!table.has(key)) {
      return otherwise;
    }
    String word = file.text(where, table, key);
    return Arrays.stream(words)
        .filter(each -> each.toString().equals(word))
        .findFirst()
        .orElseThrow(() -> unknown(where, table, key, words));
  }

  private SceneException unknown(String where, SettingsTable table, String key, Object[] words) {
    List<String> all = Arrays.stream(words).map(each -> "\"" + each + "\"").toList();
    String most = String.join(", ", all.subList(0, all.size() - 1));
    return file.bad(where, table, key, "%s is %s or %s".formatted(key, most, all.getLast()));
  }

  /**
   * A list of numbers.
   *
   * @param count how many, or -1 for any number but none
   */
  private double[] numbers(
      String where, SettingsTable table, String key, int count, String problem) {
    if (!(table.get(key).orElseThrow() instanceof List<?> list)
        || list.isEmpty()
        || (count >= 0 && list.size() != count)) {
      throw file.bad(where, table, key, key + " " + problem);
    }
    double[] numbers = new double[list.size()];
    for (int n = 0; n < numbers.length; n++) {
      numbers[n] = file.number(where, table, key, "%s[%d]".formatted(key, n), list.get(n));
    }
    return numbers;
  }
}
