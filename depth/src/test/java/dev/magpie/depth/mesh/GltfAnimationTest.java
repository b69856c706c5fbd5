package dev.magpie.depth.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Moving;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GltfAnimationTest {
  private static final float HALF = (float) Math.sqrt(0.5);
  private static final String ONE_SCENE = "'scene':0,'scenes':[{'nodes':[0]}],";

  @TempDir private Path folder;

  private final GltfBuilder builder = new GltfBuilder();

  private MeshFile open(String rest) throws IOException {
    return MeshFiles.open(builder.write(folder.resolve("a.gltf"), rest), Optional.empty());
  }

  private static float[] at(MeshFile file, double time) {
    return file.meshes().at(time).getFirst().positions();
  }

  private static void near(float[] positions, double... expected) {
    assertThat(positions).hasSize(expected.length);
    for (int n = 0; n < expected.length; n++) {
      assertThat((double) positions[n]).isCloseTo(expected[n], within(1e-6));
    }
  }

  /** A triangle whose node's animation has one sampler. */
  private String triangle(String path, int input, int output, String more) {
    int position = builder.floats("VEC3", 1, 0, 0, 0, 2, 0, 0, 0, 3);
    return (ONE_SCENE
            + "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':%d}}]}],"
            + "'animations':[{'name':'turn','channels':[{'sampler':0,'target':{'node':0,'path':'%s'}}],"
            + "'samplers':[{'input':%d,'output':%d%s}]}]")
        .formatted(position, path, input, output, more);
  }

  @Test
  void aRotationGoesAlongTheArcAtAnEvenSpeed() throws IOException {
    int times = builder.floats("SCALAR", 1, 3);
    int turns = builder.floats("VEC4", 0, 0, 0, 1, 0, 0, HALF, HALF);
    MeshFile file = open(triangle("rotation", times, turns, ""));
    assertThat(file.meshes().seconds()).isEqualTo(2);
    for (int step = 0; step < 8; step++) {
      double angle = Math.toRadians(90) * step / 8;
      double c = Math.cos(angle);
      double s = Math.sin(angle);
      near(at(file, step / 4.0), c, s, 0, -2 * s, 2 * c, 0, 0, 0, 3);
    }
    // It begins anew.
    near(at(file, 2), 1, 0, 0, 0, 2, 0, 0, 0, 3);
    near(at(file, 3), at3(at(file, 1)));
  }

  private static double[] at3(float[] values) {
    double[] doubles = new double[values.length];
    for (int n = 0; n < values.length; n++) {
      doubles[n] = values[n];
    }
    return doubles;
  }

  @Test
  void theArcIsTheShorterOne() throws IOException {
    int times = builder.floats("SCALAR", 0, 1);
    // The same turns with one of them negative.
    int turns = builder.floats("VEC4", 0, 0, 0, 1, 0, 0, -HALF, -HALF);
    MeshFile file = open(triangle("rotation", times, turns, ""));
    double c = Math.cos(Math.PI / 4);
    near(at(file, 0.5), c, c, 0, -2 * c, 2 * c, 0, 0, 0, 3);
  }

  @Test
  void stepsAndLinesAndSplinesAreAsTheSpecificationSays() throws IOException {
    int times = builder.floats("SCALAR", 0, 2, 3);
    int values = builder.floats("VEC3", 0, 0, 0, 4, 0, 0, 4, 8, 0);
    MeshFile step = open(triangle("translation", times, values, ",'interpolation':'STEP'"));
    assertThat(at(step, 1.9)).startsWith(1, 0, 0);
    assertThat(at(step, 2)).startsWith(5, 0, 0);
    MeshFile line = open(triangle("translation", times, values, ",'interpolation':'LINEAR'"));
    assertThat(at(line, 1)).startsWith(3, 0, 0);
    assertThat(at(line, 2.25)).startsWith(5, 2, 0);
    float[] cubic = {
      9, 9, 9, 0, 0, 0, 3, 0, 0, //
      -1, 0, 0, 4, 0, 0, 2, 0, 5, //
      0, 7, 0, 4, 8, 0, 9, 9, 9
    };
    int splines = builder.floats("VEC3", cubic);
    MeshFile spline =
        open(triangle("translation", times, splines, ",'interpolation':'CUBICSPLINE'"));
    // At the middle of a step of 2 s: (v0 + v1) / 2 + 2 (b0 - a1) / 8.
    near(at(spline, 1), 1 + 2 + 1, 0, 0, 3, 2, 0, 3, 0, 3);
    // At a quarter of the last step of 1 s, term by term.
    double t = 0.25;
    double x = 4 + (t * t * t - 2 * t * t + t) * 2;
    double y = 8 * (3 * t * t - 2 * t * t * t) + (t * t * t - t * t) * 7;
    double z = (t * t * t - 2 * t * t + t) * 5;
    near(at(spline, 2.25), 1 + x, y, z, x, 2 + y, z, x, y, 3 + z);
  }

  @Test
  void aMorphAddsWhatItsWeightSaysAndThenTheNodePlacesIt() throws IOException {
    int position = builder.floats("VEC3", 1, 0, 0, 0, 1, 0, 0, 0, 1);
    int up = builder.sparse("VEC3", 3, "", new float[] {1}, 0, 2, 0);
    int out = builder.floats("VEC3", 1, 0, 0, 1, 0, 0, 1, 0, 0);
    String rest =
        ONE_SCENE
            + "'nodes':[{'mesh':0,'scale':[2,2,2]%s}],"
            + "'meshes':[{'weights':[0.5,0],'primitives':[{'attributes':{'POSITION':%d},"
                .formatted(position)
            + "'targets':[{'POSITION':%d},{'POSITION':%d}]}]}]%s".formatted(up, out, "%s");
    MeshFile rested = open(rest.formatted("", ""));
    assertThat(rested.meshes().seconds()).isZero();
    assertThat(at(rested, 0)).containsExactly(2, 0, 0, 0, 4, 0, 0, 0, 2);
    MeshFile ofNode = open(rest.formatted(",'weights':[0,1]", ""));
    assertThat(at(ofNode, 0)).containsExactly(4, 0, 0, 2, 2, 0, 2, 0, 2);
    int times = builder.floats("SCALAR", 0, 1);
    int weights = builder.numbers("SCALAR", GltfBuilder.UNSIGNED_BYTE, true, 0, 255, 255, 0);
    MeshFile moved =
        open(
            rest.formatted(
                "",
                ",'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}}],"
                    + "'samplers':[{'input':%d,'output':%d}]}]".formatted(times, weights)));
    assertThat(at(moved, 0)).containsExactly(4, 0, 0, 2, 2, 0, 2, 0, 2);
    assertThat(at(moved, 0.5)).containsExactly(3, 0, 0, 1, 4, 0, 1, 0, 2);
  }

  /** An arm of two units with a joint in the middle, bent by 90 degrees and by 45. */
  @Test
  void anArmOfTwoJointsBends() throws IOException {
    int position = builder.floats("VEC3", 0, 0, 0, 0, 1, 0, 0, 2, 0);
    int joints =
        builder.numbers(
            "VEC4", GltfBuilder.UNSIGNED_BYTE, false, 0, 9, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0);
    int weights = builder.floats("VEC4", 1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0);
    int inverses =
        builder.floats(
            "MAT4", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, //
            1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1);
    int times = builder.floats("SCALAR", 0, 1);
    int turns = builder.floats("VEC4", 0, 0, 0, 1, 0, 0, HALF, HALF);
    MeshFile file =
        open(
            "'scene':0,'scenes':[{'nodes':[0,1]}],"
                + "'nodes':[{'mesh':0,'skin':0,'translation':[99,9,9]},"
                + "{'translation':[10,0,0],'children':[2]},{'translation':[0,1,0]}],"
                + "'skins':[{'joints':[1,2],'inverseBindMatrices':%d}],".formatted(inverses)
                + "'meshes':[{'primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d}}]}],"
                    .formatted(position, joints, weights)
                + "'animations':[{'channels':[{'sampler':0,'target':{'node':2,'path':'rotation'}}],"
                + "'samplers':[{'input':%d,'output':%d}]}]".formatted(times, turns));
    // The mesh's own node has no say.
    near(at(file, 0), 10, 0, 0, 10, 1, 0, 10, 2, 0);
    double c = Math.sqrt(0.5);
    near(at(file, 0.5), 10, 0, 0, 10, 1, 0, 10 - c, 1 + c, 0);
    Moving<List<Mesh>> meshes = file.meshes();
    near(meshes.at(1 - 1e-12).getFirst().positions(), 10, 0, 0, 10, 1, 0, 9, 1, 0);
    assertThat(meshes.at(0.5)).as("is kept for the next pass").isSameAs(meshes.at(0.5));
  }

  @Test
  void whatDoesNotMoveIsTheSameMeshAtAllTimes() throws IOException {
    int times = builder.floats("SCALAR", 0, 1);
    int values = builder.floats("VEC3", 0, 0, 0, 4, 0, 0);
    String rest = triangle("translation", times, values, "");
    MeshFile file =
        open(
            rest.replace("'nodes':[0]", "'nodes':[0,1]")
                .replace(
                    "'nodes':[{'mesh':0}]", "'nodes':[{'mesh':0},{'mesh':0,'scale':[1,-1,1]}]"));
    List<Mesh> first = file.meshes().at(0);
    List<Mesh> later = file.meshes().at(0.5);
    assertThat(later.get(1)).isSameAs(first.get(1));
    assertThat(later.get(1).indices()).as("is mirrored").containsExactly(0, 2, 1);
    assertThat(later.get(0).indices()).isSameAs(first.get(0).indices());
    assertThat(later.get(0).positions()).startsWith(3, 0, 0);
  }

  @Test
  void framesAreSpreadOverAnAnimationOrSoManyASecond() throws IOException {
    int times = builder.floats("SCALAR", 1, 5);
    int values = builder.floats("VEC3", 0, 0, 0, 4, 0, 0);
    Path file = builder.write(folder.resolve("a.gltf"), triangle("translation", times, values, ""));
    Scene scene = Scenes.open(file.toString());
    assertThat(scene.seconds()).isEqualTo(4);
    for (int frame = 0; frame < 8; frame++) {
      assertThat(scene.time(frame, 8)).isEqualTo(frame / 2.0);
      assertThat(scene.meshes(frame, 8).getFirst().positions()).startsWith(1 + frame / 2f, 0, 0);
      assertThat(scene.withFramesPerSecond(1).meshes(frame, 8).getFirst().positions())
          .startsWith(1 + frame % 4, 0, 0);
    }
    assertThat(Scenes.open(file.toString(), viewing("none"), _ -> {}).seconds()).isZero();
    assertThat(Scenes.open(file.toString(), viewing("turn"), _ -> {}).seconds()).isEqualTo(4);
    assertThat(Scenes.open(file.toString(), viewing("0"), _ -> {}).seconds()).isEqualTo(4);
    assertThatThrownBy(() -> Scenes.open(file.toString(), viewing("run"), _ -> {}))
        .isInstanceOf(SceneException.class)
        .hasMessageEndingWith("a.gltf: has no animation 'run'; it has 0 'turn'");

    // The same in a scene file, beside another one that does not move, and with a pass.
    Files.writeString(folder.resolve("wall.obj"), "v -8 -8 5\nv 22 -8 5\nv -8 22 5\nf 1 2 3\n");
    Path described =
        Files.writeString(
            folder.resolve("s.toml"),
            """
            [[mesh]]
            file = "wall.obj"

            [[mesh]]
            file = "a.gltf"
            scale = 2
            animation = "turn"

            [[pass]]
            meshes = [2]
            """);
    DescribedScene placed = Scenes.openDescribed(described.toString(), Viewing.USUAL, _ -> {});
    assertThat(placed.scene().seconds()).isEqualTo(4);
    assertThat(placed.scene().meshes(2, 4)).hasSize(2);
    Scene drawn = placed.passes().getFirst().scene();
    assertThat(drawn.meshes(2, 4).getFirst().positions()).startsWith(6, 0, 0);
    Path none =
        Files.writeString(
            folder.resolve("t.toml"), Files.readString(described).replace("\"turn\"", "7"));
    assertThatThrownBy(() -> Scenes.open(none.toString()))
        .hasMessageEndingWith("has no animation '7'; it has 0 'turn'");
  }

  private static Viewing viewing(String animation) {
    return new Viewing(Viewing.USUAL.up(), Viewing.USUAL.aspect(), Optional.of(animation));
  }

  @Test
  void aCameraOfTheFileMovesWithItsNode() throws IOException {
    int times = builder.floats("SCALAR", 0, 1);
    int values = builder.floats("VEC4", 0, 0, 0, 1, 0, HALF, 0, HALF);
    Path file =
        builder.write(
            folder.resolve("a.gltf"),
            triangle("rotation", times, values, "")
                    .replace(
                        "'nodes':[{'mesh':0}]",
                        "'nodes':[{'mesh':0,'children':[1,2]},"
                            + "{'name':'still','camera':0},{'camera':1,'translation':[0,0,9]}]")
                + ",'cameras':[{'type':'perspective','perspective':{'yfov':1,'znear':0.5}},"
                + "{'type':'orthographic','name':'flat','orthographic':{'xmag':1,'ymag':3,'znear':1,'zfar':20}}]");
    DescribedScene scene = Scenes.openDescribed(file.toString(), Viewing.USUAL, _ -> {});
    Scene first = scene.withCameraOfFile("").scene();
    Camera camera = first.camera(0, 2);
    assertThat(camera.projection()).isEqualTo(new Projection.Perspective(Math.toDegrees(1)));
    assertThat(camera.far()).isInfinite();
    assertThat(camera.at().minus(camera.eye()).z()).isEqualTo(-1);
    // Turned by 45 degrees about y, it looks to -x as much as to -z.
    Camera turned = first.camera(1, 2);
    assertThat(turned.at().minus(turned.eye()).x()).isCloseTo(-Math.sqrt(0.5), within(1e-7));
    Camera flat = scene.withCameraOfFile("flat").scene().camera(1, 2);
    assertThat(flat).isEqualTo(scene.withCameraOfFile("1").scene().camera(1, 2));
    assertThat(flat.projection()).isEqualTo(new Projection.Orthographic(6));
    assertThat(flat.eye().x()).isCloseTo(9 * Math.sqrt(0.5), within(1e-6));
    assertThatThrownBy(() -> scene.withCameraOfFile("wide"))
        .hasMessageEndingWith("has no camera 'wide'; it has 0 'still', 1 'flat'");

    // A scene file places it with its mesh.
    String table = "[[mesh]]\nfile = \"a.gltf\"\nscale = %s\nrotate = [0, 90, 0]\n";
    Path placed = Files.writeString(folder.resolve("s.toml"), table.formatted("2"));
    Camera moved =
        Scenes.openDescribed(placed.toString(), Viewing.USUAL, _ -> {})
            .withCameraOfFile("flat")
            .scene()
            .camera(0, 2);
    assertThat(moved.projection()).isEqualTo(new Projection.Orthographic(12));
    assertThat(moved.near()).isEqualTo(2);
    assertThat(moved.eye().x()).isCloseTo(18, within(1e-6));
    assertThat(moved.eye().z()).isCloseTo(0, within(1e-6));
    Path none = Files.writeString(folder.resolve("n.toml"), table.formatted("0"));
    assertThatThrownBy(() -> Scenes.openDescribed(none.toString(), Viewing.USUAL, _ -> {}))
        .isInstanceOf(SceneException.class)
        .hasMessageEndingWith("n.toml:3: mesh 1: a scale of 0 leaves nothing of the mesh");
    Path nothing = Files.writeString(folder.resolve("t.toml"), table.formatted("1e-320"));
    DescribedScene gone = Scenes.openDescribed(nothing.toString(), Viewing.USUAL, _ -> {});
    assertThatThrownBy(() -> gone.withCameraOfFile("flat"))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining("cannot look at");
  }

  @Test
  void aFileWithoutMotionIsPlacedOnce() throws IOException {
    int position = builder.floats("VEC3", 1, 0, 0, 0, 2, 0, 0, 0, 3);
    MeshFile file =
        open(
            ONE_SCENE
                + "'nodes':[{'children':[1],'rotation':[0,0,%s,%s]},".formatted(HALF, HALF)
                + "{'mesh':0,'translation':[5,0,0],'scale':[2,1,1]}],"
                + "'meshes':[{'primitives':[{'attributes':{'POSITION':%d}}]}]".formatted(position));
    assertThat(file.meshes().seconds()).isZero();
    near(at(file, 0), 0, 7, 0, -2, 5, 0, 0, 5, 3);
    assertThat(file.meshes().at(7)).isSameAs(file.meshes().at(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'sampler':0 | 'sampler':4 | there is no sampler of animation 0 4",
        "'input':%I | 'input':77 | there is no accessor 77",
        "'input':%I | 'input':%O | times of keys are SCALAR, floats",
        "'output':%O | 'output':%I | rotations are VEC4, floats or integers",
        "'node':0 | 'node':5 | there is no node 5",
        "'mesh':0 | 'mesh':0,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1] | moves node 0, which has a matrix",
        "'path':'rotation' | 'path':'weights' | weights are SCALAR, floats or integers",
        "'rotation'}} | 'rotation'}},{'sampler':0,'target':{'node':0,'path':'rotation'}} | channel 1: another one has the rotation of node 0",
        "'input' | 'interpolation':'CUBIC','input' | CUBIC",
        "'input' | 'interpolation':'CUBICSPLINE','input' | 2 keys take 24 numbers, but accessor",
        "'mesh':0 | 'mesh':0,'skin':0 | there is no skin 0",
        "'mesh':0}], | 'mesh':0,'skin':0}],'skins':[{'joints':[3]}], | skin 0 has the joint 3, which is no node of the scene",
        "'mesh':0}], | 'mesh':0,'skin':0}],'skins':[{'joints':[0]}], | node 0, mesh 0, primitive 0 has a skin, but no JOINTS_0",
        "'mesh':0}], | 'mesh':0,'skin':0}],'skins':[{'joints':[0],'inverseBindMatrices':%O}], | inverse bind matrices are MAT4, floats",
        "'mesh':0 | 'mesh':0,'children':[0] | node 0 is its own descendant",
        "'primitives':[{ | 'weights':[1,2],'primitives':[{'targets':[{'NORMAL':0}], | there are 2 weights for the 1 morph targets",
        "'attributes' | 'targets':[{'POSITION':%I}],'attributes' | morph targets are VEC3, floats",
        "'attributes' | 'targets':[{'POSITION':%S}],'attributes' | morph target 0 is of 2 vertices, and there are 3",
      })
  void brokenAnimationsSayWhere(String from, String to, String message) throws IOException {
    int times = builder.floats("SCALAR", 0, 1);
    int turns = builder.floats("VEC4", 0, 0, 0, 1, 0, 0, HALF, HALF);
    int shorter = builder.floats("VEC3", 0, 0, 0, 1, 0, 0);
    String rest = triangle("rotation", times, turns, "");
    String replaced =
        rest.replace(named(from, times, turns, shorter), named(to, times, turns, shorter));
    assertThat(replaced).isNotEqualTo(rest);
    refused(replaced, message);
  }

  private static String named(String text, int times, int turns, int shorter) {
    return text.replace("%I", "" + times).replace("%O", "" + turns).replace("%S", "" + shorter);
  }

  private void refused(String rest, String message) {
    assertThatThrownBy(() -> open(rest))
        .isInstanceOf(SceneException.class)
        .hasMessageStartingWith(folder.resolve("a.gltf").toString())
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "0 0, key 1 is at 0.0 s, which is not after 0.0 s, the one before",
    "1 0.5, key 1 is at 0.5 s",
    "-1 1, key 0 is at -1.0 s, which is not after 0",
    "0 NaN, element 1 has NaN, which is not finite",
    "0 Infinity, element 1 has Infinity",
  })
  void timesOfKeysGrow(String times, String message) {
    String[] words = times.split(" ", -1);
    int input = builder.floats("SCALAR", Float.parseFloat(words[0]), Float.parseFloat(words[1]));
    int turns = builder.floats("VEC4", 0, 0, 0, 1, 0, 0, HALF, HALF);
    refused(triangle("rotation", input, turns, ""), message);
  }

  @Test
  void jointsAndMatricesAndSparseIndicesAreChecked() {
    int input = builder.floats("SCALAR", 0, 1);
    int zero = builder.floats("VEC4", 0, 0, 0, 1, 0, 0, 0, 0);
    refused(triangle("rotation", input, zero, ""), "key 1 has a quaternion of length 0.000");
    int one = builder.floats("VEC4", 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    int negative = builder.floats("VEC4", 1, 0, 0, 0, -1, 2, 0, 0, 1, 0, 0, 0);
    int none = builder.floats("VEC4", 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    int joints = builder.numbers("VEC4", GltfBuilder.UNSIGNED_BYTE, false, new float[12]);
    int beyond =
        builder.numbers(
            "VEC4", GltfBuilder.UNSIGNED_BYTE, false, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    int few = builder.numbers("VEC4", GltfBuilder.UNSIGNED_BYTE, false, new float[8]);
    float[] projective = new float[16];
    projective[11] = 1;
    int perspective = builder.floats("MAT4", projective);
    int turns = builder.floats("VEC4", 0, 0, 0, 1, 0, 0, HALF, HALF);
    String rest = triangle("rotation", input, turns, "");
    String skinned = rest.replace("'mesh':0}],", "'mesh':0,'skin':0}],'skins':[{'joints':[0]}],");
    refused(with(skinned, joints, negative), "vertex 1 has a weight of -1.0");
    refused(with(skinned, joints, none), "vertex 2 hangs on no joint");
    refused(with(skinned, beyond, one), "vertex 1 hangs on joint 1, but the skin has 1");
    refused(with(skinned, few, one), "has 3 vertices, 2 with joints and 3 with weights");
    StringBuilder sets = new StringBuilder(skinned);
    for (int set = 0; set < 17; set++) {
      sets.insert(sets.indexOf("'POSITION'"), "'JOINTS_%d':%d,".formatted(set, joints));
    }
    refused(sets.toString(), "has more than 16 sets of joints");
    refused(with(skinned, one, one), "joints are four unsigned bytes or shorts");
    refused(
        with(
            skinned.replace("'joints':[0]", "'joints':[0],'inverseBindMatrices':" + perspective),
            joints,
            one),
        "the inverse bind matrix of joint 0 ends with the row [0.0, 0.0, 1.0, 0.0], not 0, 0, 0, 1");
    int twice = builder.sparse("VEC3", 3, "", new float[] {1, 1}, 0, 2, 0, 0, 2, 0);
    int outside = builder.sparse("VEC3", 3, "", new float[] {1, 3}, 0, 2, 0, 0, 2, 0);
    int endless = builder.sparse("VEC3", 2_000_000_000, "", new float[] {1}, 0, 2, 0);
    String morphed = rest.replace("'attributes'", "'targets':[{'POSITION':%d}],'attributes'");
    refused(morphed.formatted(twice), "index 1 is 1, which is not within 3 elements and above");
    refused(morphed.formatted(outside), "index 1 is 3, which is not within 3 elements");
    refused(morphed.formatted(endless), "no bufferView and 2000000000 elements, of which at most");
  }

  private static String with(String rest, int joints, int weights) {
    return rest.replace(
        "'attributes':{", "'attributes':{'JOINTS_0':%d,'WEIGHTS_0':%d,".formatted(joints, weights));
  }

  @Test
  void whatIsMovedBeyondAllNumbersIsRefusedThen() throws IOException {
    int times = builder.floats("SCALAR", 0, 1);
    int values = builder.floats("VEC3", 1, 1, 1, 3e38f, 1, 1);
    MeshFile file = open(triangle("scale", times, values, ""));
    near(at(file, 0), 1, 0, 0, 0, 2, 0, 0, 0, 3);
    String moved = "'nodes':[{'mesh':0,'translation':[3e38,0,0]}]";
    MeshFile both =
        open(triangle("scale", times, values, "").replace("'nodes':[{'mesh':0}]", moved));
    assertThatThrownBy(() -> both.meshes().at(0.999))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining("node 0, mesh 0, primitive 0: vertex 0 (counted from 0) has the")
        .hasMessageContaining("which is not finite");
  }

  /** Files of random trees, against the specification's words in doubles. */
  @Test
  void randomFilesAreAsASecondReadingOfTheSpecificationHasThem() throws IOException {
    int skinned = 0;
    int morphed = 0;
    for (int seed = 0; seed < 60; seed++) {
      RandomGltf made = new RandomGltf(new Random(seed));
      String text = made.text();
      Path file = Files.writeString(folder.resolve("r.gltf"), text);
      skinned += text.contains("JOINTS_1") ? 1 : 0;
      morphed += text.contains("sparse") ? 1 : 0;
      MeshFile read = MeshFiles.open(file, Optional.of("0"));
      for (int step = 0; step < 7; step++) {
        double time = read.meshes().seconds() * step / 7;
        List<double[]> expected = new GltfOracle(text, 0, made.start() + time).positions();
        List<Mesh> meshes = read.meshes().at(time);
        assertThat(meshes).hasSameSizeAs(expected);
        for (int m = 0; m < meshes.size(); m++) {
          float[] positions = meshes.get(m).positions();
          double size = 1;
          for (double each : expected.get(m)) {
            size = Math.max(size, Math.abs(each));
          }
          for (int n = 0; n < positions.length; n++) {
            assertThat((double) positions[n])
                .as("file %d, time %s, mesh %d, coordinate %d", seed, time, m, n)
                .isCloseTo(expected.get(m)[n], within(2e-6 * size));
          }
        }
      }
    }
    assertThat(skinned).isGreaterThan(10);
    assertThat(morphed).isGreaterThan(10);
  }
}
