package dev.magpie.depth.scene.real;

import dev.magpie.depth.Scenes;
import dev.magpie.depth.scene.Mesh;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Makes the files that {@link CompactMesh} reads. Arguments: a scene, a file, the step. */
final class CompactMeshWriter {
  private CompactMeshWriter() {}

  public static void main(String[] arguments) throws IOException {
    try (OutputStream file = Files.newOutputStream(Path.of(arguments[1]))) {
      write(Scenes.open(arguments[0]).meshes(), Float.parseFloat(arguments[2]), file);
    }
  }

  /** Writes the meshes as one, each coordinate rounded to a whole number of steps. */
  static void write(List<Mesh> meshes, float step, OutputStream file) throws IOException {
    float[] least = new float[3];
    for (int axis = 0; axis < 3; axis++) {
      least[axis] = Float.POSITIVE_INFINITY;
      for (Mesh mesh : meshes) {
        for (int n = axis; n < mesh.positions().length; n += 3) {
          least[axis] = Math.min(least[axis], mesh.positions()[n]);
        }
      }
    }
    Map<List<Integer>, Integer> numbers = new HashMap<>();
    List<List<Integer>> vertices = new ArrayList<>();
    ByteArrayOutputStream corners = new ByteArrayOutputStream();
    int triangles = 0;
    for (Mesh mesh : meshes) {
      triangles += mesh.triangles();
      for (int index : mesh.indices()) {
        List<Integer> vertex = new ArrayList<>();
        for (int axis = 0; axis < 3; axis++) {
          vertex.add(Math.round((mesh.positions()[3 * index + axis] - least[axis]) / step));
        }
        int next = vertices.size();
        int number = numbers.computeIfAbsent(vertex, _ -> next);
        if (number == next) {
          vertices.add(vertex);
        }
        varint(corners, next - number);
      }
    }
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(file))) {
      out.writeInt(vertices.size());
      out.writeInt(triangles);
      for (float each : least) {
        out.writeFloat(each);
      }
      out.writeFloat(step);
      for (int axis = 0; axis < 3; axis++) {
        int before = 0;
        for (List<Integer> vertex : vertices) {
          int steps = vertex.get(axis) - before;
          before = vertex.get(axis);
          varint(out, (steps << 1) ^ (steps >> 31));
        }
      }
      corners.writeTo(out);
    }
  }

  private static void varint(OutputStream out, int value) throws IOException {
    int left = value;
    for (; left >>> 7 != 0; left >>>= 7) {
      out.write((left & 0x7f) | 0x80);
    }
    out.write(left);
  }
}
