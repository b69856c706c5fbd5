package dev.magpie.depth.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Makes {@code docs/scenes/arm.gltf}, a bending arm on a floor and a ball that swells and jumps,
 * seen by a camera that goes around them. With {@code -Dexample.renew=true} it is written anew.
 */
class AnimatedExampleTest {
  private static final Path FILE = Path.of("../docs/scenes/arm.gltf");
  private static final int RINGS = 9;
  private static final int SIDES = 8;
  private static final int BANDS = 6;
  private static final int SECTORS = 10;
  private static final float LENGTH = 3;

  private final GltfBuilder builder = new GltfBuilder();

  private static float cos(double turns) {
    return (float) StrictMath.cos(2 * Math.PI * turns);
  }

  private static float sin(double turns) {
    return (float) StrictMath.sin(2 * Math.PI * turns);
  }

  /** A quaternion about an axis: 0, 1 or 2. */
  private static float[] turn(int axis, double turns) {
    float[] quaternion = new float[4];
    quaternion[axis] = sin(turns / 2);
    quaternion[3] = cos(turns / 2);
    return quaternion;
  }

  private static float[] join(float[]... parts) {
    int length = Arrays.stream(parts).mapToInt(each -> each.length).sum();
    float[] all = new float[length];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /** Quads between rings of vertices, which begin anew behind the last one if they are closed. */
  private int grid(int rows, int columns, int stride, boolean closed) {
    float[] corners = new float[6 * rows * columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        int next = closed ? (column + 1) % columns : column + 1;
        int a = row * stride + column;
        int b = row * stride + next;
        int at = 6 * (row * columns + column);
        float[] quad = {a, a + stride, b, b, a + stride, b + stride};
        System.arraycopy(quad, 0, corners, at, 6);
      }
    }
    return builder.numbers("SCALAR", GltfBuilder.UNSIGNED_SHORT, false, corners);
  }

  /** A tube along y that hangs on three joints, each a unit above the one before. */
  private String arm() {
    float[] positions = new float[3 * RINGS * SIDES];
    float[] joints = new float[4 * RINGS * SIDES];
    float[] weights = new float[4 * RINGS * SIDES];
    for (int ring = 0; ring < RINGS; ring++) {
      float y = LENGTH * ring / (RINGS - 1);
      float radius = ring == RINGS - 1 ? 0 : 0.4f - 0.08f * y;
      // Halfway between two joints a vertex hangs on both alike.
      float place = Math.clamp(y - 0.5f, 0, 2);
      int joint = Math.min(1, (int) place);
      int share = Math.round(255 * (place - joint));
      for (int side = 0; side < SIDES; side++) {
        int v = ring * SIDES + side;
        positions[3 * v] = radius * cos((double) side / SIDES);
        positions[3 * v + 1] = y;
        positions[3 * v + 2] = radius * sin((double) side / SIDES);
        joints[4 * v] = joint;
        joints[4 * v + 1] = joint + 1f;
        weights[4 * v] = 255f - share;
        weights[4 * v + 1] = share;
      }
    }
    return "{'name':'arm','primitives':[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d},'indices':%d}]}"
        .formatted(
            builder.floats("VEC3", positions),
            builder.numbers("VEC4", GltfBuilder.UNSIGNED_BYTE, false, joints),
            builder.numbers("VEC4", GltfBuilder.UNSIGNED_BYTE, true, weights),
            grid(RINGS - 1, SIDES, SIDES, true));
  }

  /** A ball whose upper half swells. */
  private String ball() {
    int stride = SECTORS + 1;
    float[] positions = new float[3 * (BANDS + 1) * stride];
    int upper = BANDS / 2 * stride;
    float[] places = new float[upper];
    float[] changes = new float[3 * upper];
    for (int band = 0; band <= BANDS; band++) {
      for (int sector = 0; sector <= SECTORS; sector++) {
        int v = band * stride + sector;
        float flat = sin(0.5 * band / BANDS);
        positions[3 * v] = flat * cos((double) sector / SECTORS);
        positions[3 * v + 1] = cos(0.5 * band / BANDS);
        positions[3 * v + 2] = flat * -sin((double) sector / SECTORS);
        if (v < upper) {
          places[v] = v;
          changes[3 * v] = positions[3 * v];
          changes[3 * v + 2] = positions[3 * v + 2];
          changes[3 * v + 1] = positions[3 * v + 1] / 2;
        }
      }
    }
    return "{'name':'ball','primitives':[{'attributes':{'POSITION':%d},'indices':%d,'targets':[{'POSITION':%d}]}]}"
        .formatted(
            builder.floats("VEC3", positions),
            grid(BANDS, SECTORS, stride, false),
            builder.sparse("VEC3", positions.length / 3, "", places, changes));
  }

  private String floor() {
    return "{'name':'floor','primitives':[{'attributes':{'POSITION':%d},'mode':5}]}"
        .formatted(builder.floats("VEC3", -4, 0, -4, -4, 0, 4, 4, 0, -4, 4, 0, 4));
  }

  private String text() {
    String meshes = String.join(",\n", arm(), ball(), floor());
    float[] inverses = new float[48];
    for (int joint = 0; joint < 3; joint++) {
      for (int n = 0; n < 4; n++) {
        inverses[16 * joint + 5 * n] = 1;
      }
      inverses[16 * joint + 13] = -joint;
    }
    int seconds = builder.floats("SCALAR", 0, 0.5f, 1, 1.5f, 2);
    int ends = builder.floats("SCALAR", 0, 1, 2);
    int bends =
        builder.floats(
            "VEC4", join(turn(2, 0), turn(2, 0.12), turn(2, 0), turn(2, -0.12), turn(2, 0)));
    int twists = builder.floats("VEC4", join(turn(0, 0), turn(0, 0.15), turn(0, 0)));
    int jumps = builder.floats("VEC3", 2, 0.8f, 0, 2, 1.6f, 0, 2, 0.8f, 0, 2, 1.6f, 0, 2, 0.8f, 0);
    // Tangents of zero: it rests at both ends.
    int swells = builder.floats("SCALAR", 0, 0, 0, 0, 1, 0, 0, 0, 0);
    int rounds = builder.floats("VEC4", join(turn(1, 0), turn(1, 0.1), turn(1, 0)));
    int whole = builder.floats("VEC4", join(turn(1, 0), turn(1, 0.5), turn(1, 1)));
    int skin = builder.floats("MAT4", inverses);
    return builder.text(
        """
        'scene':0,
        'scenes':[{'nodes':[0,1,2,3,7]}],
        'nodes':[
        {'name':'arm','mesh':0,'skin':0},
        {'name':'ball','mesh':1,'translation':[2,0.8,0],'scale':[0.8,0.8,0.8]},
        {'name':'floor','mesh':2},
        {'name':'shoulder','children':[4]},
        {'name':'elbow','translation':[0,1,0],'children':[5]},
        {'name':'wrist','translation':[0,1,0]},
        {'name':'orbit','camera':0,'translation':[0,1,9]},
        {'name':'pivot','translation':[0,1,0],'children':[6]}],
        'cameras':[{'type':'perspective','perspective':{'yfov':0.8,'znear':0.5,'zfar':40}}],
        'skins':[{'joints':[3,4,5],'inverseBindMatrices':%d}],
        'meshes':[
        %s],
        'animations':[
        {'name':'wave','channels':[
        {'sampler':0,'target':{'node':4,'path':'rotation'}},
        {'sampler':1,'target':{'node':5,'path':'rotation'}},
        {'sampler':2,'target':{'node':1,'path':'translation'}},
        {'sampler':3,'target':{'node':1,'path':'weights'}},
        {'sampler':4,'target':{'node':7,'path':'rotation'}}],
        'samplers':[
        {'input':%d,'output':%d},
        {'input':%d,'output':%d},
        {'input':%d,'output':%d},
        {'input':%d,'output':%d,'interpolation':'CUBICSPLINE'},
        {'input':%d,'output':%d}]},
        {'name':'turn','channels':[{'sampler':0,'target':{'node':3,'path':'rotation'}}],
        'samplers':[{'input':%d,'output':%d}]}]\
        """
            .formatted(
                skin, meshes, seconds, bends, ends, twists, seconds, jumps, ends, swells, ends,
                rounds, ends, whole));
  }

  @Test
  void theFileIsTheOneThatIsMadeHere() throws IOException {
    String text = text();
    if (Boolean.getBoolean("example.renew")) {
      Files.createDirectories(FILE.getParent());
      Files.writeString(FILE, text);
    }
    assertThat(FILE).hasContent(text);
    MeshFile file = MeshFiles.open(FILE, Optional.empty());
    assertThat(file.meshes().seconds()).isEqualTo(2);
    for (int step = 0; step < 10; step++) {
      double time = step / 5.0;
      List<double[]> expected = new GltfOracle(text, 0, time).positions();
      List<Mesh> meshes = file.meshes().at(time);
      for (int m = 0; m < expected.size(); m++) {
        float[] positions = meshes.get(m).positions();
        for (int n = 0; n < positions.length; n++) {
          assertThat(Math.abs(positions[n] - expected.get(m)[n])).isLessThan(1e-5);
        }
      }
    }
    assertThat(MeshFiles.open(FILE, Optional.of("turn")).meshes().seconds()).isEqualTo(2);
  }

  @Test
  void theSceneFileBesideItHasPasses() throws IOException {
    DescribedScene scene = Scenes.openDescribed("../docs/scenes/arm.toml", Viewing.USUAL, _ -> {});
    assertThat(scene.passes().stream().map(pass -> pass.name()))
        .containsExactly("shadow", "prepass", "opaque");
    Scene seen = scene.withCameraOfFile("orbit").scene();
    assertThat(seen.camera(0, 4)).isNotEqualTo(seen.camera(1, 4));
  }
}
