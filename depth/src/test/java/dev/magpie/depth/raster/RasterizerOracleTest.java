package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.scene.FaceCulling;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RasterizerOracleTest {
  static final int WIDTH = 45;
  static final int HEIGHT = 30;

  @ParameterizedTest
  @EnumSource(PlaneFormat.class)
  void randomTrianglesEndInTheDepthsOfAPlainDepthBuffer(PlaneFormat format) {
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      Multisampling samples = List.of(Multisampling.values()).get(seed % 4);
      FrameShape shape = FrameShape.ofPixels(WIDTH, HEIGHT, TileShape.DEFAULT.with(samples));
      TileDepths tiles = new TileDepths(shape, RasterOptions.DEFAULT.with(format));
      TriangleRasterizer rasterizer =
          new TriangleRasterizer(shape, format, FaceCulling.NONE, tiles);
      ReferenceRasterizer reference = reference(format, PlaneEquation.CLEAR_DEPTH, samples);
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
      compare("seed %d".formatted(seed), tiles.buffer(), reference);
      assertThat(reference.worstExcess).isLessThan(1e-3);
    }
  }

  static ReferenceRasterizer reference(PlaneFormat format, int clear, Multisampling samples) {
    return new ReferenceRasterizer(WIDTH, HEIGHT, format, clear, samples.samples());
  }

  static void compare(String name, DepthBuffer depths, ReferenceRasterizer reference) {
    int samples = depths.shape().tile().multisampling().samples();
    for (int n = 0; n < reference.depths.length; n++) {
      int pixel = n / samples;
      int column = pixel % WIDTH;
      int row = pixel / WIDTH;
      int depth = StandardSamples.depth(depths, column, row, n % samples);
      if (depth != reference.depths[n]) {
        fail(
            "%s, pixel %d,%d, sample %d of %d: %d, not %d",
            name, column, row, n % samples, samples, depth, reference.depths[n]);
      }
    }
  }

  /** Depths that were 5 to 10 units off, of a triangle that covers the screen. */
  @Test
  void depthsAreExactHoweverFarOffTheScreenCornersAre() {
    FrameShape shape = new FrameShape(1920, 1080, TileShape.DEFAULT);
    float[] positions = {
      -7.9f, 3.55468f, .50019f, 2.82301f, -7.9f, .49998f, 7.41795f, 7.9f, .50013f
    };
    int[] x = new int[3];
    int[] y = new int[3];
    long[] z = new long[3];
    for (int v = 0; v < 3; v++) {
      x[v] = (int) Math.rint((positions[3 * v] + 1) * 960 * 256);
      y[v] = (int) Math.rint((1 - positions[3 * v + 1]) * 540 * 256);
      z[v] = (long) Math.rint(positions[3 * v + 2] * (double) ((1 << 24) - 1) * 256);
    }
    TileDepths tiles = new TileDepths(shape, RasterOptions.DEFAULT.with(PlaneFormat.FIXED));
    new TriangleRasterizer(shape, PlaneFormat.FIXED, FaceCulling.NONE, tiles)
        .draw(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
    double area = (double) (x[1] - x[0]) * (y[2] - y[0]) - (double) (x[2] - x[0]) * (y[1] - y[0]);
    for (int row = 0; row < 1080; row += 7) {
      for (int column = 0; column < 1920; column += 7) {
        double px = 256.0 * column + 128 - x[0];
        double py = 256.0 * row + 128 - y[0];
        double b = (px * (y[2] - y[0]) - (x[2] - x[0]) * py) / area;
        double c = ((x[1] - x[0]) * py - px * (y[1] - y[0])) / area;
        double exact = (z[0] + b * (z[1] - z[0]) + c * (z[2] - z[0])) / 256;
        assertThat((double) tiles.buffer().at(column, row))
            .as("sample %d,%d", column, row)
            .isCloseTo(exact, within(2.0));
      }
    }
  }

  /** Slivers behind a wall were in front of it where their gradients end. */
  @ParameterizedTest
  @EnumSource(PlaneFormat.class)
  void noSliverPunchesAHole(PlaneFormat format) {
    Random random = new Random(7);
    FrameShape shape = new FrameShape(WIDTH, HEIGHT, TileShape.DEFAULT);
    long wall = (1L << 22) * 256;
    int capped = 0;
    for (int n = 0; n < 3000; n++) {
      TileDepths tiles = new TileDepths(shape, RasterOptions.DEFAULT.with(format));
      TriangleRasterizer rasterizer =
          new TriangleRasterizer(shape, format, FaceCulling.NONE, tiles);
      int far = 100 * 256;
      rasterizer.draw(-far, -far, wall, 5 * far, -far, wall, -far, 5 * far, wall);
      int[] x = new int[3];
      int[] y = new int[3];
      long[] z = new long[3];
      for (int v = 0; v < 2; v++) {
        x[v] = random.nextInt(WIDTH * 256);
        y[v] = random.nextInt(HEIGHT * 256);
      }
      double share = random.nextDouble();
      x[2] = (int) (x[0] + share * (x[1] - x[0])) + random.nextInt(-2, 3);
      y[2] = (int) (y[0] + share * (y[1] - y[0])) + random.nextInt(-2, 3);
      for (int v = 0; v < 3; v++) {
        z[v] = wall + (long) (random.nextDouble() * (3L << 22) * 256);
      }
      rasterizer.draw(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
      capped += isCapped(x, y, z) ? 1 : 0;
      for (int row = 0; row < HEIGHT; row++) {
        for (int column = 0; column < WIDTH; column++) {
          int depth = tiles.buffer().at(column, row);
          // Four million samples: an assertion each would take longer than to draw them.
          if (depth != 1 << 22) {
            fail("triangle %d, sample %d,%d: %d", n, column, row, depth);
          }
        }
      }
    }
    assertThat(capped).isGreaterThan(10);
  }

  private static boolean isCapped(int[] x, int[] y, long[] z) {
    long area = (long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]);
    long nx = (z[1] - z[0]) * (y[2] - y[0]) - (z[2] - z[0]) * (y[1] - y[0]);
    return area != 0
        && Math.abs(PlaneFormat.divide(nx, Math.abs(area), 9)) == PlaneFormat.MAX_GRADIENT;
  }

  /** Vertices on samples and off them, triangles large and small, slivers, all depths. */
  static void triangle(Random random, int[] x, int[] y, long[] z) {
    int kind = random.nextInt(5);
    int grid = random.nextBoolean() ? 128 : 1;
    int reach =
        switch (kind) {
          case 0 -> 40 * 256;
          case 1 -> 3 * 256;
          // As far off the screen as the guard band lets.
          case 4 -> 400 * 256;
          default -> 12 * 256;
        };
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
