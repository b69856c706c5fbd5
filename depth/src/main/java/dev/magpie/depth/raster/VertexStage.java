package dev.magpie.depth.raster;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Brings a mesh's vertices into clip space, triangle by triangle. The last few thousand are kept,
 * since neighbours share most of theirs.
 */
final class VertexStage {
  /** Vertices that are kept: each in the slot that the lowest bits of its number say. */
  private static final int SLOTS = 1 << 12;

  /** For a second and a third corner that belong into the slot of another one. */
  private static final int SPARE = 2;

  /** Where vertices come from. */
  @FunctionalInterface
  interface Source {
    /** Puts x, y, z and w of a vertex at a place. */
    void put(int vertex, double[] clip, int at);
  }

  private final Tessellator tessellator;
  private final ClipVertices vertices;
  private final int[] kept = new int[SLOTS];

  VertexStage(Tessellator tessellator) {
    this.tessellator = tessellator;
    this.vertices = tessellator.reserve(SLOTS + SPARE);
  }

  /** The vertices of a mesh, moved by a matrix of four rows. */
  static Source moved(float[] positions, double[] matrix) {
    return (vertex, clip, at) -> {
      double x = positions[3 * vertex];
      double y = positions[3 * vertex + 1];
      double z = positions[3 * vertex + 2];
      for (int row = 0; row < 4; row++) {
        int m = 4 * row;
        clip[at + row] = matrix[m] * x + matrix[m + 1] * y + matrix[m + 2] * z + matrix[m + 3];
      }
    };
  }

  /** Those that are in clip space. */
  static Source of(ClipTriangles triangles) {
    double[] from = triangles.vertices();
    return (vertex, clip, at) -> System.arraycopy(from, 4 * vertex, clip, at, 4);
  }

  /**
   * Draws triangles.
   *
   * @param indices three vertices of each
   * @param discard hears of each one before it is drawn; null if nothing is cut out
   */
  void draw(Source source, int[] indices, @Nullable AlphaDiscard discard) {
    Arrays.fill(kept, -1);
    for (int n = 0; n < indices.length; n += 3) {
      int a = indices[n];
      int b = indices[n + 1];
      int c = indices[n + 2];
      int slotA = a & (SLOTS - 1);
      int slotB = b & (SLOTS - 1);
      int slotC = c & (SLOTS - 1);
      if (slotB == slotA && b != a) {
        slotB = SLOTS;
      }
      if ((slotC == slotA && c != a) || (slotC == slotB && c != b)) {
        slotC = SLOTS + 1;
      }
      fetch(source, a, slotA);
      fetch(source, b, slotB);
      fetch(source, c, slotC);
      if (discard != null) {
        double[] clip = vertices.clip();
        discard.set(clip, 4 * slotA, 4 * slotB, 4 * slotC, a, b, c);
      }
      tessellator.draw(slotA, slotB, slotC);
    }
  }

  private void fetch(Source source, int vertex, int slot) {
    if (slot < SLOTS) {
      if (kept[slot] == vertex) {
        return;
      }
      kept[slot] = vertex;
    }
    source.put(vertex, vertices.clip(), 4 * slot);
    vertices.classify(slot);
  }
}
