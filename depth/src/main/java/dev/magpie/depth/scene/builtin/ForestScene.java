package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Foliage: trunks, branches and thousands of single leaves of two triangles, over a meadow. */
final class ForestScene {
  private static final int LEAVES = 3600;

  private ForestScene() {}

  static Scene make() {
    List<Mesh> meshes = new ArrayList<>();
    meshes.add(meadow());
    Random random = new Random(30);
    for (int row = 0; row < 5; row++) {
      for (int column = 0; column < 6; column++) {
        double z = 9 + 4.5 * row + random.nextDouble() * 2;
        double x = (column - 2.5 + random.nextDouble() * 0.7) * (0.32 * z);
        meshes.add(tree("tree %d".formatted(6 * row + column), x, z, random));
      }
    }
    return new Scene(
        "forest",
        meshes,
        List.of(
            new Camera(new Vector3(0, 2.4, 0), new Vector3(0, 3.1, 14), Vector3.UP, 55, 0.05, 200),
            new Camera(
                new Vector3(2.5, 2.8, 4), new Vector3(-1, 3.1, 18), Vector3.UP, 55, 0.05, 200)),
        24,
        FaceCulling.NONE);
  }

  private static Mesh meadow() {
    Noise noise = new Noise(31);
    MeshBuilder mesh = new MeshBuilder();
    mesh.surface(
        120,
        120,
        (u, v) -> {
          double x = (0.5 - u) * 120;
          double z = v * 90 - 3;
          return new Vector3(x, 0.7 * noise.fractal(x * 0.08, 0, z * 0.08, 5), z);
        });
    return mesh.build("meadow");
  }

  private static Mesh tree(String name, double x, double z, Random random) {
    MeshBuilder mesh = new MeshBuilder();
    double height = 5 + random.nextDouble() * 2;
    mesh.lathe(
        x,
        z,
        12,
        new double[] {0.35, 0.22, 0.2, 0.16, 0.1, 0.03},
        new double[] {-0.5, 0.4, 0.3 * height, 0.5 * height, 0.75 * height, height});
    Vector3 crown = new Vector3(x, 0.66 * height, z);
    double scale = z / 14;
    int leaves = (int) (LEAVES / scale);
    for (int n = 0; n < leaves; n++) {
      Vector3 direction =
          new Vector3(random.nextGaussian(), random.nextGaussian(), random.nextGaussian())
              .normalized();
      double reach = StrictMath.cbrt(random.nextDouble());
      Vector3 at =
          crown.plus(
              new Vector3(
                      direction.x() * 0.36 * height,
                      direction.y() * 0.42 * height,
                      direction.z() * 0.36 * height)
                  .times(reach));
      leaf(mesh, at, (0.13 + 0.09 * random.nextDouble()) * Math.sqrt(scale), random);
    }
    return mesh.build(name);
  }

  /** A leaf folded along its middle. */
  private static void leaf(MeshBuilder mesh, Vector3 at, double size, Random random) {
    Vector3 along =
        new Vector3(random.nextGaussian(), random.nextGaussian() * 0.6, random.nextGaussian())
            .normalized();
    Vector3 side = along.cross(new Vector3(random.nextGaussian(), 1, random.nextGaussian()));
    side = side.normalized().times(0.45 * size);
    Vector3 fold = along.cross(side).times(0.35);
    int stem = mesh.vertex(at);
    int tip = mesh.vertex(at.plus(along.times(1.6 * size)));
    Vector3 middle = at.plus(along.times(0.7 * size)).plus(fold);
    mesh.triangle(stem, mesh.vertex(middle.plus(side)), tip);
    mesh.triangle(stem, tip, mesh.vertex(middle.minus(side)));
  }
}
