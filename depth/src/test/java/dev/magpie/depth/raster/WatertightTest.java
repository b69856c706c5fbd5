package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions.Culling;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A surface cut into triangles covers each sample once, whatever is halved or clipped. */
class WatertightTest {
  private static final FrameShape SHAPE = new FrameShape(320, 200, TileShape.DEFAULT);

  @ParameterizedTest
  @ValueSource(doubles = {Scene.UNTESSELLATED, 200, 47.3, 20, 9.1, 3})
  void everySampleOfAPlaneIsCoveredOnce(double pixels) {
    Camera camera =
        new Camera(
            new Vector3(0.3, 1.1, -0.4),
            new Vector3(0, -2, 9),
            new Vector3(0.1, 1, 0),
            70,
            0.5,
            40);
    for (int seed = 0; seed < 6; seed++) {
      RasterOptions options = RasterOptions.DEFAULT.withTessellation(pixels).with(Culling.OFF);
      Frame frame = new FrontEnd(SHAPE, options).draw(List.of(ground(seed)), camera);
      int[] times = new int[SHAPE.tiles() * 64];
      FrontEndTest.forEach(
          frame.events(),
          (batch, e) -> {
            for (long left = batch.covered(e); left != 0; left &= left - 1) {
              times[batch.tile(e) * 64 + Long.numberOfTrailingZeros(left)]++;
            }
          });
      // The ground reaches beyond all sides and through the near and the far plane; it hides all
      // below the far plane's trace.
      for (int at = 0; at < times.length; at++) {
        assertThat(times[at])
            .as("sample %d of tile %d, seed %d", at % 64, at / 64, seed)
            .isLessThanOrEqualTo(1);
      }
      for (int x = 0; x < SHAPE.width(); x++) {
        boolean begun = false;
        for (int y = 0; y < SHAPE.height(); y++) {
          int tile = y / 8 * SHAPE.tilesX() + x / 8;
          boolean covered = times[tile * 64 + y % 8 * 8 + x % 8] == 1;
          assertThat(covered || !begun).as("sample %d,%d, seed %d", x, y, seed).isTrue();
          begun |= covered;
        }
        assertThat(begun).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {30, 10})
  void noEdgeStaysLongerThanAsked(double pixels) {
    // All in view, so that triangles are no larger than half the square of the longest edge.
    Camera camera =
        new Camera(new Vector3(0, 0, -5), new Vector3(0, 0, 0), new Vector3(0, 1, 0), 60, 0.5, 40);
    Mesh quad =
        new Mesh(
            "quad",
            new float[] {-2, -2, 0, 2, -2, 3, 2, 2, 0, -2, 2, -1},
            new int[] {0, 1, 2, 0, 2, 3});
    Frame whole = new FrontEnd(SHAPE, RasterOptions.DEFAULT).draw(List.of(quad), camera);
    Frame cut =
        new FrontEnd(SHAPE, RasterOptions.DEFAULT.withTessellation(pixels))
            .draw(List.of(quad), camera);
    assertThat(cut.coveredSamples()).isEqualTo(whole.coveredSamples());
    assertThat(cut.pixelsPerTriangle()).isLessThan(pixels * pixels / 2);
    assertThat((double) cut.triangles())
        .isBetween(
            2 * whole.coveredSamples() / (pixels * pixels),
            16 * whole.coveredSamples() / (pixels * pixels));
  }

  /** A plane of jittered quadrilaterals, each cut along a random diagonal. */
  private static Mesh ground(int seed) {
    Random random = new Random(seed);
    int side = 9;
    float[] positions = new float[3 * side * side];
    for (int n = 0; n < side * side; n++) {
      double x = (n % side - 4 + 0.5 * (random.nextDouble() - 0.5)) * 30;
      double z = (n / side - 4 + 0.5 * (random.nextDouble() - 0.5)) * 30;
      positions[3 * n] = (float) x;
      positions[3 * n + 1] = -1.5f;
      positions[3 * n + 2] = (float) z;
    }
    int[] indices = new int[6 * (side - 1) * (side - 1)];
    int at = 0;
    for (int j = 0; j < side - 1; j++) {
      for (int i = 0; i < side - 1; i++) {
        int a = j * side + i;
        int[] corners = {a, a + 1, a + side + 1, a + side};
        int turn = random.nextInt(2);
        for (int n : new int[] {0, 1, 2, 0, 2, 3}) {
          indices[at++] = corners[(n + turn) % 4];
        }
      }
    }
    return new Mesh("ground", positions, indices);
  }
}
