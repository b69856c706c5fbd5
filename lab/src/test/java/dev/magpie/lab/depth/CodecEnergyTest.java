package dev.magpie.lab.depth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Vector3;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodecEnergyTest {
  /** Operations of a back-end for triangles at these distances, each over the whole frame. */
  private static double operations(PaperBackEnd back, double... distances) {
    FrontEnd frontEnd =
        new FrontEnd(new FrameShape(512, 512, TileShape.DEFAULT), RasterOptions.DEFAULT);
    Camera camera = new Camera(new Vector3(0, 0, 0), new Vector3(0, 0, -1), Vector3.UP, 90, 1, 10);
    List<Mesh> walls =
        Arrays.stream(distances)
            .mapToObj(z -> {
              float far = (float) -z;
              return new Mesh(
                  "wall", new float[] {-8, -8, far, 24, -8, far, -8, 24, far}, new int[] {0, 1, 2});
            })
            .toList();
    EventStream frame = frontEnd.draw(walls, camera).events();
    DepthTraffic traffic = DepthSystem.replay(frame, back.with(16));
    assertThat(traffic.encodedTiles().get("do50")).isEqualTo(64 * 64L * distances.length);
    return CodecEnergy.operations(traffic) / (64 * 64);
  }

  @Test
  void aFlatTileTakesItsReferencesThreePassesAndAShift() {
    // At these distances 25 % fail in both passes and 50 % fit in the first; nothing is read again.
    double once = 94 + 3 * 2 * 64 + 64;
    assertThat(operations(PaperBackEnd.POST_DO, 4)).isEqualTo(once);
    assertThat(operations(PaperBackEnd.PRE_DO, 4)).isEqualTo(once);
    assertThat(operations(PaperBackEnd.PRE_DO, 6, 4)).isEqualTo(2 * once);
  }
}
