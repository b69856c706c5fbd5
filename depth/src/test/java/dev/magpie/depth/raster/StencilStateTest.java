package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.StencilBuffer;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilStream;
import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthState.Writes;
import dev.magpie.depth.raster.RasterOptions.Culling;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StencilStateTest {
  private static final FrameShape SHAPE = new FrameShape(64, 48, TileShape.DEFAULT);
  private static final int SAMPLES = 64 * 48;
  private static final List<DepthTest> TESTS = List.of(DepthTest.values());
  private static final List<StencilOperation> OPERATIONS = List.of(StencilOperation.values());
  private static final DepthState NEARER = DepthState.DEFAULT;

  /** A state of both faces. */
  private static StencilState both(StencilFace face) {
    return new StencilState(face, face);
  }

  private static StencilFace face(
      DepthTest test,
      StencilOperation fail,
      StencilOperation depthFail,
      StencilOperation pass,
      int reference) {
    return new StencilFace(test, 0xFF, new StencilUpdate(fail, depthFail, pass, reference, 0xFF));
  }

  /** Writes a value to all samples and no depth. */
  private static Draw fill(int value) {
    StencilFace replaces =
        face(
            DepthTest.ALWAYS,
            StencilOperation.REPLACE,
            StencilOperation.REPLACE,
            StencilOperation.REPLACE,
            value);
    return new Draw(
        FrontEndTest.wall(5), NEARER.with(DepthTest.ALWAYS).with(Writes.OFF).with(both(replaces)));
  }

  private static Frame draw(Draw... draws) {
    return new FrontEnd(SHAPE, RasterOptions.DEFAULT)
        .drawEach(List.of(draws), DepthStateTest.CAMERA);
  }

  private static byte[] values(Frame frame) {
    return frame.stencil().orElseThrow().values().values();
  }

  /** What is stored is 5, and the reference 4, 5 or 6. */
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
  void theReferenceComparesWithWhatIsStored(
      DepthTest test, boolean less, boolean same, boolean greater) {
    boolean[] passes = {less, same, greater};
    for (int n = 0; n < 3; n++) {
      StencilFace face =
          face(test, StencilOperation.ZERO, StencilOperation.KEEP, StencilOperation.REPLACE, 4 + n);
      Frame frame = draw(fill(5), new Draw(FrontEndTest.wall(3), NEARER.with(both(face))));
      assertThat(values(frame)).containsOnly(passes[n] ? 4 + n : 0);
      assertThat(frame.passedSamples()).isEqualTo(passes[n] ? 2 * SAMPLES : SAMPLES);
      assertThat(frame.coveredSamples()).isEqualTo(2 * SAMPLES);
      assertThat(frame.events().depths().depths()[0] == DepthFormat.D24.largest())
          .isEqualTo(!passes[n]);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KEEP, 0, 7, 255",
    "ZERO, 0, 0, 0",
    "REPLACE, 100, 100, 100",
    "INCR, 1, 8, 255",
    "DECR, 0, 6, 254",
    "INCR_WRAP, 1, 8, 0",
    "DECR_WRAP, 255, 6, 254",
    "INVERT, 255, 248, 0",
  })
  void anOperationChangesWhatIsStored(
      StencilOperation operation, int fromZero, int fromSeven, int fromLast) {
    int[] stored = {0, 7, 255};
    int[] after = {fromZero, fromSeven, fromLast};
    StencilOperation keep = StencilOperation.KEEP;
    for (int n = 0; n < 3; n++) {
      // A wall before all, one behind it, and one whose stencil test fails.
      Draw passes =
          new Draw(
              FrontEndTest.wall(3),
              NEARER.with(both(face(DepthTest.ALWAYS, keep, keep, operation, 100))));
      Draw depthFails =
          new Draw(
              FrontEndTest.wall(3),
              NEARER
                  .with(DepthTest.GREATER)
                  .with(both(face(DepthTest.ALWAYS, keep, operation, keep, 100))));
      Draw fails =
          new Draw(
              FrontEndTest.wall(3),
              NEARER.with(both(face(DepthTest.NEVER, operation, keep, keep, 100))));
      for (Draw draw : List.of(passes, depthFails, fails)) {
        byte[] values = values(draw(fill(stored[n]), draw));
        assertThat(values).as("%s, %s", stored[n], draw.state()).containsOnly(after[n]);
      }
    }
  }

  @Test
  void masksLeaveBitsOut() {
    StencilOperation replace = StencilOperation.REPLACE;
    StencilFace low =
        new StencilFace(
            DepthTest.EQUAL, 0x0F, new StencilUpdate(replace, replace, replace, 0x35, 0xF0));
    StencilState state = both(low);
    // The upper bits of 0x05 do not count for the test, and the lower ones stay.
    assertThat(values(draw(fill(0x05), new Draw(FrontEndTest.wall(3), NEARER.with(state)))))
        .containsOnly(0x35);
    assertThat(draw(fill(0x06), new Draw(FrontEndTest.wall(3), NEARER.with(state))).passedSamples())
        .isEqualTo(SAMPLES);
    assertThatThrownBy(() -> new StencilFace(DepthTest.ALWAYS, 256, low.update()))
        .hasMessageContaining("the read mask is 0 to 255, not 256");
    assertThatThrownBy(() -> new StencilUpdate(replace, replace, replace, -1, 0))
        .hasMessageContaining("the reference is 0 to 255, not -1");
  }

  /** Depth-fail shadow volumes: a wall is in shadow where it is inside one. */
  @Test
  void aWallInsideAShadowVolumeIsCounted() {
    StencilOperation keep = StencilOperation.KEEP;
    StencilState volume =
        new StencilState(
            face(DepthTest.ALWAYS, keep, StencilOperation.DECR_WRAP, keep, 0),
            face(DepthTest.ALWAYS, keep, StencilOperation.INCR_WRAP, keep, 0));
    DepthState counts = NEARER.with(Writes.OFF).with(volume);
    Mesh front = turned(FrontEndTest.wall(3));
    Mesh back = FrontEndTest.wall(7);
    if (!clockwise(back)) {
      Mesh other = front;
      front = turned(back);
      back = turned(other);
    }
    for (float wall : new float[] {2, 5, 8}) {
      Draw ground = new Draw(FrontEndTest.wall(wall), NEARER);
      for (Culling culling : Culling.values()) {
        Frame frame =
            new FrontEnd(SHAPE, RasterOptions.DEFAULT.with(culling))
                .drawEach(
                    List.of(ground, new Draw(front, counts), new Draw(back, counts)),
                    DepthStateTest.CAMERA);
        assertThat(values(frame)).as("wall at %s", wall).containsOnly(wall == 5 ? 1 : 0);
      }
    }
  }

  private static Mesh turned(Mesh mesh) {
    int[] to = mesh.indices().clone();
    to[1] = mesh.indices()[2];
    to[2] = mesh.indices()[1];
    return new Mesh(mesh.name(), mesh.positions(), to);
  }

  private static boolean clockwise(Mesh mesh) {
    return new FrontEnd(SHAPE, RasterOptions.DEFAULT.with(FaceCulling.BACK))
            .draw(List.of(mesh), DepthStateTest.CAMERA)
            .triangles()
        == 0;
  }

  /** Where nothing is written unless both tests pass, culled lines are not looked at. */
  @Test
  void linesThatAreCulledNeedNoStencilUnlessTheirFailuresAreWritten() {
    StencilOperation keep = StencilOperation.KEEP;
    Draw before = new Draw(FrontEndTest.wall(3), NEARER);
    StencilFace looks = face(DepthTest.EQUAL, keep, keep, StencilOperation.INCR, 1);
    StencilFace counts = face(DepthTest.EQUAL, keep, StencilOperation.INCR, keep, 0);
    Frame culled = draw(before, new Draw(FrontEndTest.wall(5), NEARER.with(both(looks))));
    Frame counted = draw(before, new Draw(FrontEndTest.wall(5), NEARER.with(both(counts))));
    assertThat(culled.stencil().orElseThrow().size()).isZero();
    assertThat(culled.culledLines()).isEqualTo(4L * SHAPE.tiles());
    assertThat(counted.stencil().orElseThrow().size()).isEqualTo(SHAPE.tiles());
    assertThat(counted.culledLines()).isEqualTo(4L * SHAPE.tiles());
    assertThat(values(counted)).containsOnly(1);
  }

  /** Also before a draw has used it, and depths stay. */
  @Test
  void aClearBeforeAPassLeavesDepths() {
    FrontEnd frontEnd = new FrontEnd(SHAPE, RasterOptions.DEFAULT);
    frontEnd.clear();
    Draw nearer = new Draw(FrontEndTest.wall(3), NEARER);
    frontEnd.drawPass(List.of(nearer), DepthStateTest.CAMERA, FaceCulling.NONE);
    frontEnd.clearStencil(200);
    DepthState isClear =
        NEARER.with(
            both(
                face(
                    DepthTest.EQUAL,
                    StencilOperation.ZERO,
                    StencilOperation.KEEP,
                    StencilOperation.INCR,
                    200)));
    Frame behind =
        frontEnd.drawPass(
            List.of(new Draw(FrontEndTest.wall(5), isClear)),
            DepthStateTest.CAMERA,
            FaceCulling.NONE);
    Frame before =
        frontEnd.drawPass(
            List.of(new Draw(FrontEndTest.wall(2), isClear)),
            DepthStateTest.CAMERA,
            FaceCulling.NONE);
    assertThat(behind.passedSamples()).isZero();
    assertThat(behind.stencil().orElseThrow().cleared()).hasValue(200);
    assertThat(values(behind)).containsOnly((byte) 200);
    assertThat(before.passedSamples()).isPositive();
    assertThat(before.stencil().orElseThrow().cleared()).isEmpty();
    assertThat(values(before)).contains((byte) 201);
    frontEnd.clear();
    assertThat(
            frontEnd.drawPass(List.of(nearer), DepthStateTest.CAMERA, FaceCulling.NONE).stencil())
        .isEmpty();
  }

  @Test
  void withoutStencilThereIsNoPlane() {
    StencilFace off =
        face(
            DepthTest.ALWAYS,
            StencilOperation.INCR,
            OPERATIONS.getFirst(),
            OPERATIONS.getFirst(),
            9);
    assertThat(both(off).isOff()).isTrue();
    assertThat(draw(new Draw(FrontEndTest.wall(3), NEARER.with(both(off)))).stencil()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(PlaneFormat.class)
  void randomDrawsInRandomStatesEndAsInAPlainBuffer(PlaneFormat format) {
    int different = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      Multisampling samples = List.of(Multisampling.values()).get(seed / 2 % 4);
      FrameShape shape =
          FrameShape.ofPixels(
              RasterizerOracleTest.WIDTH,
              RasterizerOracleTest.HEIGHT,
              TileShape.DEFAULT.with(samples));
      DepthRange range = seed % 2 == 0 ? DepthRange.NORMAL : DepthRange.REVERSED;
      Culling culling = List.of(Culling.values()).get(seed % 3);
      TileDepths tiles =
          new TileDepths(shape, RasterOptions.DEFAULT.with(format).with(range).with(culling));
      TileStencil stencil = new TileStencil(shape, tiles);
      TriangleRasterizer rasterizer =
          new TriangleRasterizer(shape, format, FaceCulling.NONE, stencil);
      ReferenceRasterizer reference =
          RasterizerOracleTest.reference(format, range.clearDepth(DepthFormat.D24), samples);
      int[] x = new int[3];
      int[] y = new int[3];
      long[] z = new long[3];
      for (int n = 0; n < 60; n++) {
        if (random.nextInt(4) > 0 || n == 0) {
          RasterizerOracleTest.triangle(random, x, y, z);
        }
        DepthState state = state(random, range);
        tiles.set(state);
        stencil.set(state.stencil());
        rasterizer.draw(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
        reference.draw(x, y, z, state);
        assertThat(tiles.passedSamples())
            .as("seed %d, triangle %d, %s", seed, n, state)
            .isEqualTo(reference.passed);
        assertThat(tiles.coveredSamples()).isEqualTo(reference.covered);
      }
      RasterizerOracleTest.compare("seed %d".formatted(seed), tiles.buffer(), reference);
      StencilStream stream = stencil.cut().orElseThrow();
      compare("seed %d".formatted(seed), stream.values(), reference);
      assertThat(replayed(stream)).isEqualTo(stream.values().values());
      different += (int) Arrays.stream(reference.stencil).distinct().count();
    }
    assertThat(different).as("values, all seeds together").isGreaterThan(600);
  }

  static DepthState state(Random random, DepthRange range) {
    DepthTest test = TESTS.get(random.nextInt(TESTS.size()));
    StencilFace front = face(random);
    return new DepthState(
        random.nextBoolean() ? range.nearer() : test,
        random.nextInt(3) == 2 ? Writes.OFF : Writes.ON,
        DepthBias.NONE,
        new StencilState(front, random.nextBoolean() ? front : face(random)));
  }

  private static StencilFace face(Random random) {
    return new StencilFace(
        TESTS.get(random.nextInt(TESTS.size())),
        random.nextInt(3) == 0 ? random.nextInt(256) : 0xFF,
        new StencilUpdate(
            operation(random),
            operation(random),
            operation(random),
            random.nextInt(4) == 0 ? random.nextInt(256) : random.nextInt(4),
            random.nextInt(3) == 0 ? random.nextInt(256) : 0xFF));
  }

  private static StencilOperation operation(Random random) {
    return random.nextInt(3) == 0
        ? StencilOperation.KEEP
        : OPERATIONS.get(random.nextInt(OPERATIONS.size()));
  }

  private static void compare(String name, StencilBuffer values, ReferenceRasterizer reference) {
    int samples = values.shape().tile().multisampling().samples();
    for (int n = 0; n < reference.stencil.length; n++) {
      int column = n / samples % RasterizerOracleTest.WIDTH;
      int row = n / samples / RasterizerOracleTest.WIDTH;
      assertThat(StandardSamples.stencil(values, column, row, n % samples))
          .as("%s, pixel %d,%d, sample %d of %d", name, column, row, n % samples, samples)
          .isEqualTo(reference.stencil[n]);
    }
  }

  private static byte[] replayed(StencilStream stream) {
    byte[] values = new byte[stream.values().values().length];
    int samples = stream.shape().tile().samples();
    stream
        .batches()
        .forEach(batch -> {
          for (int event = 0; event < batch.size(); event++) {
            batch.apply(event, values, batch.tile(event) * samples);
          }
        });
    return values;
  }
}
