package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.PlaneEquation;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.scene.FaceCulling;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a draw of a stream covers, by its viewport, its scissor and the sense of its triangles. */
class RecordedDrawTest {
  private static final FrameShape FRAME = new FrameShape(40, 20, TileShape.DEFAULT);

  /** The whole of clip space and more, at a depth of a half; counter-clockwise. */
  private static final ClipTriangles ALL =
      new ClipTriangles(
          new double[] {-3, -3, 0.5, 1, 3, -3, 0.5, 1, 3, 3, 0.5, 1, -3, 3, 0.5, 1},
          new int[] {0, 1, 2, 0, 2, 3});

  private static DepthBuffer draw(
      FaceCulling culling, Viewport viewport, Optional<Scissor> scissor, int width, int height) {
    FrontEnd frontEnd = new FrontEnd(FRAME, RasterOptions.DEFAULT);
    frontEnd.clear();
    RecordedDraw draw =
        new RecordedDraw("a", ALL, DepthState.DEFAULT, culling, viewport, scissor, "");
    return frontEnd.drawRecorded(List.of(draw), width, height).events().depths();
  }

  private static void assertDrawn(
      DepthBuffer depths, int left, int top, int right, int bottom, double depth) {
    int expected = (int) Math.rint(depth * (1 << 24));
    for (int y = 0; y < 20; y++) {
      for (int x = 0; x < 40; x++) {
        boolean inside = x >= left && x < right && y >= top && y < bottom;
        if (inside) {
          assertThat(depths.at(x, y)).as("%d, %d", x, y).isBetween(expected - 2, expected + 1);
        } else {
          assertThat(depths.at(x, y)).as("%d, %d", x, y).isEqualTo(PlaneEquation.CLEAR_DEPTH);
        }
      }
    }
  }

  @Test
  void aViewportIsWhereTrianglesComeToLieAndNothingIsDrawnOutsideOfIt() {
    Viewport half = new Viewport(10, 4, 20, 8, 0, 1);
    assertDrawn(draw(FaceCulling.NONE, half, Optional.empty(), 40, 20), 10, 4, 30, 12, 0.5);
    Viewport deep = new Viewport(10, 4, 20, 8, 0.5, 0.75);
    assertDrawn(draw(FaceCulling.NONE, deep, Optional.empty(), 40, 20), 10, 4, 30, 12, 0.625);
    Viewport beyond = new Viewport(-10, -10, 20, 20, 1, 0.5);
    assertDrawn(draw(FaceCulling.NONE, beyond, Optional.empty(), 40, 20), 0, 0, 10, 10, 0.75);
  }

  @Test
  void aTargetOfAnotherSizeGrowsWithAllThatIsOnIt() {
    Viewport half = new Viewport(5, 2, 10, 4, 0, 1);
    assertDrawn(draw(FaceCulling.NONE, half, Optional.empty(), 20, 10), 10, 4, 30, 12, 0.5);
    Optional<Scissor> scissor = Optional.of(new Scissor(0, 0, 10, 5));
    assertDrawn(draw(FaceCulling.NONE, half, scissor, 20, 10), 10, 4, 20, 10, 0.5);
  }

  @Test
  void nothingIsDrawnOutsideOfAScissor() {
    Viewport whole = Viewport.of(40, 20, DepthRange.NORMAL);
    Optional<Scissor> scissor = Optional.of(new Scissor(3, 5, 30, 9));
    assertDrawn(draw(FaceCulling.NONE, whole, scissor, 40, 20), 3, 5, 33, 14, 0.5);
    Optional<Scissor> nothing = Optional.of(new Scissor(3, 5, 0, 9));
    assertDrawn(draw(FaceCulling.NONE, whole, nothing, 40, 20), 0, 0, 0, 0, 0.5);
  }

  @Test
  void eachDrawSaysWhichFacesAreCulled() {
    Viewport whole = Viewport.of(40, 20, DepthRange.NORMAL);
    assertDrawn(draw(FaceCulling.BACK, whole, Optional.empty(), 40, 20), 0, 0, 40, 20, 0.5);
    assertDrawn(draw(FaceCulling.FRONT, whole, Optional.empty(), 40, 20), 0, 0, 0, 0, 0.5);
  }

  @Test
  void viewportsAndScissorsWithoutSenseAreRefused() {
    assertThatThrownBy(() -> new Viewport(0, 0, 0, 5, 0, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new Viewport(0, 0, 5, 5, 0, 1.5)).hasMessageContaining("0 and 1");
    assertThatThrownBy(() -> new Viewport(Double.NaN, 0, 5, 5, 0, 1))
        .hasMessageContaining("lies within");
    assertThatThrownBy(() -> new Scissor(-1, 0, 5, 5)).hasMessageContaining("within 0 and 8192");
  }
}
