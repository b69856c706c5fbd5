package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthState.Writes;
import dev.magpie.depth.raster.RasterOptions.Culling;
import dev.magpie.depth.raster.RasterOptions.Prepass;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.Vector3;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DepthStateTest {
  private static final List<DepthTest> TESTS = List.of(DepthTest.values());
  private static final List<Culling> CULLINGS = List.of(Culling.values());
  private static final FrameShape SHAPE = new FrameShape(64, 48, TileShape.DEFAULT);
  private static final int SAMPLES = 64 * 48;
  private static final float WALL = 4.1f;
  private static final int LAST = PlaneEquation.CLEAR_DEPTH;
  static final Camera CAMERA = camera(new Projection.Perspective(60), 1, 10);

  /** A wall, and then one that is as far, nearer or farther. */
  @ParameterizedTest
  @CsvSource({
    "NEVER, false, false, false",
    "LESS, true, false, false",
    "EQUAL, false, true, false",
    "LEQUAL, true, true, false",
    "GREATER, false, false, true",
    "NOTEQUAL, true, false, true",
    "GEQUAL, false, true, true",
    "ALWAYS, true, true, true",
  })
  void aWallPassesAsItsTestSays(DepthTest test, boolean nearer, boolean same, boolean farther) {
    float[] distances = {3.1f, WALL, 5.1f};
    boolean[] passes = {nearer, same, farther};
    for (DepthRange range : DepthRange.values()) {
      for (Culling culling : Culling.values()) {
        for (Writes writes : Writes.values()) {
          for (int n = 0; n < 3; n++) {
            FrontEnd frontEnd =
                new FrontEnd(SHAPE, RasterOptions.DEFAULT.with(range).with(culling));
            Draw first =
                new Draw(FrontEndTest.wall(WALL), DepthState.DEFAULT.with(DepthTest.ALWAYS));
            Draw second =
                new Draw(
                    FrontEndTest.wall(distances[n]), DepthState.DEFAULT.with(test).with(writes));
            Frame one = frontEnd.drawEach(List.of(first), CAMERA);
            Frame frame = frontEnd.drawEach(List.of(first, second), CAMERA);
            // Greater depths are nearer ones if the range is reversed.
            boolean pass = passes[range == DepthRange.NORMAL ? n : 2 - n];
            String name = "%s %s %s %s".formatted(range, culling, writes, distances[n]);
            assertThat(frame.passedSamples()).as(name).isEqualTo(pass ? 2 * SAMPLES : SAMPLES);
            boolean written = pass && writes == Writes.ON;
            assertThat(frame.events().depths().depths())
                .as(name)
                .containsOnly(depth(range, written ? distances[n] : WALL));
            if (culling == Culling.COARSE) {
              continue; // Its bounds decide less.
            }
            // Bounds of a level line decide every test, and without writes nothing is then read.
            boolean read = written || (culling == Culling.OFF && needsDepths(test));
            assertThat(frame.events().size() - one.events().size())
                .as(name)
                .isEqualTo(read ? SHAPE.tiles() : 0);
            assertThat(frame.culledLines())
                .as(name)
                .isEqualTo(
                    pass || (culling == Culling.OFF && test != DepthTest.NEVER)
                        ? 0
                        : 4 * SHAPE.tiles());
          }
        }
      }
    }
  }

  private static boolean needsDepths(DepthTest test) {
    return test != DepthTest.NEVER && test != DepthTest.ALWAYS;
  }

  private static int depth(DepthRange range, double distance) {
    double depth = 10.0 / 9 * (distance - 1) / distance;
    return (int) Math.round((range == DepthRange.NORMAL ? depth : 1 - depth) * LAST);
  }

  @ParameterizedTest
  @EnumSource(PlaneFormat.class)
  void randomDrawsInRandomStatesEndAsInAPlainDepthBuffer(PlaneFormat format) {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      Multisampling samples = List.of(Multisampling.values()).get(seed / 2 % 4);
      FrameShape shape =
          FrameShape.ofPixels(
              RasterizerOracleTest.WIDTH,
              RasterizerOracleTest.HEIGHT,
              TileShape.DEFAULT.with(samples));
      DepthRange range = seed % 2 == 0 ? DepthRange.NORMAL : DepthRange.REVERSED;
      Culling culling = CULLINGS.get(seed % CULLINGS.size());
      TileDepths tiles =
          new TileDepths(shape, RasterOptions.DEFAULT.with(format).with(range).with(culling));
      TriangleRasterizer rasterizer =
          new TriangleRasterizer(shape, format, FaceCulling.NONE, tiles);
      ReferenceRasterizer reference =
          RasterizerOracleTest.reference(format, range.clearDepth(DepthFormat.D24), samples);
      int[] x = new int[3];
      int[] y = new int[3];
      long[] z = new long[3];
      for (int n = 0; n < 60; n++) {
        // The same triangle again now and then, for depths that are equal.
        if (random.nextInt(4) > 0 || n == 0) {
          RasterizerOracleTest.triangle(random, x, y, z);
        }
        DepthState state =
            new DepthState(
                TESTS.get(random.nextInt(TESTS.size())),
                random.nextInt(3) == 2 ? Writes.OFF : Writes.ON,
                random.nextBoolean()
                    ? DepthBias.NONE
                    : new DepthBias(
                        random.nextInt(-4096, 4096) / 16.0, random.nextInt(-64, 64) / 16.0));
        tiles.set(state);
        rasterizer.set(state.bias());
        rasterizer.draw(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
        reference.draw(x, y, z, state);
        assertThat(tiles.passedSamples())
            .as("seed %d, triangle %d, %s", seed, n, state)
            .isEqualTo(reference.passed);
      }
      RasterizerOracleTest.compare("seed %d".formatted(seed), tiles.buffer(), reference);
    }
  }

  @ParameterizedTest
  @EnumSource(DepthTest.class)
  void eventsSayWhatEachTestReadsAndWrites(DepthTest test) {
    Mesh soup = FrontEndTest.soup(new Random(TESTS.indexOf(test)), 300);
    for (DepthRange range : DepthRange.values()) {
      for (Writes writes : Writes.values()) {
        DepthState state = DepthState.DEFAULT.with(test).with(writes);
        Frame frame =
            new FrontEnd(SHAPE, RasterOptions.DEFAULT.with(range).with(state))
                .draw(List.of(soup), CAMERA);
        new ReplayOracle(frame.events(), state).check();
      }
    }
  }

  @Test
  void afterAPrepassEachVisibleSamplePassesOnce() {
    Mesh soup = FrontEndTest.soup(new Random(3), 300);
    for (DepthRange range : DepthRange.values()) {
      RasterOptions options = RasterOptions.DEFAULT.with(range).with(range.nearer());
      Frame once = new FrontEnd(SHAPE, options).draw(List.of(soup), CAMERA);
      Frame twice = new FrontEnd(SHAPE, options.with(Prepass.ON)).draw(List.of(soup), CAMERA);
      assertThat(twice.events().depths().depths()).isEqualTo(once.events().depths().depths());
      assertThat(twice.coveredSamples()).isEqualTo(2 * once.coveredSamples());
      long visible =
          Arrays.stream(once.events().depths().depths())
              .filter(depth -> depth != range.clearDepth(DepthFormat.D24))
              .count();
      assertThat(twice.passedSamples() - once.passedSamples()).isEqualTo(visible);
    }
  }

  /** Towards reversed depths, all is as it was but for rounding: nothing else is seen. */
  @Test
  void reversedDepthsShowTheSame() {
    Mesh soup = FrontEndTest.soup(new Random(5), 300);
    int[] usual =
        new FrontEnd(SHAPE, RasterOptions.DEFAULT)
            .draw(List.of(soup), CAMERA)
            .events()
            .depths()
            .depths();
    int[] reversed =
        new FrontEnd(SHAPE, RasterOptions.DEFAULT.with(DepthRange.REVERSED).with(DepthTest.GREATER))
            .draw(List.of(soup), CAMERA)
            .events()
            .depths()
            .depths();
    for (int s = 0; s < usual.length; s++) {
      assertThat(LAST - reversed[s]).as("sample %d", s).isCloseTo(usual[s], within(2));
    }
  }

  /** A plane that falls by m from sample to sample: constant + slope * m is added everywhere. */
  @Test
  void aBiasIsAConstantAndAShareOfTheSteepestGradient() {
    Camera sun = camera(new Projection.Orthographic(2), 0, 16);
    // Two units high for 48 samples: from one to the next, z grows by 1/24 of 0.3 and 0.7.
    Mesh tilted =
        FrontEndTest.mesh(
            -8, -8, 8 - 8 * 0.3f + 8 * .7f, 8, -8, 8 + 8 * 0.3f + 8 * .7f, 0, 16, 8 - 16 * .7f);
    int[] plain = depths(tilted, sun, DepthBias.NONE);
    double steepest = 0.7 / 24 / 16 * LAST;
    for (DepthBias bias :
        List.of(
            new DepthBias(100, 0),
            new DepthBias(-7, 0),
            new DepthBias(3, 1.5),
            new DepthBias(0, -2.25))) {
      int[] biased = depths(tilted, sun, bias);
      for (int s = 0; s < plain.length; s++) {
        assertThat((double) biased[s] - plain[s])
            .as("%s, sample %d", bias, s)
            .isCloseTo(bias.constant() + bias.slope() * steepest, within(1.1));
      }
    }
    assertThat(depths(tilted, sun, new DepthBias(DepthBias.MAX_CONSTANT, 0))).containsOnly(LAST);
    assertThat(depths(tilted, sun, new DepthBias(-DepthBias.MAX_CONSTANT, 0))).containsOnly(0);
    assertThatThrownBy(() -> new DepthBias(0, Double.NaN)).hasMessageContaining("slope");
  }

  private static int[] depths(Mesh mesh, Camera camera, DepthBias bias) {
    return new FrontEnd(SHAPE, RasterOptions.DEFAULT.with(DepthTest.ALWAYS).with(bias))
        .draw(List.of(mesh), camera)
        .events()
        .depths()
        .depths();
  }

  @Test
  void orthographicDepthsAreLinear() {
    Camera sun = camera(new Projection.Orthographic(2), -2, 14);
    for (float z : new float[] {-2, 0, 3.5f, 14}) {
      int[] depths = depths(FrontEndTest.wall(z), sun, DepthBias.NONE);
      assertThat(depths).containsOnly((int) Math.round((z + 2.0) / 16 * LAST));
      assertThat(sun.distance((double) depths[0] / LAST)).isCloseTo(z, within(1e-5));
    }
    // A square of half the frame's height has as many samples at any distance.
    for (float z : new float[] {1, 9}) {
      Mesh square =
          new Mesh(
              "square",
              new float[] {-.5f, -.5f, z, .5f, -.5f, z, .5f, .5f, z, -.5f, .5f, z},
              new int[] {0, 1, 2, 0, 2, 3});
      Frame frame = new FrontEnd(SHAPE, RasterOptions.DEFAULT).draw(List.of(square), sun);
      assertThat(frame.coveredSamples()).isEqualTo(24 * 24);
    }
  }

  @Test
  void aFarPlaneAtInfinityCutsNothingOff() {
    Camera camera = camera(new Projection.Perspective(60), 1, Double.POSITIVE_INFINITY);
    for (float z : new float[] {2, 100, 1e6f}) {
      int[] depths = depths(scaledWall(z), camera, DepthBias.NONE);
      assertThat(depths).containsOnly((int) Math.round((1 - 1.0 / z) * LAST));
    }
    assertThat(camera.distance(0.75)).isEqualTo(4);
  }

  private static Mesh scaledWall(float z) {
    return FrontEndTest.mesh(-8 * z, -8 * z, z, 22 * z, -8 * z, z, -8 * z, 22 * z, z);
  }

  private static Camera camera(Projection projection, double near, double far) {
    return new Camera(
        new Vector3(0, 0, 0), new Vector3(0, 0, 1), new Vector3(0, 1, 0), projection, near, far);
  }
}
