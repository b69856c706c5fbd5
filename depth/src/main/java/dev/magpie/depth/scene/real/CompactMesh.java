package dev.magpie.depth.scene.real;

import dev.magpie.depth.mesh.TriangleList;
import dev.magpie.depth.scene.Mesh;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * A mesh in few bytes, for scenes that ship: a gzip stream of vertices and triangles (ints), the
 * least coordinate on each axis and the step of all (floats); then how many steps a vertex is from
 * the one before it, all x, all y, all z; then for each corner how many vertices the next unused
 * one is ahead of it, which is 0 where a vertex is used first. Those are varints of seven bits a
 * byte, low ones first, the steps with their sign in the lowest bit.
 */
final class CompactMesh {
  private CompactMesh() {}

  static Mesh read(String name, InputStream file) throws IOException {
    DataInputStream in = new DataInputStream(new GZIPInputStream(file, 1 << 16));
    int vertices = in.readInt();
    int triangles = in.readInt();
    float[] least = {in.readFloat(), in.readFloat(), in.readFloat()};
    float step = in.readFloat();
    float[][] axes = new float[3][vertices];
    for (int axis = 0; axis < 3; axis++) {
      int steps = 0;
      for (int v = 0; v < vertices; v++) {
        int signed = varint(in);
        steps += (signed >>> 1) ^ -(signed & 1);
        axes[axis][v] = least[axis] + steps * step;
      }
    }
    TriangleList mesh = new TriangleList(name);
    for (int v = 0; v < vertices; v++) {
      mesh.vertex(axes[0][v], axes[1][v], axes[2][v]);
    }
    int[] corners = new int[3];
    int next = 0;
    for (int t = 0; t < triangles; t++) {
      for (int c = 0; c < 3; c++) {
        corners[c] = next - varint(in);
        next = Math.max(next, corners[c] + 1);
      }
      mesh.triangle(corners[0], corners[1], corners[2]);
    }
    return mesh.mesh(name);
  }

  private static int varint(DataInputStream in) throws IOException {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      int next = in.readUnsignedByte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
  }
}
