package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A city from above: blocks of houses with roofs, ledges and windows. Distances in metres. */
final class CityScene {
  private static final int BLOCKS = 5;
  private static final double BLOCK = 60;
  private static final double STREET = 14;

  private CityScene() {}

  static Scene make() {
    List<Mesh> meshes = new ArrayList<>();
    Random random = new Random(60);
    MeshBuilder ground = new MeshBuilder();
    double reach = BLOCKS * BLOCK;
    ground.box(-reach, -1, -BLOCK, reach, 0, reach);
    meshes.add(ground.build("ground"));
    for (int z = 0; z < BLOCKS; z++) {
      for (int x = -BLOCKS / 2; x <= BLOCKS / 2; x++) {
        meshes.add(block(x, z, random));
      }
    }
    return new Scene(
        "city",
        meshes,
        List.of(
            new Camera(
                new Vector3(20, 75, -40), new Vector3(-40, 10, 160), Vector3.UP, 55, 2, 2000),
            new Camera(
                new Vector3(-60, 60, 30), new Vector3(20, 10, 240), Vector3.UP, 55, 2, 2000)),
        25,
        FaceCulling.NONE);
  }

  private static Mesh block(int column, int row, Random random) {
    MeshBuilder mesh = new MeshBuilder();
    double x0 = column * BLOCK + STREET / 2;
    double z0 = row * BLOCK + STREET / 2;
    double side = (BLOCK - STREET) / 2;
    for (int n = 0; n < 4; n++) {
      double x = x0 + (n & 1) * side;
      double z = z0 + (n >> 1) * side;
      int storeys = 3 + random.nextInt(random.nextInt(5) == 0 ? 14 : 5);
      house(mesh, x, z, x + side, z + side, storeys, random.nextBoolean());
    }
    return mesh.build("block %d,%d".formatted(column, row));
  }

  private static void house(
      MeshBuilder mesh, double x0, double z0, double x1, double z1, int storeys, boolean gabled) {
    double top = 3.2 * storeys;
    mesh.box(x0, 0, z0, x1, top, z1);
    for (int s = 0; s < storeys; s++) {
      double y = 3.2 * s;
      mesh.box(x0 - 0.15, y + 3, z0 - 0.15, x1 + 0.15, y + 3.2, z1 + 0.15);
      for (double at = 1.5; at < x1 - x0 - 3; at += 5) {
        mesh.box(x0 + at, y + 0.9, z0 - 0.08, x0 + at + 3, y + 2.5, z0);
        mesh.box(x0 + at, y + 0.9, z1, x0 + at + 3, y + 2.5, z1 + 0.08);
        mesh.box(x0 - 0.08, y + 0.9, z0 + at, x0, y + 2.5, z0 + at + 3);
        mesh.box(x1, y + 0.9, z0 + at, x1 + 0.08, y + 2.5, z0 + at + 3);
      }
    }
    if (gabled) {
      double ridge = (z0 + z1) / 2;
      Vector3 a = new Vector3(x0, top, z0);
      Vector3 b = new Vector3(x1, top, z0);
      Vector3 c = new Vector3(x1, top, z1);
      Vector3 d = new Vector3(x0, top, z1);
      Vector3 e = new Vector3(x0, top + 6, ridge);
      Vector3 f = new Vector3(x1, top + 6, ridge);
      mesh.quad(b, a, e, f);
      mesh.quad(d, c, f, e);
      mesh.triangle(mesh.vertex(a), mesh.vertex(d), mesh.vertex(e));
      mesh.triangle(mesh.vertex(c), mesh.vertex(b), mesh.vertex(f));
    } else {
      mesh.box(x0 + 4, top, z0 + 4, x0 + 9, top + 2.5, z0 + 8);
      mesh.lathe(
          x1 - 5,
          z1 - 5,
          16,
          new double[] {1.5, 1.5, 1.2, 0.01},
          new double[] {top, top + 3, top + 4, top + 4.2});
    }
  }
}
