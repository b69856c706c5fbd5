package dev.magpie.depth.mesh;

import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.SceneException;
import java.util.Arrays;

/**
 * Vertices and triangles as they are read; it grows with what was read, not with what a header
 * says.
 */
public final class TriangleList {
  /** More would not fit the memory of usual machines; small files can ask for as many. */
  static final int MAX_TRIANGLES = 1 << 26;

  private static final int FIRST_CAPACITY = 3 << 10;

  private final String file;
  private float[] positions = new float[FIRST_CAPACITY];
  private int[] indices = new int[FIRST_CAPACITY];
  private int coordinates;
  private int corners;

  /**
   * An empty list.
   *
   * @param file what messages call it
   */
  public TriangleList(String file) {
    this.file = file;
  }

  /** Vertices so far. */
  public int vertices() {
    return coordinates / 3;
  }

  /** Adds a vertex. */
  public void vertex(float x, float y, float z) {
    if (coordinates + 3 > positions.length) {
      if (coordinates >= 3 * MAX_TRIANGLES) {
        throw new SceneException("%s: has more than %,d vertices".formatted(file, MAX_TRIANGLES));
      }
      positions = Arrays.copyOf(positions, 2 * positions.length);
    }
    positions[coordinates++] = x;
    positions[coordinates++] = y;
    positions[coordinates++] = z;
  }

  /** Adds a triangle of three vertices, by their numbers. */
  public void triangle(int a, int b, int c) {
    if (corners + 3 > indices.length) {
      if (corners >= 3 * MAX_TRIANGLES) {
        throw new SceneException("%s: has more than %,d triangles".formatted(file, MAX_TRIANGLES));
      }
      indices = Arrays.copyOf(indices, 2 * indices.length);
    }
    indices[corners++] = a;
    indices[corners++] = b;
    indices[corners++] = c;
  }

  /**
   * The mesh.
   *
   * @throws SceneException if a coordinate is not finite or a vertex does not exist
   */
  public Mesh mesh(String name) {
    try {
      return new Mesh(name, Arrays.copyOf(positions, coordinates), Arrays.copyOf(indices, corners));
    } catch (IllegalArgumentException e) {
      throw new SceneException(String.valueOf(e.getMessage()), e);
    }
  }
}
