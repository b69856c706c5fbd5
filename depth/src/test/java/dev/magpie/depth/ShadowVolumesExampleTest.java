package dev.magpie.depth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Vector3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Makes the meshes of {@code docs/scenes/shadows.toml}: columns on a floor, and the volumes in
 * which the sun does not shine for them. With {@code -Dexample.renew=true} they are written anew.
 */
class ShadowVolumesExampleTest {
  private static final Path FOLDER = Path.of("../docs/scenes");
  private static final float FLOOR = 10;
  private static final float HALF = 0.4f;

  /** Where the sun's rays go, far enough to get from any column below the floor. */
  private static final float[] RAY = {4, -8, 3};

  /** A column on the floor. */
  private record Block(float x, float z, float height) {
    float least(int axis) {
      return axis == 1 ? 0 : (axis == 0 ? x : z) - HALF;
    }

    float most(int axis) {
      return axis == 1 ? height : (axis == 0 ? x : z) + HALF;
    }

    float corner(int number, int axis) {
      return ((number >> axis) & 1) == 0 ? least(axis) : most(axis);
    }
  }

  private static List<Block> columns() {
    List<Block> columns = new ArrayList<>();
    for (int x = -2; x <= 2; x++) {
      for (int z = -2; z <= 2; z++) {
        columns.add(new Block(2 * x, 2 * z, 1 + (3 * x + 5 * z + 50) % 7 * 0.4f));
      }
    }
    return columns;
  }

  /** Quads of a file, whose vertices run counter-clockwise seen from outside. */
  private static final class Quads {
    private final StringBuilder vertices = new StringBuilder();
    private final StringBuilder faces = new StringBuilder();
    private int count;

    void add(float[]... corners) {
      for (float[] corner : corners) {
        vertices.append(
            String.format(Locale.ROOT, "v %.1f %.1f %.1f%n", corner[0], corner[1], corner[2]));
      }
      faces.append("f %d %d %d %d%n".formatted(count + 1, count + 2, count + 3, count + 4));
      count += 4;
    }

    String text(String what) {
      return "# %s Made by ShadowVolumesExampleTest.%n".formatted(what) + vertices + faces;
    }
  }

  /** The corners of a side, by axis and end of it. */
  private static int[] side(int axis, int end) {
    int across = 1 << (axis + 1) % 3;
    int down = 1 << (axis + 2) % 3;
    int at = end << axis;
    return end == 1
        ? new int[] {at, at | across, at | across | down, at | down}
        : new int[] {at, at | down, at | across | down, at | across};
  }

  private static boolean lit(int axis, int end) {
    return end == 1 ? RAY[axis] < 0 : RAY[axis] > 0;
  }

  private static float[] point(Block block, int corner, boolean far) {
    float[] point = new float[3];
    for (int axis = 0; axis < 3; axis++) {
      point[axis] = block.corner(corner, axis) + (far ? RAY[axis] : 0);
    }
    return point;
  }

  private static String columnsFile() {
    Quads quads = new Quads();
    quads.add(
        new float[] {-FLOOR, 0, FLOOR},
        new float[] {FLOOR, 0, FLOOR},
        new float[] {FLOOR, 0, -FLOOR},
        new float[] {-FLOOR, 0, -FLOOR});
    for (Block block : columns()) {
      for (int side = 0; side < 6; side++) {
        int[] corners = side(side / 2, side % 2);
        quads.add(
            point(block, corners[0], false),
            point(block, corners[1], false),
            point(block, corners[2], false),
            point(block, corners[3], false));
      }
    }
    return quads.text("Columns on a floor.");
  }

  /** Sides that the sun shines on stay; the others go along its rays, with what lies between. */
  private static String volumesFile() {
    Quads quads = new Quads();
    for (Block block : columns()) {
      for (int side = 0; side < 6; side++) {
        int[] corners = side(side / 2, side % 2);
        boolean far = !lit(side / 2, side % 2);
        quads.add(
            point(block, corners[0], far),
            point(block, corners[1], far),
            point(block, corners[2], far),
            point(block, corners[3], far));
        for (int edge = 0; far && edge < 4; edge++) {
          int from = corners[edge];
          int to = corners[(edge + 1) % 4];
          if (onLitSide(from, to, side)) {
            quads.add(
                point(block, from, true),
                point(block, from, false),
                point(block, to, false),
                point(block, to, true));
          }
        }
      }
    }
    return quads.text("Where the columns' shadows are.");
  }

  /** Whether the other side of an edge is lit. */
  private static boolean onLitSide(int from, int to, int side) {
    for (int axis = 0; axis < 3; axis++) {
      int end = (from >> axis) & 1;
      if (end == ((to >> axis) & 1) && axis != side / 2) {
        return lit(axis, end);
      }
    }
    throw new AssertionError("no edge");
  }

  private static void isInDocs(String name, String text) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("example.renew")) {
      Files.writeString(file, text);
    }
    assertThat(file).hasContent(text);
  }

  @Test
  void meshesInDocsAreThese() throws IOException {
    isInDocs("columns.obj", columnsFile());
    isInDocs("shadow-volumes.obj", volumesFile());
  }

  /** What the volumes count is what rays from each sample towards the sun meet. */
  @Test
  void stencilIsWhereTheSunDoesNotShine() throws IOException {
    DescribedScene described =
        Scenes.openDescribed(FOLDER.resolve("shadows.toml").toString(), Viewing.USUAL, _ -> {});
    FrameShape shape = new FrameShape(320, 180, TileShape.DEFAULT);
    FrontEnd frontEnd = new FrontEnd(shape, RasterOptions.DEFAULT);
    frontEnd.clear();
    described.passes().getFirst().draw(frontEnd, 0, 1);
    StencilBuffer values =
        described.passes().get(1).draw(frontEnd, 0, 1).stencil().orElseThrow().values();
    Camera camera = described.scene().camera(0, 1);
    int shadowed = 0;
    int lit = 0;
    int different = 0;
    for (int y = 0; y < 180; y++) {
      for (int x = 0; x < 320; x++) {
        Optional<float[]> seen = seen(camera, (x + 0.5) / 320, (y + 0.5) / 180);
        boolean shadow = seen.isPresent() && shadowed(seen.get());
        shadowed += shadow ? 1 : 0;
        lit += shadow ? 0 : 1;
        different += shadow == (values.at(x, y) != 0) ? 0 : 1;
      }
    }
    assertThat(shadowed).isGreaterThan(5000);
    assertThat(lit).isGreaterThan(5000);
    assertThat(different).isLessThan(100);
  }

  /** The nearest point at a place of the frame. */
  private static Optional<float[]> seen(Camera camera, double across, double down) {
    Vector3 forward = camera.at().minus(camera.eye()).normalized();
    Vector3 right = forward.cross(camera.up()).normalized();
    double height = Math.tan(Math.toRadians(25));
    float[] eye = floats(camera.eye());
    float[] ray =
        floats(
            forward
                .plus(right.times((2 * across - 1) * height * 320 / 180))
                .plus(right.cross(forward).times((1 - 2 * down) * height)));
    double nearest = Double.POSITIVE_INFINITY;
    if (ray[1] < 0) {
      double t = -eye[1] / ray[1];
      boolean onFloor =
          Math.abs(eye[0] + t * ray[0]) < FLOOR && Math.abs(eye[2] + t * ray[2]) < FLOOR;
      nearest = onFloor ? t : nearest;
    }
    for (Block block : columns()) {
      nearest = Math.min(nearest, enters(block, eye, ray));
    }
    if (Double.isInfinite(nearest)) {
      return Optional.empty();
    }
    float[] point = new float[3];
    for (int axis = 0; axis < 3; axis++) {
      point[axis] = (float) (eye[axis] + nearest * ray[axis]);
    }
    return Optional.of(point);
  }

  private static float[] floats(Vector3 vector) {
    return new float[] {(float) vector.x(), (float) vector.y(), (float) vector.z()};
  }

  private static boolean shadowed(float[] point) {
    float[] towards = {-RAY[0], -RAY[1], -RAY[2]};
    // A little off the surface that it is on, along the ray.
    float[] from = new float[3];
    for (int axis = 0; axis < 3; axis++) {
      from[axis] = point[axis] + 1e-4f * towards[axis];
    }
    return columns().stream().anyMatch(block -> enters(block, from, towards) < 1);
  }

  /** Where a ray enters a block, or infinity; from inside, at once. */
  private static double enters(Block block, float[] from, float[] ray) {
    double first = 0;
    double last = Double.POSITIVE_INFINITY;
    for (int axis = 0; axis < 3; axis++) {
      double a = (block.least(axis) - from[axis]) / (double) ray[axis];
      double b = (block.most(axis) - from[axis]) / (double) ray[axis];
      first = Math.max(first, Math.min(a, b));
      last = Math.min(last, Math.max(a, b));
    }
    return first <= last ? first : Double.POSITIVE_INFINITY;
  }
}
