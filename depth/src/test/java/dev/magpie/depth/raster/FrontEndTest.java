package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.EventBatch;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions.Culling;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrontEndTest {
  private static final Camera CAMERA =
      new Camera(new Vector3(0, 0, 0), new Vector3(0, 0, 1), new Vector3(0, 1, 0), 60, 1, 10);
  private static final FrameShape FULL_HD = new FrameShape(1920, 1080, TileShape.DEFAULT);

  @Test
  void aTriangleOverTheWholeFrameIsOneEventForEachTile() {
    Frame frame = new FrontEnd(FULL_HD, RasterOptions.DEFAULT).draw(List.of(wall(5)), CAMERA);
    assertThat(frame.triangles()).isEqualTo(1);
    assertThat(frame.coveredSamples()).isEqualTo(1920 * 1080);
    assertThat(frame.pixelsPerTriangle()).isEqualTo(1920 * 1080);
    assertThat(frame.events().size()).isEqualTo(32_400);
    int depth = (int) Math.round(10.0 / 9 * (5 - 1) / 5 * PlaneEquation.CLEAR_DEPTH);
    forEach(
        frame.events(),
        (batch, e) -> {
          assertThat(batch.covered(e)).isEqualTo(-1L);
          assertThat(batch.passed(e)).isEqualTo(-1L);
          assertThat(batch.touched(e)).isEqualTo(0b1111);
          assertThat(batch.accepted(e)).isEqualTo(0b1111);
          assertThat(batch.planeFits(e)).isTrue();
          assertThat(batch.nearest(e)).isEqualTo(depth);
          assertThat(batch.farthest(e)).isEqualTo(depth);
        });
    assertThat(frame.events().depths().depths()).containsOnly(depth);
  }

  @Test
  void aNearerTriangleIsAcceptedEverywhereAndAFartherOneCulled() {
    FrontEnd frontEnd = new FrontEnd(FULL_HD, RasterOptions.DEFAULT);
    Frame nearer = frontEnd.draw(List.of(wall(5), wall(4.5f)), CAMERA);
    assertThat(nearer.events().size()).isEqualTo(64_800);
    forEach(nearer.events(), (batch, e) -> assertThat(batch.accepted(e)).isEqualTo(0b1111));
    Frame farther = frontEnd.draw(List.of(wall(5), wall(5.5f)), CAMERA);
    assertThat(farther.events().size()).isEqualTo(32_400);
    assertThat(farther.culledLines()).isEqualTo(4 * 32_400);
    assertThat(farther.coveredLines()).isEqualTo(2 * 4 * 32_400);
    assertThat(farther.coveredSamples()).isEqualTo(2 * 1920 * 1080);
  }

  @Test
  void theSameTriangleAgainPassesOnlyIfEqualDepthsDo() {
    List<Mesh> twice = List.of(wall(5), wall(5));
    Frame less = new FrontEnd(FULL_HD, RasterOptions.DEFAULT).draw(twice, CAMERA);
    assertThat(less.events().size()).isEqualTo(32_400);
    assertThat(less.culledLines()).isEqualTo(4 * 32_400);
    Frame lequal =
        new FrontEnd(FULL_HD, RasterOptions.DEFAULT.with(DepthTest.LEQUAL)).draw(twice, CAMERA);
    assertThat(lequal.events().size()).isEqualTo(64_800);
    forEach(lequal.events(), (batch, e) -> assertThat(batch.passed(e)).isEqualTo(-1L));
    assertThat(lequal.events().depths().depths()).isEqualTo(less.events().depths().depths());
  }

  @Test
  void withoutCullingTheDepthsAreTheSameFromMoreEvents() {
    Random random = new Random(7);
    FrameShape shape = new FrameShape(200, 120, TileShape.DEFAULT);
    List<Mesh> meshes = List.of(soup(random, 500));
    Frame culled = new FrontEnd(shape, RasterOptions.DEFAULT).draw(meshes, CAMERA);
    Frame all = new FrontEnd(shape, RasterOptions.DEFAULT.with(Culling.OFF)).draw(meshes, CAMERA);
    assertThat(all.events().depths().depths()).isEqualTo(culled.events().depths().depths());
    assertThat(all.events().size()).isGreaterThan(culled.events().size());
    assertThat(all.coveredSamples()).isEqualTo(culled.coveredSamples());
    assertThat(all.culledLines()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"8, 8, 4, 4", "8, 8, 8, 2", "4, 4, 4, 2", "16, 4, 4, 4", "8, 4, 4, 4"})
  void eventsReplayToTheFramesDepths(int width, int height, int lineWidth, int lineHeight) {
    TileShape tile = new TileShape(width, height, lineWidth, lineHeight);
    Random random = new Random(width * 31L + lineWidth);
    for (PlaneFormat format : PlaneFormat.values()) {
      for (DepthTest test : DepthTest.values()) {
        Multisampling samples = List.of(Multisampling.values()).get(random.nextInt(4));
        FrameShape shape = FrameShape.ofPixels(101, 67, tile.with(samples));
        Frame frame =
            new FrontEnd(shape, RasterOptions.DEFAULT.with(format).with(test))
                .draw(List.of(soup(random, 300)), CAMERA);
        new ReplayOracle(frame.events(), DepthState.DEFAULT.with(test)).check();
      }
    }
  }

  @Test
  void aTriangleBetweenSamplesIsNotAmongThoseThatHavePixels() {
    float thin = 1e-4f;
    Mesh between = mesh(thin, 0, 5, -thin, 0, 5, 0, thin, 5);
    Frame frame =
        new FrontEnd(FULL_HD, RasterOptions.DEFAULT).draw(List.of(wall(6), between), CAMERA);
    assertThat(frame.triangles()).isEqualTo(2);
    assertThat(frame.coveringTriangles()).isEqualTo(1);
    assertThat(frame.pixelsPerTriangle()).isEqualTo(1920 * 1080);
  }

  @Test
  void coarseBoundsCullLessAndDrawTheSame() {
    FrameShape shape = new FrameShape(256, 256, TileShape.DEFAULT);
    RasterOptions coarse = RasterOptions.DEFAULT.with(RasterOptions.Culling.COARSE);
    RasterOptions off = RasterOptions.DEFAULT.with(RasterOptions.Culling.OFF);
    for (int seed = 0; seed < 8; seed++) {
      List<Mesh> soup = List.of(soup(new Random(seed), 2000));
      Frame exact = new FrontEnd(shape, RasterOptions.DEFAULT).draw(soup, CAMERA);
      Frame late = new FrontEnd(shape, coarse).draw(soup, CAMERA);
      Frame none = new FrontEnd(shape, off).draw(soup, CAMERA);
      assertThat(late.events().depths().depths()).isEqualTo(exact.events().depths().depths());
      assertThat(none.events().depths().depths()).isEqualTo(exact.events().depths().depths());
      assertThat(late.culledLines()).isPositive().isLessThan(exact.culledLines());
      assertThat(none.culledLines()).isZero();
      assertThat(passed(late)).isEqualTo(passed(exact)).isEqualTo(passed(none));
    }
  }

  private static long passed(Frame frame) {
    long[] sum = new long[1];
    forEach(frame.events(), (batch, e) -> sum[0] += Long.bitCount(batch.passed(e)));
    return sum[0];
  }

  @Test
  void coarseBoundsAreRoundedOutwards() {
    // One tile: what is between the wall and the end of its step of 256 is not culled.
    FrameShape shape = new FrameShape(8, 8, TileShape.DEFAULT);
    double slope = 10.0 / 9 / 25 * PlaneEquation.CLEAR_DEPTH;
    int depth = (int) Math.round(10.0 / 9 * (5 - 1) / 5 * PlaneEquation.CLEAR_DEPTH);
    int toEnd = 255 - (depth & 255);
    RasterOptions coarse = RasterOptions.DEFAULT.with(RasterOptions.Culling.COARSE);
    float within = (float) (5 + toEnd / 2.0 / slope);
    float beyond = (float) (5 + (toEnd + 64) / slope);
    for (float behind : new float[] {within, beyond}) {
      List<Mesh> walls = List.of(wall(5), wall(behind));
      assertThat(new FrontEnd(shape, RasterOptions.DEFAULT).draw(walls, CAMERA).culledLines())
          .isEqualTo(4);
      assertThat(new FrontEnd(shape, coarse).draw(walls, CAMERA).culledLines())
          .isEqualTo(behind == within ? 0 : 4);
    }
  }

  @Test
  void coarseBoundsOfLinesOverwrittenInPartsFollowWhenTheirTileLeavesTheQueue() {
    // The one triangle has two columns of each tile, the other the other six. When the second has
    // drawn the last of 65 tiles, the first leaves the queue, and its two left lines are known.
    FrameShape shape = new FrameShape(8, 8 * (CoarseBounds.QUEUE + 1), TileShape.DEFAULT);
    float edge = (float) (5 * Math.tan(Math.toRadians(30)) / shape.height() * 4);
    // Within the guard band, so that each stays one triangle.
    Mesh left = mesh(edge, -20, 5, edge, 20, 5, 0.3f, 0, 5);
    Mesh right = mesh(edge, -20, 5, edge, 20, 5, -0.3f, 0, 5);
    Mesh behind = mesh(-0.1f, -20, 6, -0.1f, 20, 6, 0.35f, 0, 6);
    List<Mesh> meshes = List.of(left, right, behind);
    Frame exact = new FrontEnd(shape, RasterOptions.DEFAULT).draw(meshes, CAMERA);
    assertThat(exact.culledLines()).isEqualTo(4L * shape.tiles());
    RasterOptions coarse = RasterOptions.DEFAULT.with(RasterOptions.Culling.COARSE);
    FrontEnd frontEnd = new FrontEnd(shape, coarse);
    for (int frame = 0; frame < 2; frame++) {
      assertThat(frontEnd.draw(meshes, CAMERA).culledLines()).isEqualTo(2L * shape.tiles() + 2);
    }
  }

  @Test
  void framesFollowEachOtherAsIfEachWereTheFirst() {
    FrameShape shape = new FrameShape(101, 67, TileShape.DEFAULT);
    FrontEnd frontEnd = new FrontEnd(shape, RasterOptions.DEFAULT);
    List<Mesh> one = List.of(soup(new Random(1), 100));
    Frame first = frontEnd.draw(one, CAMERA);
    frontEnd.draw(List.of(soup(new Random(2), 100)), CAMERA);
    Frame again = frontEnd.draw(one, CAMERA);
    assertThat(again.events().size()).isEqualTo(first.events().size());
    assertThat(again.events().depths().depths()).isEqualTo(first.events().depths().depths());
    assertThat(again.coveredSamples()).isEqualTo(first.coveredSamples());
    Frame empty = frontEnd.draw(List.of(), CAMERA);
    assertThat(empty.events().batches()).isEmpty();
    assertThat(empty.triangles()).isZero();
  }

  @Test
  void facingDrawsOnlyTrianglesThatRunItsWay() {
    // Looking along +z with y up, +x is to the left.
    Mesh counterClockwise = mesh(1, -1, 5, -1, -1, 5, 0, 1, 5);
    Mesh clockwise = mesh(1, -1, 5, 0, 1, 5, -1, -1, 5);
    RasterOptions front = RasterOptions.DEFAULT.with(FaceCulling.BACK);
    assertThat(new FrontEnd(FULL_HD, front).draw(List.of(counterClockwise), CAMERA).triangles())
        .isEqualTo(1);
    assertThat(new FrontEnd(FULL_HD, front).draw(List.of(clockwise), CAMERA).triangles()).isZero();
    RasterOptions back = RasterOptions.DEFAULT.with(FaceCulling.FRONT);
    assertThat(new FrontEnd(FULL_HD, back).draw(List.of(counterClockwise), CAMERA).triangles())
        .isZero();
    assertThat(new FrontEnd(FULL_HD, back).draw(List.of(clockwise), CAMERA).triangles())
        .isEqualTo(1);
    Frame both = new FrontEnd(FULL_HD, RasterOptions.DEFAULT).draw(List.of(clockwise), CAMERA);
    Frame turned =
        new FrontEnd(FULL_HD, RasterOptions.DEFAULT).draw(List.of(counterClockwise), CAMERA);
    assertThat(both.coveredSamples()).isEqualTo(turned.coveredSamples()).isPositive();
  }

  static Mesh wall(float z) {
    return mesh(-8, -8, z, 22, -8, z, -8, 22, z);
  }

  static Mesh mesh(float... positions) {
    int[] indices = new int[positions.length / 3];
    for (int n = 0; n < indices.length; n++) {
      indices[n] = n;
    }
    return new Mesh("test", positions, indices);
  }

  /** Triangles of all sizes in and around the view, some of them slivers. */
  static Mesh soup(Random random, int triangles) {
    float[] positions = new float[9 * triangles];
    for (int n = 0; n < triangles; n++) {
      double size = Math.pow(10, random.nextDouble() * 3 - 2);
      double x = random.nextGaussian() * 3;
      double y = random.nextGaussian() * 2;
      double z = random.nextDouble() * 12 - 1;
      for (int v = 0; v < 3; v++) {
        positions[9 * n + 3 * v] = (float) (x + random.nextGaussian() * size);
        positions[9 * n + 3 * v + 1] = (float) (y + random.nextGaussian() * size);
        positions[9 * n + 3 * v + 2] = (float) (z + random.nextGaussian() * size);
      }
    }
    return mesh(positions);
  }

  interface EventCheck {
    void check(EventBatch batch, int event);
  }

  static void forEach(EventStream events, EventCheck check) {
    for (EventBatch batch : events.batches()) {
      for (int e = 0; e < batch.size(); e++) {
        check.check(batch, e);
      }
    }
  }
}
