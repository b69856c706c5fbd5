package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** An interior: a flat of furnished rooms whose walls, drawn in no good order, hide most of it. */
final class RoomsScene {
  private static final int ACROSS = 3;
  private static final int DEEP = 3;
  private static final double ROOM = 6;
  private static final double HEIGHT = 3;
  private static final double WALL = 0.2;

  private RoomsScene() {}

  static Scene make() {
    List<Mesh> meshes = new ArrayList<>();
    Random random = new Random(40);
    for (int x = 0; x < ACROSS; x++) {
      for (int z = DEEP - 1; z >= 0; z--) {
        meshes.add(room(x, z, random));
      }
    }
    return new Scene(
        "rooms",
        meshes,
        List.of(
            new Camera(
                new Vector3(7.1, 1.7, 0.6), new Vector3(11.2, 1.25, 9), Vector3.UP, 65, 0.15, 100),
            new Camera(
                new Vector3(9, 1.7, 4.8), new Vector3(12, 1.25, 14), Vector3.UP, 65, 0.15, 100)),
        24,
        FaceCulling.NONE);
  }

  private static Mesh room(int column, int row, Random random) {
    MeshBuilder mesh = new MeshBuilder();
    double x0 = column * ROOM;
    double z0 = row * ROOM;
    double x1 = x0 + ROOM;
    double z1 = z0 + ROOM;
    mesh.box(x0, -0.2, z0, x1, 0, z1);
    mesh.box(x0, HEIGHT, z0, x1, HEIGHT + 0.2, z1);
    wallAlongX(mesh, x0, x1, z0, row > 0);
    wallAlongZ(mesh, z0, z1, x0, column > 0);
    if (row == DEEP - 1) {
      wallAlongX(mesh, x0, x1, z1, false);
    }
    if (column == ACROSS - 1) {
      wallAlongZ(mesh, z0, z1, x1, false);
    }
    table(mesh, x0 + 2 + random.nextDouble(), z0 + 2.2 + random.nextDouble(), random);
    for (int n = 0; n < 2; n++) {
      shelf(mesh, x0 + WALL + 0.15, z0 + 0.5 + 1.7 * n, random);
    }
    lamp(mesh, x0 + 4.8, z0 + 4.9);
    lamp(mesh, x0 + 1.1, z0 + 5.2);
    for (int n = 0; n < 2; n++) {
      ball(mesh, x0 + 3.6 + 1.2 * n, 0.35, z0 + 1.1 + 0.6 * n, 0.35, random.nextLong());
    }
    return mesh.build("room %d,%d".formatted(column, row));
  }

  private static void wallAlongX(MeshBuilder mesh, double x0, double x1, double z, boolean door) {
    double to = door ? x0 + 2.2 : x1;
    mesh.box(x0, 0, z, to, HEIGHT, z + WALL);
    if (door) {
      mesh.box(to, 2.2, z, x0 + 3.8, HEIGHT, z + WALL);
      mesh.box(x0 + 3.8, 0, z, x1, HEIGHT, z + WALL);
    }
  }

  private static void wallAlongZ(MeshBuilder mesh, double z0, double z1, double x, boolean door) {
    double to = door ? z0 + 3.2 : z1;
    mesh.box(x, 0, z0, x + WALL, HEIGHT, to);
    if (door) {
      mesh.box(x, 2.2, to, x + WALL, HEIGHT, z0 + 4.6);
      mesh.box(x, 0, z0 + 4.6, x + WALL, HEIGHT, z1);
    }
  }

  private static void table(MeshBuilder mesh, double x, double z, Random random) {
    mesh.box(x - 0.9, 0.72, z - 0.5, x + 0.9, 0.78, z + 0.5);
    for (int leg = 0; leg < 4; leg++) {
      double lx = x + ((leg & 1) == 0 ? -0.8 : 0.8);
      double lz = z + ((leg & 2) == 0 ? -0.4 : 0.4);
      mesh.lathe(
          lx,
          lz,
          12,
          new double[] {0.03, 0.05, 0.035, 0.05, 0.04},
          new double[] {0, 0.2, 0.4, 0.6, 0.72});
    }
    for (int cup = 0; cup < 6; cup++) {
      mesh.lathe(
          x + (random.nextDouble() - 0.5) * 1.5,
          z + (random.nextDouble() - 0.5) * 0.8,
          18,
          new double[] {0.04, 0.055, 0.065, 0.055, 0.05, 0.001},
          new double[] {0.78, 0.8, 0.86, 0.9, 0.89, 0.8});
    }
  }

  private static void shelf(MeshBuilder mesh, double x, double z, Random random) {
    mesh.box(x, 0, z - 0.02, x + 0.35, 2.2, z);
    mesh.box(x, 0, z + 1.4, x + 0.35, 2.2, z + 1.42);
    for (double y = 0.1; y < 2.2; y += 0.42) {
      mesh.box(x, y, z, x + 0.35, y + 0.03, z + 1.4);
      for (double at = z + 0.02; at < z + 1.3; ) {
        double thick = 0.05 + 0.05 * random.nextDouble();
        double high = 0.24 + 0.12 * random.nextDouble();
        mesh.box(x + 0.02, y + 0.03, at, x + 0.3, y + high, at + thick);
        at += thick + 0.002;
      }
    }
  }

  private static void lamp(MeshBuilder mesh, double x, double z) {
    mesh.lathe(
        x,
        z,
        24,
        new double[] {0.2, 0.2, 0.03, 0.02, 0.02, 0.25, 0.16, 0.01},
        new double[] {0, 0.04, 0.08, 0.8, 1.5, 1.5, 1.85, 1.85});
  }

  private static void ball(
      MeshBuilder mesh, double x, double y, double z, double radius, long seed) {
    Noise noise = new Noise(seed);
    mesh.surface(
        40,
        24,
        (u, v) -> {
          double around = 2 * Math.PI * (u == 1 ? 0 : u);
          double down = Math.PI * v;
          Vector3 out = MeshBuilder.direction(around, down);
          double bump = 1 + 0.2 * noise.fractal(out.x() * 2, out.y() * 2, out.z() * 2, 3);
          return new Vector3(x, y, z).plus(out.times(radius * bump));
        });
  }
}
