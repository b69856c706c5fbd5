package dev.magpie.depth.scene;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DrawOrderTest {
  private static final int SIDE = 100;

  private static List<List<Float>> triangles(Scene scene) {
    List<List<Float>> triangles = new ArrayList<>();
    for (Mesh mesh : scene.meshes()) {
      for (int corner = 0; corner < mesh.indices().length; corner += 3) {
        List<Float> triangle = new ArrayList<>();
        for (int n = 0; n < 9; n++) {
          triangle.add(mesh.positions()[3 * mesh.indices()[corner + n / 3] + n % 3]);
        }
        triangles.add(triangle);
      }
    }
    return triangles;
  }

  private static Map<List<Float>, Long> counts(List<List<Float>> triangles) {
    return triangles.stream().collect(Collectors.groupingBy(each -> each, Collectors.counting()));
  }

  @Test
  void everyOrderHasTheSameTriangles() {
    Scene scene = BuiltInScenes.make("rooms");
    List<List<Float>> expected = triangles(scene);
    for (DrawOrder order : DrawOrder.values()) {
      List<List<Float>> found = triangles(order.of(scene));
      assertThat(counts(found)).as("%s", order).isEqualTo(counts(expected));
      assertThat(triangles(order.of(scene))).isEqualTo(found);
      if (order == DrawOrder.AS_MADE) {
        assertThat(found).isEqualTo(expected);
      } else {
        assertThat(found).isNotEqualTo(expected);
      }
    }
  }

  /** A square of quadrilaterals, row by row. */
  private static Scene grid() {
    float[] positions = new float[3 * (SIDE + 1) * (SIDE + 1)];
    List<Integer> indices = new ArrayList<>();
    for (int y = 0; y <= SIDE; y++) {
      for (int x = 0; x <= SIDE; x++) {
        int at = y * (SIDE + 1) + x;
        positions[3 * at] = x;
        positions[3 * at + 1] = y;
        if (x < SIDE && y < SIDE) {
          indices.addAll(List.of(at, at + 1, at + SIDE + 2, at, at + SIDE + 2, at + SIDE + 1));
        }
      }
    }
    Mesh mesh = new Mesh("grid", positions, indices.stream().mapToInt(Integer::intValue).toArray());
    Camera camera =
        new Camera(new Vector3(50, 50, 80), new Vector3(50, 50, 0), Vector3.UP, 60, 1, 100);
    return new Scene("grid", List.of(mesh), List.of(camera), Scene.UNTESSELLATED, FaceCulling.NONE);
  }

  /** Vertices that a GPU loads with a cache of 16, first in first out, for each triangle. */
  private static double loads(Scene scene) {
    Set<Integer> cache = new LinkedHashSet<>();
    int loads = 0;
    int[] indices = scene.meshes().getFirst().indices();
    for (int vertex : indices) {
      if (cache.add(vertex)) {
        loads++;
        if (cache.size() > 16) {
          cache.remove(cache.iterator().next());
        }
      }
    }
    return loads / (indices.length / 3.0);
  }

  @Test
  void aVertexCacheHitsMoreInItsOrder() {
    assertThat(loads(DrawOrder.AS_MADE.of(grid()))).isGreaterThan(1);
    assertThat(loads(DrawOrder.VERTEX_CACHE.of(grid()))).isBetween(0.5, 0.75);
  }

  @Test
  void clustersAreCompact() {
    List<List<Float>> triangles = triangles(DrawOrder.CLUSTERS.of(grid()));
    for (List<Float> triangle : triangles.subList(0, 126)) {
      assertThat(triangle).allMatch(coordinate -> coordinate < 20);
    }
  }
}
