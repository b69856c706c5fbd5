package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions.Culling;
import dev.magpie.depth.scene.AlphaTexture;
import dev.magpie.depth.scene.AlphaTexture.Wrap;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Cutout;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlphaDiscardTest {
  private static final int WIDTH = 60;
  private static final int HEIGHT = 40;
  private static final int TEXELS = 8;
  private static final double NEAR = 1;
  private static final Camera CAMERA =
      new Camera(new Vector3(0, 0, 0), new Vector3(0, 0, 1), new Vector3(0, 1, 0), 60, NEAR, 10);

  /** Checks of 8x8 texels, half of which are there. */
  private static AlphaTexture checks(Wrap wrap) {
    BitSet kept = new BitSet();
    for (int texel = 0; texel < TEXELS * TEXELS; texel++) {
      kept.set(texel, (texel % TEXELS + texel / TEXELS) % 2 == 0);
    }
    return new AlphaTexture(TEXELS, TEXELS, kept, wrap, wrap);
  }

  private static Mesh triangle(Random random, Wrap wrap) {
    float[] positions = new float[9];
    float[] coordinates = new float[6];
    double x = random.nextGaussian() * 2;
    double y = random.nextGaussian() * 1.5;
    double z = random.nextDouble() * 8;
    for (int v = 0; v < 3; v++) {
      positions[3 * v] = (float) (x + random.nextGaussian() * 2);
      positions[3 * v + 1] = (float) (y + random.nextGaussian() * 2);
      positions[3 * v + 2] = (float) (z + random.nextGaussian() * 2);
      coordinates[2 * v] = (float) (random.nextGaussian() * 0.7);
      coordinates[2 * v + 1] = (float) (random.nextGaussian() * 0.7);
    }
    return new Mesh(
        "triangle",
        positions,
        new int[] {0, 1, 2},
        Optional.of(new Cutout(checks(wrap), coordinates)));
  }

  /**
   * Each triangle is drawn alone and whole, and each of its samples looked up where the sight
   * through it meets the triangle in space.
   */
  @ParameterizedTest
  @EnumSource
  void whatIsLeftIsWhatTheSightThroughEachSampleMeets(Multisampling samples) {
    FrameShape shape = FrameShape.ofPixels(WIDTH, HEIGHT, TileShape.DEFAULT.with(samples));
    for (int seed = 0; seed < 24; seed++) {
      Random random = new Random(seed);
      Wrap wrap = List.of(Wrap.values()).get(seed % 3);
      RasterOptions options =
          RasterOptions.DEFAULT
              .with(List.of(Culling.values()).get(seed / 3 % 3))
              .withTessellation(seed % 2 == 0 ? 7 : Double.POSITIVE_INFINITY);
      FrontEnd frontEnd = new FrontEnd(shape, options);
      List<Mesh> meshes = Stream.generate(() -> triangle(random, wrap)).limit(40).toList();
      int clear = new DepthBuffer(shape).clearDepth();
      int[] expected = new int[shape.tiles() * TileShape.MAX_SAMPLES];
      Arrays.fill(expected, clear);
      boolean[] unsure = new boolean[expected.length];
      long covered = 0;
      for (Mesh mesh : meshes) {
        Mesh whole = new Mesh("whole", mesh.positions(), mesh.indices());
        Frame frame = frontEnd.draw(List.of(whole), CAMERA);
        int[] alone = frame.events().depths().depths();
        for (int n = 0; n < alone.length; n++) {
          if (alone[n] == clear) {
            continue;
          }
          double[] uv = coordinates(mesh, sight(shape, n));
          if (isBetweenTexels(uv)) {
            unsure[n] = true;
          } else if (isThere(uv, wrap)) {
            expected[n] = Math.min(expected[n], alone[n]);
            covered++;
          }
        }
      }
      Frame frame = frontEnd.draw(meshes, CAMERA);
      int[] found = frame.events().depths().depths();
      int compared = 0;
      for (int n = 0; n < found.length; n++) {
        if (!unsure[n]) {
          compared++;
          assertThat(found[n]).as("seed %d, sample %d", seed, n).isEqualTo(expected[n]);
        }
      }
      assertThat(compared).isGreaterThan(found.length * 9 / 10);
      assertThat(frame.coveredSamples()).isBetween(covered, covered + found.length / 10);
      new ReplayOracle(frame.events(), DepthState.DEFAULT).check();
    }
  }

  /** Where the sight through a sample goes, at distance one. */
  private static double[] sight(FrameShape shape, int n) {
    TileShape tile = shape.tile();
    Multisampling samples = tile.multisampling();
    int index = n / tile.samples();
    int column = index % shape.tilesX() * tile.width() + n % tile.samples() % tile.width();
    int row = index / shape.tilesX() * tile.height() + n % tile.samples() / tile.width();
    int place = row % samples.down() * samples.across() + column % samples.across();
    int pixelX = column / samples.across();
    int pixelY = row / samples.down();
    double x = pixelX + 0.5 + samples.x(place) / 16.0;
    double y = pixelY + 0.5 + samples.y(place) / 16.0;
    double tangent = Math.tan(Math.toRadians(30));
    // To the right of one who looks along z with y up lies -x.
    return new double[] {
      -(2 * x / WIDTH - 1) * tangent * WIDTH / HEIGHT, (1 - 2 * y / HEIGHT) * tangent, 1
    };
  }

  private static double[] coordinates(Mesh mesh, double[] sight) {
    float[] p = mesh.positions();
    double[] a = {p[0], p[1], p[2]};
    double[] b = {p[3], p[4], p[5]};
    double[] c = {p[6], p[7], p[8]};
    // sight is a multiple of a sum of the corners with these shares.
    double[] shares = {volume(sight, b, c), volume(a, sight, c), volume(a, b, sight)};
    double all = shares[0] + shares[1] + shares[2];
    float[] uv = mesh.cutout().orElseThrow().coordinates();
    return new double[] {
      (shares[0] * uv[0] + shares[1] * uv[2] + shares[2] * uv[4]) / all,
      (shares[0] * uv[1] + shares[1] * uv[3] + shares[2] * uv[5]) / all
    };
  }

  private static double volume(double[] a, double[] b, double[] c) {
    return a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }

  private static boolean isBetweenTexels(double[] uv) {
    for (double each : uv) {
      double at = each * TEXELS;
      if (Math.abs(at - Math.rint(at)) < 1e-4 || !Double.isFinite(at) || Math.abs(at) > 1e4) {
        return true;
      }
    }
    return false;
  }

  private static boolean isThere(double[] uv, Wrap wrap) {
    long sum = 0;
    for (double each : uv) {
      double at = each;
      switch (wrap) {
        case REPEAT -> at -= Math.floor(at);
        case CLAMP -> at = Math.clamp(at, 0.0, 0.999);
        case MIRROR -> {
          at -= 2 * Math.floor(at / 2);
          at = at > 1 ? 2 - at : at;
        }
      }
      sum += (long) Math.floor(at * TEXELS);
    }
    return sum % 2 == 0;
  }

  /** Half of a wall is there, before another one. */
  @Test
  void aWallOfChecksHidesHalfOfWhatLiesBehind() {
    FrameShape shape = new FrameShape(64, HEIGHT, TileShape.DEFAULT);
    float[] corners = {-8, -4, 4, 16, -4, 4, -8, 12, 4};
    // Checks of one unit: eight to each of the texture's repetitions.
    float[] coordinates = {0, 0, 3, 0, 0, 2};
    Mesh cut =
        new Mesh(
            "cut",
            corners,
            new int[] {0, 1, 2},
            Optional.of(new Cutout(checks(Wrap.REPEAT), coordinates)));
    Frame frame =
        new FrontEnd(shape, RasterOptions.DEFAULT).draw(List.of(cut, FrontEndTest.wall(5)), CAMERA);
    int[] depths = frame.events().depths().depths();
    int nearest = Arrays.stream(depths).min().orElseThrow();
    long near = Arrays.stream(depths).filter(each -> each == nearest).count();
    assertThat(frame.coveredSamples()).isEqualTo(near + 64 * HEIGHT);
    assertThat((double) near / (64 * HEIGHT)).isBetween(0.45, 0.55);
    assertThat(Arrays.stream(depths).distinct().count()).isEqualTo(2);
  }
}
