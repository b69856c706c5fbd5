package dev.magpie.depth.scene.builtin;

import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.Vector3;
import java.util.List;

/** A close-up: a carved head with curls, larger than the view, before a niche. */
final class BustScene {
  private BustScene() {}

  static Scene make() {
    return new Scene(
        "bust",
        List.of(niche(), head(), curls()),
        List.of(
            new Camera(
                new Vector3(0.35, 0.2, -2.1), new Vector3(0.1, 0.12, 0), Vector3.UP, 45, 0.1, 20),
            new Camera(
                new Vector3(-0.9, 0.3, -1.9), new Vector3(0, 0.12, 0), Vector3.UP, 45, 0.1, 20)),
        19,
        FaceCulling.NONE);
  }

  private static Mesh niche() {
    MeshBuilder mesh = new MeshBuilder();
    mesh.surface(
        60,
        30,
        (u, v) -> {
          double angle = Math.PI * u;
          return new Vector3(
              2.2 * StrictMath.cos(angle), -2 + 4 * v, 0.6 + 1.6 * StrictMath.sin(angle));
        });
    mesh.box(-3, -2, -1, 3, -1.1, 3);
    return mesh.build("niche");
  }

  private static Mesh head() {
    Noise noise = new Noise(50);
    MeshBuilder mesh = new MeshBuilder();
    mesh.surface(
        210,
        170,
        (u, v) -> {
          Vector3 out = MeshBuilder.direction(2 * Math.PI * (u == 1 ? 0 : u), Math.PI * v);
          double chisel = noise.fractal(out.x() * 9, out.y() * 9, out.z() * 9, 4);
          double radius = 1 + features(out) + 0.012 * chisel;
          return new Vector3(0.78 * out.x(), 1.05 * out.y(), 0.9 * out.z()).times(radius);
        });
    return mesh.build("head");
  }

  /** Brow, nose, eyes, lips, chin: bumps on the side that looks along -z. */
  private static double features(Vector3 out) {
    double nose = 0.3 * bump(out, 0, -0.02, 0.08, 0.2) + 0.12 * bump(out, 0, -0.14, 0.11, 0.07);
    double eyes = -0.11 * (bump(out, 0.3, 0.1, 0.13, 0.08) + bump(out, -0.3, 0.1, 0.13, 0.08));
    double lids = 0.06 * (bump(out, 0.3, 0.1, 0.07, 0.05) + bump(out, -0.3, 0.1, 0.07, 0.05));
    double brow = 0.09 * (bump(out, 0.28, 0.24, 0.2, 0.06) + bump(out, -0.28, 0.24, 0.2, 0.06));
    double lips = 0.09 * bump(out, 0, -0.36, 0.17, 0.035) + 0.08 * bump(out, 0, -0.45, 0.14, 0.04);
    double chin = 0.14 * bump(out, 0, -0.66, 0.2, 0.14);
    double cheeks = 0.06 * (bump(out, 0.45, -0.15, 0.2, 0.2) + bump(out, -0.45, -0.15, 0.2, 0.2));
    return nose + eyes + lids + brow + lips + chin + cheeks;
  }

  private static double bump(Vector3 out, double x, double y, double width, double height) {
    if (out.z() > 0) {
      return 0;
    }
    double dx = (out.x() - x) / width;
    double dy = (out.y() - y) / height;
    return StrictMath.exp(-(dx * dx + dy * dy)) * Math.min(1, -4 * out.z());
  }

  /** Spirals of hair around the upper and rear parts. */
  private static Mesh curls() {
    MeshBuilder mesh = new MeshBuilder();
    for (int n = 0; n < 230; n++) {
      double v = 0.08 + 0.42 * ((n * 0.618034) % 1);
      double u = (n * 0.7548777) % 1;
      Vector3 root = MeshBuilder.direction(2 * Math.PI * u, Math.PI * v);
      if (root.z() < -0.35 && root.y() < 0.75) {
        continue;
      }
      Vector3 side = root.cross(Vector3.UP).normalized();
      Vector3 down = side.cross(root).times(-1);
      double turn = n % 2 == 0 ? 1 : -1;
      mesh.surface(
          8,
          30,
          (a, t) -> {
            double angle = turn * 13 * t;
            double radius = 0.13 * (1 - 0.75 * t);
            Vector3 along =
                side.times(radius * StrictMath.cos(angle))
                    .plus(down.times(radius * StrictMath.sin(angle)))
                    .plus(root.times(0.07 * t));
            double around = -turn * 2 * Math.PI * (a == 1 ? 0 : a);
            Vector3 tube =
                root.times(0.032 * StrictMath.sin(around))
                    .plus(along.normalized().times(0.032 * StrictMath.cos(around)));
            return new Vector3(0.78 * root.x(), 1.05 * root.y(), 0.9 * root.z())
                .times(1.02)
                .plus(along)
                .plus(tube.times(1 - 0.5 * t));
          });
    }
    return mesh.build("curls");
  }
}
