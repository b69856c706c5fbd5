package dev.magpie.depth.scene.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltInScenesTest {
  private static final FrameShape FULL_HD = new FrameShape(1920, 1080, TileShape.DEFAULT);

  static List<String> names() {
    return BuiltInScenes.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everySceneHasTrianglesAsThePaperHas(String name) {
    Scene scene = BuiltInScenes.make(name);
    assertThat(scene.name()).isEqualTo(name);
    FrontEnd frontEnd = new FrontEnd(FULL_HD, RasterOptions.of(scene));
    for (int frame = 0; frame < 2; frame++) {
      Frame drawn = frontEnd.draw(scene.meshes(), scene.camera(frame, 2));
      assertThat(drawn.triangles()).isBetween(150_000L, 450_000L);
      assertThat((double) drawn.coveredSamples() / drawn.triangles()).isBetween(20.0, 45.0);
    }
  }

  @Test
  void solidsShowTheirFronts() {
    MeshBuilder builder = new MeshBuilder();
    builder.box(-1, -1, -1, 1, 1, 1);
    builder.lathe(3, 0, 9, new double[] {0.01, 1, 1, 0.01}, new double[] {-1, -1, 1, 1});
    builder.surface(
        12,
        8,
        (u, v) -> {
          double around = 2 * Math.PI * u;
          double down = Math.PI * v;
          return new Vector3(
              -3 + Math.sin(down) * Math.cos(around),
              Math.cos(down),
              Math.sin(down) * Math.sin(around));
        });
    Mesh mesh = builder.build("solids");
    Scene scene =
        new Scene(
            "solids",
            List.of(mesh),
            List.of(
                new Camera(
                    new Vector3(0, 3, 8), new Vector3(0, 0, 0), new Vector3(0, 1, 0), 60, 1, 30)),
            Scene.UNTESSELLATED,
            FaceCulling.NONE);
    RasterOptions options = RasterOptions.of(scene);
    Frame both = new FrontEnd(FULL_HD, options).draw(scene.meshes(), scene.camera(0, 1));
    Frame fronts =
        new FrontEnd(FULL_HD, options.with(FaceCulling.BACK))
            .draw(scene.meshes(), scene.camera(0, 1));
    assertThat(fronts.triangles()).isLessThan(both.triangles());
    assertThat(fronts.events().depths().depths()).isEqualTo(both.events().depths().depths());
  }
}
