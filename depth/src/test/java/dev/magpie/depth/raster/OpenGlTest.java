package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthState.Writes;
import dev.magpie.depth.scene.FaceCulling;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The same triangles in clip space, drawn by us and by Mesa's llvmpipe, which interpolates depths
 * as floats.
 */
class OpenGlTest {
  /** As OpenGL numbers them. */
  private static final List<DepthTest> TESTS = List.of(DepthTest.values());

  private static final int WIDTH = 320;
  private static final int HEIGHT = 200;

  /** Depths that are as near count as the same. */
  private static final int NEAR = 8;

  /** OpenGL leaves it to the driver what a unit of polygon offset is: llvmpipe's is two steps. */
  private static final double UNIT = 2;

  @TempDir static Path folder;

  private record Batch(DepthState state, List<float[]> triangles) {}

  /** How many samples passed in each draw, and what is left. */
  private static final class Drawn {
    private final long[] passed;
    private final int[] depths;

    Drawn(long[] passed, int[] depths) {
      this.passed = passed;
      this.depths = depths;
    }
  }

  @BeforeAll
  static void compile() throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    boolean compiled;
    try {
      compiled =
          new ProcessBuilder(
                      "cc",
                      "-O1",
                      "src/test/c/opengl_depths.c",
                      "-o",
                      program().toString(),
                      "-lOSMesa")
                  .redirectErrorStream(true)
                  .redirectOutput(log.toFile())
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException e) {
      compiled = false;
    }
    boolean missing =
        !compiled && (!Files.exists(log) || Files.readString(log).matches("(?s).*osmesa.*|^$"));
    assumeTrue(
        !missing, "no cc or no libosmesa6-dev: depths were not compared with those of OpenGL");
    assertThat(compiled).as(Files.readString(log)).isTrue();
  }

  private static Path program() {
    return folder.resolve("opengl-depths");
  }

  /** Of several samples a pixel, llvmpipe offers four. */
  @ParameterizedTest
  @EnumSource(DepthRange.class)
  void samplesOfAPixelAreCoveredAndAsDeepAsInOpenGl(DepthRange range) throws Exception {
    List<float[]> soup = soup(new Random(21), 300, 0.4);
    DepthState nearer = DepthState.DEFAULT.with(range.nearer());
    check(
        Multisampling.X4,
        range,
        List.of(
            new Batch(nearer, soup),
            new Batch(DepthState.AFTER_PREPASS, soup),
            new Batch(nearer.with(new DepthBias(300, 1.5)), soup),
            new Batch(nearer.with(DepthTest.NOTEQUAL), soup(new Random(22), 200, 0.2))));
  }

  @ParameterizedTest
  @EnumSource(DepthTest.class)
  void everyTestPassesAndWritesWhatItDoesInOpenGl(DepthTest test) throws Exception {
    for (DepthRange range : DepthRange.values()) {
      Random random = new Random(TESTS.indexOf(test));
      List<float[]> ground = soup(random, 40, 1);
      DepthState nearer = DepthState.DEFAULT.with(range.nearer());
      List<float[]> more = soup(random, 200, 0.2);
      check(
          range,
          List.of(
              new Batch(nearer, ground),
              new Batch(nearer.with(test).with(Writes.OFF), more),
              new Batch(nearer.with(test).with(Writes.OFF), ground),
              new Batch(nearer.with(test), more),
              new Batch(nearer.with(test), ground)));
    }
  }

  @ParameterizedTest
  @EnumSource(DepthRange.class)
  void afterAPrepassTheSameSamplesPass(DepthRange range) throws Exception {
    List<float[]> soup = soup(new Random(9), 300, 0.4);
    check(
        range,
        List.of(
            new Batch(DepthState.DEFAULT.with(range.nearer()), soup),
            new Batch(DepthState.AFTER_PREPASS, soup)));
  }

  @ParameterizedTest
  @CsvSource({"1000, 0", "-5000, 0", "0, 2.5", "0, -1", "300, 1.5"})
  void aBiasIsAsLargeAsInOpenGl(double constant, double slope) throws Exception {
    for (DepthRange range : DepthRange.values()) {
      List<float[]> soup = soup(new Random(11), 150, 0.4);
      DepthState nearer = DepthState.DEFAULT.with(range.nearer());
      check(
          range,
          List.of(
              new Batch(nearer, soup),
              new Batch(nearer.with(new DepthBias(constant, slope)), soup)));
    }
  }

  private static void check(DepthRange range, List<Batch> batches) throws Exception {
    check(Multisampling.X1, range, batches);
  }

  private static void check(Multisampling samples, DepthRange range, List<Batch> batches)
      throws Exception {
    Drawn opengl = byOpenGl(samples.samples(), range, batches);
    Drawn ours = byUs(samples, range, batches);
    int different = 0;
    int uncovered = 0;
    int covered = 0;
    for (int n = 0; n < opengl.depths.length; n++) {
      boolean here = ours.depths[n] != range.clearDepth(DepthFormat.D24);
      covered += here ? 1 : 0;
      uncovered += here != (opengl.depths[n] != range.clearDepth(DepthFormat.D24)) ? 1 : 0;
      different += Math.abs(ours.depths[n] - opengl.depths[n]) > NEAR ? 1 : 0;
    }
    assertThat(covered).isGreaterThan(ours.depths.length / 4);
    assertThat(uncovered).as("samples that one covers").isLessThanOrEqualTo(2);
    // Where two surfaces are about as near, the two may see another one.
    assertThat(different).as("depths that differ").isLessThan(covered / 100);
    for (int n = 0; n < ours.passed.length; n++) {
      assertThat(ours.passed[n])
          .as("samples that pass in draw %d", n)
          .isCloseTo(opengl.passed[n], within(10L * samples.samples()));
    }
  }

  private static Drawn byUs(Multisampling samples, DepthRange range, List<Batch> batches) {
    FrameShape shape = FrameShape.ofPixels(WIDTH, HEIGHT, TileShape.DEFAULT.with(samples));
    TileDepths tiles = new TileDepths(shape, RasterOptions.DEFAULT.with(range));
    TriangleRasterizer rasterizer =
        new TriangleRasterizer(shape, PlaneFormat.FIXED, FaceCulling.NONE, tiles);
    Tessellator triangles =
        new Tessellator(shape, Double.POSITIVE_INFINITY, new Clipper(shape, range, rasterizer));
    long[] passed = new long[batches.size()];
    double[] vertices = triangles.vertices();
    for (int n = 0; n < passed.length; n++) {
      long before = tiles.passedSamples();
      tiles.set(batches.get(n).state());
      rasterizer.set(batches.get(n).state().bias());
      for (float[] triangle : batches.get(n).triangles()) {
        for (int i = 0; i < 12; i++) {
          vertices[i] = triangle[i];
        }
        triangles.draw();
      }
      passed[n] = tiles.passedSamples() - before;
    }
    DepthBuffer buffer = tiles.buffer();
    int[] depths = new int[WIDTH * HEIGHT * samples.samples()];
    for (int n = 0; n < depths.length; n++) {
      int pixel = n % (WIDTH * HEIGHT);
      depths[n] =
          StandardSamples.depth(
              buffer, pixel % WIDTH, HEIGHT - 1 - pixel / WIDTH, n / (WIDTH * HEIGHT));
    }
    return new Drawn(passed, depths);
  }

  private static Drawn byOpenGl(int samples, DepthRange range, List<Batch> batches)
      throws Exception {
    int triangles = batches.stream().mapToInt(batch -> batch.triangles().size()).sum();
    ByteBuffer input =
        ByteBuffer.allocate(16 + 20 * batches.size() + 48 * triangles)
            .order(ByteOrder.nativeOrder())
            .putInt(WIDTH)
            .putInt(HEIGHT)
            .putInt(range == DepthRange.REVERSED ? 1 : 0)
            .putInt(samples);
    for (Batch batch : batches) {
      DepthState state = batch.state();
      input.putInt(TESTS.indexOf(state.test())).putInt(state.writes() == Writes.ON ? 1 : 0);
      input.putInt(batch.triangles().size());
      input
          .putFloat((float) (state.bias().constant() / UNIT))
          .putFloat((float) state.bias().slope());
      for (float[] triangle : batch.triangles()) {
        for (float value : triangle) {
          input.putFloat(value);
        }
      }
    }
    Process process =
        new ProcessBuilder(program().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream to = process.getOutputStream()) {
      to.write(input.array());
    }
    ByteBuffer output =
        ByteBuffer.wrap(process.getInputStream().readAllBytes()).order(ByteOrder.nativeOrder());
    assertThat(process.waitFor()).isZero();
    int positions = samples == 1 ? 0 : 2 * samples;
    assertThat(output.remaining())
        .isEqualTo(4 * (batches.size() + WIDTH * HEIGHT * samples + positions));
    long[] passed = new long[batches.size()];
    for (int n = 0; n < passed.length; n++) {
      passed[n] = output.getInt();
    }
    int[] depths = new int[WIDTH * HEIGHT * samples];
    output.asIntBuffer().get(depths);
    output.position(output.position() + 4 * depths.length);
    for (int n = 0; n < positions; n++) {
      assertThat(16 * output.getFloat() - 8)
          .isEqualTo(StandardSamples.positions(samples)[n / 2][n % 2]);
    }
    return new Drawn(passed, depths);
  }

  /**
   * Triangles in and around the view, with coordinates of few bits, which float arithmetic does not
   * round, and gradients that leave it some bits of depth.
   */
  private static List<float[]> soup(Random random, int count, double size) {
    List<float[]> triangles = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      double x = random.nextDouble() * 2.4 - 1.2;
      double y = random.nextDouble() * 2.4 - 1.2;
      double z = random.nextDouble();
      float[] triangle = new float[12];
      for (int v = 0; v < 3; v++) {
        float w =
            random.nextInt(4) == 0 ? 1 : (float) Math.rint(64 * (1 + random.nextDouble())) / 64;
        triangle[4 * v] = grid(w * (x + size * random.nextGaussian()));
        triangle[4 * v + 1] = grid(w * (y + size * random.nextGaussian()));
        triangle[4 * v + 2] = grid(w * (z + 0.002 * size * random.nextGaussian()));
        triangle[4 * v + 3] = w;
      }
      triangles.add(triangle);
    }
    return triangles;
  }

  private static float grid(double value) {
    return (float) (Math.rint(value * (1 << 16)) / (1 << 16));
  }
}
