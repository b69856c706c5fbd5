package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.ArrayList;
import java.util.List;

/** Organic: tubes in knots, their surfaces displaced by noise, over a displaced ground. */
final class CoralScene {
  private CoralScene() {}

  static Scene make() {
    List<Mesh> meshes = new ArrayList<>();
    meshes.add(ground());
    meshes.add(knot("large knot", 2, 3, new Vector3(0, 3.2, 0), 1.45, 1.15, 560, 60, 11));
    meshes.add(knot("left knot", 3, 4, new Vector3(-4.4, 2.2, 2.4), 0.95, 0.8, 460, 40, 12));
    meshes.add(knot("right knot", 2, 5, new Vector3(4.2, 2.3, 2.0), 0.95, 0.8, 460, 40, 13));
    return new Scene(
        "coral",
        meshes,
        List.of(
            new Camera(
                new Vector3(0.5, 3.6, -6.8), new Vector3(0, 2.9, 0), Vector3.UP, 52, 0.25, 100),
            new Camera(new Vector3(7, 5, -6.5), new Vector3(0, 2.7, 0), Vector3.UP, 52, 0.25, 100)),
        Scene.UNTESSELLATED,
        FaceCulling.NONE);
  }

  private static Mesh ground() {
    Noise noise = new Noise(10);
    MeshBuilder mesh = new MeshBuilder();
    mesh.surface(
        150,
        130,
        (u, v) -> {
          double x = (0.5 - u) * 40;
          double z = v * 46 - 8;
          return new Vector3(x, 0.5 * noise.fractal(x * 0.35, 0, z * 0.35, 5) - 0.4, z);
        });
    return mesh.build("ground");
  }

  /** A tube around a torus knot. */
  private static Mesh knot(
      String name,
      int p,
      int q,
      Vector3 centre,
      double size,
      double thickness,
      int along,
      int around,
      long seed) {
    Noise noise = new Noise(seed);
    MeshBuilder mesh = new MeshBuilder();
    mesh.surface(
        around,
        along,
        (u, v) -> {
          Vector3 here = curve(p, q, v);
          Vector3 ahead = curve(p, q, v + 1e-3).minus(here).normalized();
          Vector3 side = ahead.cross(here).normalized();
          Vector3 over = side.cross(ahead);
          double angle = -2 * Math.PI * u;
          Vector3 outward =
              side.times(StrictMath.cos(angle)).plus(over.times(StrictMath.sin(angle)));
          Vector3 at = here.plus(outward.times(0.5 * thickness));
          double bumps = noise.fractal(at.x() * 2.2, at.y() * 2.2, at.z() * 2.2, 5);
          double lumps = noise.at(at.x() * 0.9, at.y() * 0.9, at.z() * 0.9);
          return centre.plus(
              here.plus(outward.times(thickness * (0.5 + 0.16 * bumps + 0.2 * lumps))).times(size));
        });
    return mesh.build(name);
  }

  private static Vector3 curve(int p, int q, double t) {
    double angle = 2 * Math.PI * t;
    double radius = 2 + 0.8 * StrictMath.cos(q * angle);
    return new Vector3(
        radius * StrictMath.cos(p * angle),
        radius * StrictMath.sin(p * angle),
        1.1 * StrictMath.sin(q * angle));
  }
}
