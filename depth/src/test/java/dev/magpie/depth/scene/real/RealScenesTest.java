package dev.magpie.depth.scene.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.Scenes;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RealScenesTest {
  private static Mesh throughAFile(List<Mesh> meshes, float step) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    CompactMeshWriter.write(meshes, step, file);
    return CompactMesh.read("mesh", new ByteArrayInputStream(file.toByteArray()));
  }

  @Test
  void aCompactMeshHasTheTrianglesInTheirOrder() throws IOException {
    List<Mesh> meshes = BuiltInScenes.make("rooms").meshes();
    float step = 1 / 1024f;
    Mesh read = throughAFile(meshes, step);
    assertThat(read.triangles()).isEqualTo(meshes.stream().mapToInt(Mesh::triangles).sum());
    int corner = 0;
    for (Mesh mesh : meshes) {
      for (int index : mesh.indices()) {
        int other = read.indices()[corner++];
        for (int axis = 0; axis < 3; axis++) {
          assertThat(
                  Math.abs(read.positions()[3 * other + axis] - mesh.positions()[3 * index + axis]))
              .isLessThanOrEqualTo(0.51f * step);
        }
      }
    }
    Mesh again = throughAFile(List.of(read), step);
    assertThat(again.positions()).containsExactly(read.positions());
    assertThat(again.indices()).containsExactly(read.indices());
  }

  @Test
  void everySceneThatShipsIsReadByItsName() throws IOException {
    assertThat(RealScenes.names()).containsExactly("ship", "arena");
    for (String name : RealScenes.names()) {
      Scene scene = Scenes.open("real:" + name);
      assertThat(scene.name()).isEqualTo(name);
      assertThat(scene.triangles()).isBetween(60_000L, 80_000L);
    }
    assertThatThrownBy(() -> Scenes.open("real:none"))
        .isInstanceOf(SceneException.class)
        .hasMessage("there is no real scene 'none'; there are ship, arena, harbour, quarter");
  }
}
