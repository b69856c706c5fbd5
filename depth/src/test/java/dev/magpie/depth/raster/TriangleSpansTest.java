package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Spans are what the edge functions themselves say of each sample. */
class TriangleSpansTest {
  /** The guard band reaches so far from the middle of a frame of the longest sides. */
  private static final int FARTHEST = 9 * FrameShape.MAX_SIDE / 2 * 256;

  static Stream<Arguments> shapes() {
    return Stream.of(new int[] {8, 8}, new int[] {64, 1}, new int[] {1, 64}, new int[] {16, 4})
        .flatMap(side ->
            Stream.of(Multisampling.values())
                .filter(samples -> side[0] >= samples.across() && side[1] >= samples.down())
                .map(samples -> Arguments.of(side[0], side[1], samples)));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void spansAreWhatEdgeFunctionsSay(int width, int height, Multisampling samples) {
    TileShape tile = new TileShape(width, height, 1, 1).with(samples);
    FrameShape shape = new FrameShape(FrameShape.MAX_SIDE, FrameShape.MAX_SIDE - 8, tile);
    TriangleSpans spans = new TriangleSpans(shape);
    Random random = new Random(width + samples.samples());
    int covered = 0;
    for (int n = 0; n < 20_000; n++) {
      Triangle triangle = triangle(random, shape);
      // Tiles at a corner, in the middle of an edge, and anywhere near.
      int corner = random.nextInt(3);
      int next = (corner + random.nextInt(2)) % 3;
      int x = (triangle.x[corner] / 2 + triangle.x[next] / 2 + random.nextInt(4_000) - 2_000) >> 8;
      int y = (triangle.y[corner] / 2 + triangle.y[next] / 2 + random.nextInt(4_000) - 2_000) >> 8;
      int tileX = Math.clamp(x, 0, shape.pixelsAcross() - 1) & -tile.pixelsAcross();
      int tileY = Math.clamp(y, 0, shape.pixelsDown() - 1) & -tile.pixelsDown();
      int run = Math.max(0, tileX - random.nextInt(64 / tile.pixelsAcross()) * tile.pixelsAcross());
      spans.set(
          triangle.x[0], triangle.y[0], triangle.x[1], triangle.y[1], triangle.x[2], triangle.y[2]);
      long columns = spans.run(run, tileY);
      long mask = spans.covered(tileX);
      assertThat(mask)
          .as("triangle %d, tile at %d,%d", n, tileX, tileY)
          .isEqualTo(triangle.covered(shape, tileX, tileY));
      long own = -1L >>> (64 - tile.pixelsAcross()) << (tileX - run);
      assertThat((columns & own) != 0).isEqualTo(mask != 0);
      covered += mask != 0 && mask != tile.mask() ? 1 : 0;
    }
    assertThat(covered).isGreaterThan(1_000);
  }

  private static Triangle triangle(Random random, FrameShape shape) {
    while (true) {
      int[] x = new int[3];
      int[] y = new int[3];
      int reach = 1 << (4 + random.nextInt(21));
      int middleX = random.nextInt(shape.pixelsAcross() * 256);
      int middleY = random.nextInt(shape.pixelsDown() * 256);
      // Low ones have edges that run far along a row.
      int flat = random.nextInt(3) == 0 ? 1 + random.nextInt(64) : reach;
      for (int c = 0; c < 3; c++) {
        x[c] = place(random, middleX, reach);
        y[c] = place(random, middleY, flat);
      }
      if (random.nextInt(4) == 0) {
        y[1] = y[0];
      }
      if (random.nextInt(4) == 0) {
        // Corners at samples' centres.
        x[2] = (x[2] & -256) + 128;
        y[2] = (y[2] & -256) + 128;
      }
      if ((long) (x[1] - x[0]) * (y[2] - y[0]) - (long) (x[2] - x[0]) * (y[1] - y[0]) > 0) {
        return new Triangle(x, y);
      }
    }
  }

  private static int place(Random random, int middle, int reach) {
    return Math.clamp(middle + random.nextInt(-reach, reach + 1), -FARTHEST, FARTHEST);
  }

  /** A triangle whose corners run clockwise, in sub-pixels. */
  private static final class Triangle {
    private final int[] x;
    private final int[] y;

    Triangle(int[] x, int[] y) {
      this.x = x;
      this.y = y;
    }

    long covered(FrameShape shape, int tileX, int tileY) {
      TileShape tile = shape.tile();
      Multisampling samples = tile.multisampling();
      long mask = 0;
      for (int s = 0; s < tile.samples(); s++) {
        int i = s % tile.width();
        int j = s / tile.width();
        int number = j % samples.down() * samples.across() + i % samples.across();
        int column = tileX + i / samples.across();
        int row = tileY + j / samples.down();
        boolean inFrame = column < shape.pixelsAcross() && row < shape.pixelsDown();
        int atX = column * 256 + 128 + samples.x(number) * 16;
        int atY = row * 256 + 128 + samples.y(number) * 16;
        mask |= inFrame && covers(atX, atY) ? 1L << s : 0;
      }
      return mask;
    }

    private boolean covers(int atX, int atY) {
      for (int c = 0; c < 3; c++) {
        int n = (c + 1) % 3;
        long across = (long) x[n] - x[c];
        long down = (long) y[n] - y[c];
        long value = across * (atY - y[c]) - down * (atX - x[c]);
        boolean topOrLeft = down < 0 || (down == 0 && across > 0);
        if (value < 0 || (value == 0 && !topOrLeft)) {
          return false;
        }
      }
      return true;
    }
  }
}
