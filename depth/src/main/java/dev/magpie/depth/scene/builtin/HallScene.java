package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.ArrayList;
import java.util.List;

/** Architecture: two storeys of columns along a nave, flat walls, steps, a coffered ceiling. */
final class HallScene {
  private static final double LENGTH = 84;
  private static final double HALF_WIDTH = 7;
  private static final double AISLE = 13;
  private static final double BAY = 6;
  private static final double STOREY = 8;

  private HallScene() {}

  static Scene make() {
    List<Mesh> meshes = new ArrayList<>();
    meshes.add(shell());
    meshes.add(columns("lower columns", HALF_WIDTH, 0, 0.75, 12));
    meshes.add(columns("upper columns", HALF_WIDTH + 0.4, STOREY, 0.5, 10));
    meshes.add(columns("wall columns", AISLE - 0.4, 0, 0.5, 8));
    meshes.add(galleries());
    meshes.add(ceiling());
    meshes.add(furniture());
    return new Scene(
        "hall",
        meshes,
        List.of(
            new Camera(
                new Vector3(-3.5, 3.2, 2), new Vector3(2, 5.5, 40), Vector3.UP, 65, 0.2, 200),
            new Camera(new Vector3(3, 5, 20), new Vector3(-4, 6, 70), Vector3.UP, 65, 0.2, 200)),
        26,
        FaceCulling.NONE);
  }

  private static Mesh shell() {
    MeshBuilder mesh = new MeshBuilder();
    mesh.box(-AISLE - 1, -1, -1, AISLE + 1, 0, LENGTH + 1);
    for (int side = -1; side <= 1; side += 2) {
      double inner = side * AISLE;
      double outer = side * (AISLE + 1);
      // Wall piers with window openings between them.
      for (double z = 0; z < LENGTH; z += BAY) {
        double x0 = Math.min(inner, outer);
        double x1 = Math.max(inner, outer);
        mesh.box(x0, 0, z, x1, 2, z + BAY);
        mesh.box(x0, 2, z, x1, 6, z + 2);
        mesh.box(x0, 2, z + 4, x1, 6, z + BAY);
        mesh.box(x0, 6, z, x1, 2 * STOREY, z + BAY);
      }
    }
    for (int step = 0; step < 8; step++) {
      mesh.box(-AISLE, 0, LENGTH - 12 + step, AISLE, 0.25 * (step + 1), LENGTH);
    }
    mesh.box(-AISLE - 1, 0, LENGTH, AISLE + 1, 2 * STOREY + 4, LENGTH + 1);
    mesh.box(-AISLE - 1, 0, -1, AISLE + 1, 2 * STOREY + 4, 0);
    return mesh.build("shell");
  }

  private static Mesh columns(String name, double x, double base, double radius, int around) {
    MeshBuilder mesh = new MeshBuilder();
    double[] profile = {1.5, 1.5, 1.0, 1.0, 0.95, 0.88, 1.5, 1.5};
    double[] levels = {0, 0.4, 0.6, 2.5, 4.5, 6.4, 7.0, 7.5};
    double[] radii = new double[profile.length];
    double[] heights = new double[profile.length];
    for (int n = 0; n < radii.length; n++) {
      radii[n] = radius * profile[n];
      heights[n] = base + levels[n];
    }
    for (double z = BAY / 2; z < LENGTH; z += BAY) {
      mesh.lathe(-x, z, around, radii, heights);
      mesh.lathe(x, z, around, radii, heights);
    }
    return mesh.build(name);
  }

  private static Mesh galleries() {
    MeshBuilder mesh = new MeshBuilder();
    for (int side = -1; side <= 1; side += 2) {
      double x0 = side < 0 ? -AISLE : HALF_WIDTH - 0.9;
      double x1 = side < 0 ? -HALF_WIDTH + 0.9 : AISLE;
      mesh.box(x0, STOREY - 0.5, 0, x1, STOREY, LENGTH);
      mesh.box(x0, 2 * STOREY - 0.5, 0, x1, 2 * STOREY, LENGTH);
      double rail = side * (HALF_WIDTH - 0.6);
      mesh.box(rail - 0.1, STOREY + 1.1, 0, rail + 0.1, STOREY + 1.25, LENGTH);
      for (double z = 0.25; z < LENGTH; z += 1.5) {
        mesh.box(rail - 0.1, STOREY, z, rail + 0.1, STOREY + 1.1, z + 0.2);
      }
    }
    return mesh.build("galleries");
  }

  private static Mesh ceiling() {
    MeshBuilder mesh = new MeshBuilder();
    double top = 2 * STOREY + 4;
    mesh.box(-AISLE - 1, top, -1, AISLE + 1, top + 0.5, LENGTH + 1);
    for (double z = 0; z <= LENGTH; z += BAY / 2) {
      mesh.box(-AISLE, top - 1, z - 0.25, AISLE, top, z + 0.25);
    }
    for (double x = -AISLE; x <= AISLE; x += AISLE / 4) {
      mesh.box(x - 0.25, top - 1, 0, x + 0.25, top, LENGTH);
    }
    return mesh.build("ceiling");
  }

  private static Mesh furniture() {
    MeshBuilder mesh = new MeshBuilder();
    for (double z = 8; z < LENGTH - 16; z += 2.2) {
      for (int side = -1; side <= 1; side += 2) {
        double x0 = side < 0 ? -5.6 : 1.6;
        double x1 = x0 + 4;
        mesh.box(x0, 0.45, z, x1, 0.55, z + 0.6);
        mesh.box(x0, 0.55, z + 0.55, x1, 1.1, z + 0.62);
        mesh.box(x0, 0, z, x0 + 0.1, 0.9, z + 0.6);
        mesh.box(x1 - 0.1, 0, z, x1, 0.9, z + 0.6);
      }
    }
    return mesh.build("benches");
  }
}
