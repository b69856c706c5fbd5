package dev.magpie.depth.scene;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;

/** The order in which a scene's triangles are drawn. */
public enum DrawOrder {
  /** As the meshes have them. */
  AS_MADE,
  /** The mesh first whose middle is nearest to the eye of the first view. */
  FRONT_TO_BACK,
  /** Each mesh in fans around vertices, for a GPU's vertex cache, as engines order them. */
  VERTEX_CACHE,
  /** Each mesh in clusters of neighbours, as tessellated patches and meshlets come. */
  CLUSTERS,
  /** All triangles without any order. */
  RANDOM;

  /** The same triangles in this order. */
  public Scene of(Scene scene) {
    return switch (this) {
      case AS_MADE -> scene;
      case FRONT_TO_BACK ->
          with(
              scene,
              scene.meshes().stream()
                  .sorted(Comparator.comparingDouble(mesh -> distance(scene, mesh)))
                  .toList());
      case VERTEX_CACHE -> inEach(scene, mesh -> new TriangleOrder(mesh).vertexCache());
      case CLUSTERS -> inEach(scene, mesh -> new TriangleOrder(mesh).clusters());
      case RANDOM -> with(scene, List.of(shuffled(scene.meshes())));
    };
  }

  private static Scene inEach(Scene scene, UnaryOperator<Mesh> order) {
    return with(scene, scene.meshes().stream().map(order).toList());
  }

  private static Scene with(Scene scene, List<Mesh> meshes) {
    return new Scene(scene.name(), meshes, scene.path(), scene.tessellation(), scene.faceCulling());
  }

  private static double distance(Scene scene, Mesh mesh) {
    float[] positions = mesh.positions();
    double[] middle = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      float least = Float.POSITIVE_INFINITY;
      float greatest = Float.NEGATIVE_INFINITY;
      for (int n = axis; n < positions.length; n += 3) {
        least = Math.min(least, positions[n]);
        greatest = Math.max(greatest, positions[n]);
      }
      middle[axis] = (least + greatest) / 2;
    }
    return new Vector3(middle[0], middle[1], middle[2])
        .minus(scene.path().getFirst().eye())
        .length();
  }

  /** All triangles as one mesh; the same order every time. */
  private static Mesh shuffled(List<Mesh> meshes) {
    float[] positions = new float[meshes.stream().mapToInt(mesh -> mesh.positions().length).sum()];
    int[] indices = new int[meshes.stream().mapToInt(mesh -> mesh.indices().length).sum()];
    int vertex = 0;
    int corner = 0;
    for (Mesh mesh : meshes) {
      if (mesh.cutout().isPresent()) {
        throw new IllegalArgumentException(
            mesh.name() + ": is cut out by a texture, and cannot be shuffled among other meshes");
      }
      System.arraycopy(mesh.positions(), 0, positions, vertex, mesh.positions().length);
      for (int index : mesh.indices()) {
        indices[corner++] = vertex / 3 + index;
      }
      vertex += mesh.positions().length;
    }
    Random random = new Random(1);
    for (int triangle = corner / 3 - 1; triangle > 0; triangle--) {
      int other = random.nextInt(triangle + 1);
      for (int n = 0; n < 3; n++) {
        int kept = indices[3 * triangle + n];
        indices[3 * triangle + n] = indices[3 * other + n];
        indices[3 * other + n] = kept;
      }
    }
    return new Mesh("shuffled", positions, indices);
  }

  /** The word for it in commands. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
