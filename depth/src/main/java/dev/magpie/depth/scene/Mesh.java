package dev.magpie.depth.scene;

import java.util.Optional;

/** Triangles that share vertices. All coordinates are finite and all vertices named exist. */
public final class Mesh {
  private final String name;
  private final float[] positions;
  private final int[] indices;
  private final Optional<Cutout> cutout;

  /**
   * Takes the arrays, which change no more, and checks every value.
   *
   * @param name how messages call the mesh
   * @param positions x, y and z of each vertex
   * @param indices three vertices for each triangle, counter-clockwise where its front is seen
   * @throws IllegalArgumentException naming the first value that is wrong
   */
  public Mesh(String name, float[] positions, int[] indices) {
    this(name, positions, indices, Optional.empty());
  }

  /**
   * The same with parts that are cut out.
   *
   * @param cutout empty if nothing is
   */
  public Mesh(String name, float[] positions, int[] indices, Optional<Cutout> cutout) {
    if (positions.length % 3 != 0 || indices.length % 3 != 0) {
      throw new IllegalArgumentException(name + ": positions and indices come in threes");
    }
    checkFinite(name, positions);
    int vertices = positions.length / 3;
    for (int n = 0; n < indices.length; n++) {
      if (indices[n] < 0 || indices[n] >= vertices) {
        throw new IllegalArgumentException(
            "%s: triangle %d (counted from 0) names vertex %s, but there are %d"
                .formatted(name, n / 3, Integer.toUnsignedString(indices[n]), vertices));
      }
    }
    int coordinates = cutout.map(each -> each.coordinates().length).orElse(2 * vertices);
    if (coordinates != 2 * vertices) {
      throw new IllegalArgumentException(
          "%s: %d vertices have %d texture coordinates".formatted(name, vertices, coordinates / 2));
    }
    this.name = name;
    this.cutout = cutout;
    this.positions = positions;
    this.indices = indices;
  }

  private Mesh(Mesh other, float[] positions, int[] indices) {
    this.name = other.name;
    this.positions = positions;
    this.indices = indices;
    this.cutout = other.cutout;
  }

  private static void checkFinite(String name, float[] positions) {
    for (int n = 0; n < positions.length; n++) {
      if (!Float.isFinite(positions[n])) {
        throw new IllegalArgumentException(
            "%s: vertex %d (counted from 0) has the coordinate %s, which is not finite"
                .formatted(name, n / 3, positions[n]));
      }
    }
  }

  /**
   * The same triangles with their vertices at other places.
   *
   * @param others as many; they change no more
   * @throws IllegalArgumentException naming the first value that is wrong
   */
  public Mesh moved(float[] others) {
    if (others.length != positions.length) {
      throw new IllegalArgumentException(
          "%s: %d vertices cannot have %d places"
              .formatted(name, positions.length / 3, others.length / 3));
    }
    checkFinite(name, others);
    return new Mesh(this, others, indices);
  }

  /** The same with each triangle seen from its other side, as mirrored ones must be. */
  public Mesh turned() {
    int[] turned = indices.clone();
    for (int n = 0; n < turned.length; n += 3) {
      turned[n + 1] = indices[n + 2];
      turned[n + 2] = indices[n + 1];
    }
    return new Mesh(this, positions, turned);
  }

  /** How messages call it. */
  public String name() {
    return name;
  }

  /** The coordinates: x, y and z of each vertex. Not to be changed. */
  public float[] positions() {
    return positions;
  }

  /** The triangles: three vertices each. Not to be changed. */
  public int[] indices() {
    return indices;
  }

  /** What is cut out of it by a texture's alpha, if anything is. */
  public Optional<Cutout> cutout() {
    return cutout;
  }

  /** How many triangles there are, counting degenerate ones. */
  public int triangles() {
    return indices.length / 3;
  }
}
