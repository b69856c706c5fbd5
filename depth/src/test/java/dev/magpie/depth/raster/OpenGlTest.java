package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthState.Writes;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The same triangles in clip space, drawn by us and by Mesa's llvmpipe, which interpolates depths
 * as floats.
 */
class OpenGlTest {
  /** As OpenGL numbers them. */
  private static final List<DepthTest> TESTS = List.of(DepthTest.values());

  private static final List<StencilOperation> OPERATIONS = List.of(StencilOperation.values());

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

    /** Of one sample a pixel; else empty. */
    private final int[] stencil;

    Drawn(long[] passed, int[] depths, int[] stencil) {
      this.passed = passed;
      this.depths = depths;
      this.stencil = stencil;
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

  /** Every test and operation, with masks, on both faces. */
  @ParameterizedTest
  @EnumSource(StencilOperation.class)
  void stencilValuesAreThoseOfOpenGl(StencilOperation operation) throws Exception {
    for (DepthRange range : DepthRange.values()) {
      Random random = new Random(OPERATIONS.indexOf(operation));
      for (Multisampling samples : List.of(Multisampling.X1, Multisampling.X4)) {
        List<Batch> batches = new ArrayList<>();
        batches.add(
            new Batch(DepthState.DEFAULT.with(range.nearer()), soup(new Random(31), 60, 1)));
        for (DepthTest test : TESTS) {
          StencilUpdate counts =
              new StencilUpdate(
                  StencilOperation.INCR_WRAP, operation, StencilOperation.DECR_WRAP, 1, 0xFF);
          StencilUpdate masked =
              new StencilUpdate(operation, StencilOperation.INVERT, operation, 0x55, 0x3F);
          batches.add(
              new Batch(
                  DepthState.DEFAULT
                      .with(range.nearer())
                      .with(Writes.OFF)
                      .with(
                          new StencilState(
                              new StencilFace(test, 0xFF, counts),
                              new StencilFace(DepthTest.NOTEQUAL, 0x0F, masked))),
                  soup(random, 60, 0.3)));
        }
        check(samples, range, batches);
      }
    }
  }

  /** Closed volumes, counted where their sides lie behind what was drawn. */
  @ParameterizedTest
  @EnumSource(DepthRange.class)
  void shadowVolumesAreThoseOfOpenGl(DepthRange range) throws Exception {
    StencilOperation keep = StencilOperation.KEEP;
    StencilState counts =
        new StencilState(
            new StencilFace(
                DepthTest.ALWAYS,
                0xFF,
                new StencilUpdate(keep, StencilOperation.DECR_WRAP, keep, 0, 0xFF)),
            new StencilFace(
                DepthTest.ALWAYS,
                0xFF,
                new StencilUpdate(keep, StencilOperation.INCR_WRAP, keep, 0, 0xFF)));
    StencilFace lit =
        new StencilFace(DepthTest.EQUAL, 0xFF, new StencilUpdate(keep, keep, keep, 0, 0xFF));
    List<float[]> ground = soup(new Random(41), 80, 1);
    DepthState nearer = DepthState.DEFAULT.with(range.nearer());
    check(
        range,
        List.of(
            new Batch(nearer, ground),
            new Batch(nearer.with(Writes.OFF).with(counts), soup(new Random(42), 200, 0.4)),
            new Batch(DepthState.AFTER_PREPASS.with(new StencilState(lit, lit)), ground)));
  }

  /** Of 16 bits, and floats. */
  @ParameterizedTest
  @EnumSource(DepthTest.class)
  void depthsOfAllFormatsAreThoseOfOpenGl(DepthTest test) throws Exception {
    for (DepthFormat format : DepthFormat.values()) {
      for (DepthRange range : DepthRange.values()) {
        Random random = new Random(TESTS.indexOf(test));
        DepthState nearer = DepthState.DEFAULT.with(range.nearer());
        check(
            TileShape.DEFAULT.with(format),
            range,
            List.of(
                new Batch(nearer, soup(random, 40, 1)),
                new Batch(nearer.with(test), soup(random, 200, 0.2))),
            NEAR);
      }
    }
  }

  /** What people draw; llvmpipe loses more bits of the depths of large triangles. */
  @ParameterizedTest
  @ValueSource(strings = {"hall", "coral", "terrain", "forest", "rooms", "bust", "city"})
  void builtInScenesAreThoseOfOpenGl(String name) throws Exception {
    Scene scene = BuiltInScenes.make(name);
    double[] matrix = scene.camera(0, 1).clipMatrix((double) WIDTH / HEIGHT);
    List<float[]> triangles = new ArrayList<>();
    for (Mesh mesh : scene.meshes()) {
      VertexStage.Source source = VertexStage.moved(mesh.positions(), matrix);
      double[] clip = new double[12];
      for (int n = 0; n < mesh.indices().length; n += 3) {
        float[] triangle = new float[12];
        for (int corner = 0; corner < 3; corner++) {
          source.put(mesh.indices()[n + corner], clip, 4 * corner);
        }
        for (int i = 0; i < 12; i++) {
          triangle[i] = (float) clip[i];
        }
        triangles.add(triangle);
      }
    }
    check(
        TileShape.DEFAULT,
        DepthRange.NORMAL,
        List.of(new Batch(DepthState.DEFAULT, triangles)),
        8 * NEAR);
  }

  private static void check(DepthRange range, List<Batch> batches) throws Exception {
    check(Multisampling.X1, range, batches);
  }

  private static void check(Multisampling samples, DepthRange range, List<Batch> batches)
      throws Exception {
    check(TileShape.DEFAULT.with(samples), range, batches, NEAR);
  }

  /**
   * Draws with both.
   *
   * @param near how far depths may differ, in steps of 24 bits, or else by one of their own
   */
  private static void check(TileShape tile, DepthRange range, List<Batch> batches, int near)
      throws Exception {
    Multisampling samples = tile.multisampling();
    DepthFormat format = tile.format();
    Drawn opengl = byOpenGl(tile, range, batches);
    Drawn ours = byUs(tile, range, batches);
    int different = 0;
    int uncovered = 0;
    int covered = 0;
    int clear = range.clearDepth(format);
    double far = Math.max((double) near / (1 << 24), format.isFloat() ? 0 : 1.5 / format.largest());
    for (int n = 0; n < opengl.depths.length; n++) {
      boolean here = ours.depths[n] != clear;
      covered += here ? 1 : 0;
      uncovered += here != (opengl.depths[n] != clear) ? 1 : 0;
      different +=
          Math.abs(format.value(ours.depths[n]) - format.value(opengl.depths[n])) > far ? 1 : 0;
    }
    assertThat(covered).isGreaterThan(ours.depths.length / 4);
    assertThat(uncovered).as("samples that one covers").isLessThanOrEqualTo(2);
    // Where two surfaces are about as near, the two may see another one.
    assertThat(different).as("depths that differ").isLessThan(covered / 100);
    int others = 0;
    for (int n = 0; n < ours.stencil.length; n++) {
      others += ours.stencil[n] != opengl.stencil[n] ? 1 : 0;
    }
    assertThat(others).as("stencil values that differ").isLessThan(covered / 100);
    for (int n = 0; n < ours.passed.length; n++) {
      // Where depths differ by more, so does what passes of surfaces that are as near.
      long share = near > NEAR ? opengl.passed[n] / 20 : 10L * samples.samples();
      assertThat(ours.passed[n])
          .as("samples that pass in draw %d", n)
          .isCloseTo(opengl.passed[n], within(share));
    }
  }

  private static Drawn byUs(TileShape tile, DepthRange range, List<Batch> batches) {
    Multisampling samples = tile.multisampling();
    FrameShape shape = FrameShape.ofPixels(WIDTH, HEIGHT, tile);
    TileDepths tiles = new TileDepths(shape, RasterOptions.DEFAULT.with(range));
    TileStencil stencil = new TileStencil(shape, tiles);
    TriangleRasterizer rasterizer =
        new TriangleRasterizer(shape, PlaneFormat.FIXED, FaceCulling.NONE, tiles);
    Tessellator triangles =
        new Tessellator(shape, Double.POSITIVE_INFINITY, new Clipper(shape, range, rasterizer));
    long[] passed = new long[batches.size()];
    ClipVertices vertices = triangles.reserve(3);
    for (int n = 0; n < passed.length; n++) {
      long before = tiles.passedSamples();
      tiles.set(batches.get(n).state());
      rasterizer.set(batches.get(n).state().bias());
      stencil.set(batches.get(n).state().stencil());
      rasterizer.setTiles(batches.get(n).state().stencil().isOff() ? tiles : stencil);
      for (float[] triangle : batches.get(n).triangles()) {
        for (int i = 0; i < 12; i++) {
          vertices.clip()[i] = triangle[i];
        }
        for (int corner = 0; corner < 3; corner++) {
          vertices.classify(corner);
        }
        triangles.draw(0, 1, 2);
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
    int[] values = new int[samples == Multisampling.X1 ? depths.length : 0];
    StencilBuffer stored = stencil.cut().orElseThrow().values();
    for (int n = 0; n < values.length; n++) {
      values[n] = stored.at(n % WIDTH, HEIGHT - 1 - n / WIDTH);
    }
    return new Drawn(passed, depths, values);
  }

  private static void put(ByteBuffer input, StencilFace face) {
    StencilUpdate update = face.update();
    input.putInt(TESTS.indexOf(face.test())).putInt(update.reference()).putInt(face.readMask());
    for (StencilOperation operation : List.of(update.fail(), update.depthFail(), update.pass())) {
      input.putInt(OPERATIONS.indexOf(operation));
    }
    input.putInt(update.writeMask());
  }

  private static Drawn byOpenGl(TileShape tile, DepthRange range, List<Batch> batches)
      throws Exception {
    int samples = tile.multisampling().samples();
    // Of a float, the sign is stored, too.
    int bits = tile.format().isFloat() ? 32 : tile.format().bits();
    int triangles = batches.stream().mapToInt(batch -> batch.triangles().size()).sum();
    ByteBuffer input =
        ByteBuffer.allocate(20 + 76 * batches.size() + 48 * triangles)
            .order(ByteOrder.nativeOrder())
            .putInt(WIDTH)
            .putInt(HEIGHT)
            .putInt(range == DepthRange.REVERSED ? 1 : 0)
            .putInt(samples)
            .putInt(bits);
    for (Batch batch : batches) {
      DepthState state = batch.state();
      input.putInt(TESTS.indexOf(state.test())).putInt(state.writes() == Writes.ON ? 1 : 0);
      input.putInt(batch.triangles().size());
      input
          .putFloat((float) (state.bias().constant() / UNIT))
          .putFloat((float) state.bias().slope());
      put(input, state.stencil().front());
      put(input, state.stencil().back());
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
    int[] stencil = new int[samples == 1 ? WIDTH * HEIGHT : 0];
    assertThat(output.remaining())
        .isEqualTo(4 * (batches.size() + WIDTH * HEIGHT * samples + stencil.length + positions));
    long[] passed = new long[batches.size()];
    for (int n = 0; n < passed.length; n++) {
      passed[n] = output.getInt();
    }
    int[] depths = new int[WIDTH * HEIGHT * samples];
    output.asIntBuffer().get(depths);
    output.position(output.position() + 4 * depths.length);
    output.asIntBuffer().get(stencil);
    output.position(output.position() + 4 * stencil.length);
    for (int n = 0; n < positions; n++) {
      assertThat(16 * output.getFloat() - 8)
          .isEqualTo(StandardSamples.positions(samples)[n / 2][n % 2]);
    }
    return new Drawn(passed, depths, stencil);
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
