package dev.magpie.depth.draws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.draws.DrawPass.Start;
import dev.magpie.depth.raster.ClipTriangles;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.RecordedDraw;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrawSortingTest {
  /** At distances of 3, 1 and 2, and two that only read depths, at 5 and 4. */
  private static DrawStream stream(boolean perspective) {
    List<RecordedDraw> draws = new ArrayList<>();
    for (int distance : new int[] {3, 1, 2, 5, 4}) {
      double w = perspective ? distance : 1;
      double z = perspective ? distance - 0.5 : distance / 8.0;
      double[] vertices = {-1, -1, z, w, 1, -1, z, w, 0, 1, z, w};
      draws.add(
          SmallStream.draw(
              "" + distance,
              new ClipTriangles(vertices, new int[] {0, 1, 2}),
              distance < 4 ? DepthState.DEFAULT : DepthState.DEFAULT.with(DepthState.Writes.OFF)));
    }
    return SmallStream.of(new DrawPass("all", SmallStream.SUN, Start.CLEARED, draws));
  }

  private static String order(DrawSorting sorting, DrawStream stream) {
    return String.join(
        "",
        sorting.of(stream).frames().getFirst().getFirst().draws().stream()
            .map(RecordedDraw::name)
            .toList());
  }

  @Test
  void drawsOfOneStateAreOrderedByTheirDistance() {
    for (boolean perspective : new boolean[] {false, true}) {
      DrawStream stream = stream(perspective);
      assertThat(order(DrawSorting.RECORDED, stream)).isEqualTo("31254");
      assertThat(order(DrawSorting.FRONT_TO_BACK, stream)).isEqualTo("12345");
      assertThat(order(DrawSorting.BACK_TO_FRONT, stream)).isEqualTo("32154");
      String shuffled = order(DrawSorting.SHUFFLED, stream);
      assertThat(shuffled).isEqualTo(order(DrawSorting.SHUFFLED, stream));
      assertThat(shuffled.chars().limit(3).boxed())
          .containsExactlyInAnyOrder((int) '1', (int) '2', (int) '3');
      assertThat(shuffled.chars().skip(3).boxed()).containsExactlyInAnyOrder((int) '4', (int) '5');
    }
  }
}
