package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.scene.FaceCulling;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RasterizerOracleTest {
  private static final int WIDTH = 45;
  private static final int HEIGHT = 30;

  @ParameterizedTest
  @EnumSource(PlaneFormat.class)
  void randomTrianglesEndInTheDepthsOfAPlainDepthBuffer(PlaneFormat format) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      FrameShape shape = new FrameShape(WIDTH, HEIGHT, TileShape.DEFAULT);
      TileDepths tiles = new TileDepths(shape, RasterOptions.DEFAULT.with(format));
      TriangleRasterizer rasterizer =
          new TriangleRasterizer(shape, format, FaceCulling.NONE, tiles);
      ReferenceRasterizer reference = new ReferenceRasterizer(WIDTH, HEIGHT, format);
      for (int n = 0; n < 40; n++) {
        int[] x = new int[3];
        int[] y = new int[3];
        long[] z = new long[3];
        triangle(random, x, y, z);
        rasterizer.draw(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
        reference.draw(x, y, z);
        assertThat(tiles.coveredSamples())
            .as("seed %d, triangle %d", seed, n)
            .isEqualTo(reference.covered);
      }
      for (int row = 0; row < HEIGHT; row++) {
        for (int column = 0; column < WIDTH; column++) {
          assertThat(tiles.buffer().at(column, row))
              .as("seed %d, sample %d,%d", seed, column, row)
              .isEqualTo(reference.depths[row * WIDTH + column]);
        }
      }
      assertThat(reference.worstExcess).isLessThan(1e-3);
    }
  }

  /** Vertices on samples and off them, triangles large and small, slivers, all depths. */
  private static void triangle(Random random, int[] x, int[] y, long[] z) {
    int kind = random.nextInt(4);
    int grid = random.nextBoolean() ? 128 : 1;
    int reach = kind == 0 ? 40 * 256 : kind == 1 ? 3 * 256 : 12 * 256;
    int startX = random.nextInt(WIDTH * 256);
    int startY = random.nextInt(HEIGHT * 256);
    for (int v = 0; v < 3; v++) {
      x[v] = (startX + random.nextInt(-reach, reach)) / grid * grid;
      y[v] = (startY + random.nextInt(-reach, reach)) / grid * grid;
      z[v] = (long) (random.nextDouble() * ((1L << 24) - 1) * 256);
    }
    if (kind == 2) {
      double share = random.nextDouble() * 2;
      x[2] = (int) (x[0] + share * (x[1] - x[0])) + random.nextInt(-40, 40);
      y[2] = (int) (y[0] + share * (y[1] - y[0])) + random.nextInt(-40, 40);
    } else if (kind == 3) {
      // On two rows or columns of samples, so that edges run through them.
      x[1] = x[0];
      y[2] = y[0];
    }
    if (random.nextInt(3) > 0) {
      z[1] = Math.clamp(z[0] + random.nextInt(-50_000, 50_000), 0, ((1L << 24) - 1) * 256);
      z[2] = Math.clamp(z[0] + random.nextInt(-50_000, 50_000), 0, ((1L << 24) - 1) * 256);
    }
  }
}
