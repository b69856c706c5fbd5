package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.List;

/**
 * Terrain: ridges as a fan of rows around the viewer, denser where it is near, and a lake.
 * Distances in metres.
 */
final class TerrainScene {
  private static final double NEAREST = 60;
  private static final double FARTHEST = 16_000;

  private TerrainScene() {}

  static Scene make() {
    return new Scene(
        "terrain",
        List.of(land(), lake()),
        List.of(
            new Camera(
                new Vector3(0, 900, 0), new Vector3(500, 560, 3000), Vector3.UP, 55, 20, 40_000),
            new Camera(
                new Vector3(300, 820, 400),
                new Vector3(-400, 500, 3000),
                Vector3.UP,
                55,
                20,
                40_000)),
        Scene.UNTESSELLATED,
        FaceCulling.NONE);
  }

  private static Mesh land() {
    MeshBuilder mesh = new MeshBuilder();
    mesh.surface(
        460,
        540,
        (u, v) -> {
          double angle = (0.5 - u) * 1.9;
          double distance = NEAREST * StrictMath.pow(FARTHEST / NEAREST, v);
          double x = distance * StrictMath.sin(angle);
          double z = distance * StrictMath.cos(angle);
          return new Vector3(x, height(x, z), z);
        });
    return mesh.build("land");
  }

  private static double height(double x, double z) {
    Noise noise = new Noise(20);
    double ridges = noise.ridges(x / 2600 + 3.1, z / 2600 + 1.7, 8);
    double valleys = noise.fractal(x / 5200, 5, z / 5200, 2);
    double rise = Math.min(1, Math.max(0, (StrictMath.hypot(x, z) - 300) / 1500));
    return rise * (ridges * 620 + valleys * 420 - 100) + (1 - rise) * 240;
  }

  private static Mesh lake() {
    MeshBuilder mesh = new MeshBuilder();
    mesh.surface(
        60,
        90,
        (u, v) -> {
          double angle = (0.5 - u) * 1.9;
          double distance = 300 * StrictMath.pow(FARTHEST / 300, v);
          return new Vector3(
              distance * StrictMath.sin(angle), 300, distance * StrictMath.cos(angle));
        });
    return mesh.build("lake");
  }
}
