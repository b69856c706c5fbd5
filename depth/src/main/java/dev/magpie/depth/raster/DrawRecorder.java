package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records draws of meshes as they are before clipping: transformed and tessellated, without
 * triangles of which nothing can be seen. What a front end draws of them is what it draws of the
 * meshes.
 */
public final class DrawRecorder {
  private final FrameShape shape;
  private final RasterOptions options;
  private final VertexStage vertexStage;

  /** Of the draw: the vertices so far by their coordinates, as most belong to several triangles. */
  private final Map<List<Double>, Integer> numbers = new HashMap<>();

  private double[] vertices = new double[0];
  private int[] indices = new int[0];
  private int corners;

  /** Makes one for targets of one shape. */
  public DrawRecorder(FrameShape shape, RasterOptions options) {
    this.shape = shape;
    this.options = options;
    this.vertexStage = new VertexStage(new Tessellator(shape, options.tessellation(), this::take));
  }

  /**
   * Records meshes, each in a state of its own.
   *
   * @throws IllegalArgumentException if a texture cuts parts of one out, which no stream tells
   */
  public List<RecordedDraw> record(List<Draw> draws, FaceCulling culling, Camera camera) {
    double[] matrix = camera.clipMatrix((double) shape.pixelsAcross() / shape.pixelsDown());
    Viewport whole = Viewport.of(shape.pixelsAcross(), shape.pixelsDown(), options.range());
    return draws.stream()
        .map(draw ->
            new RecordedDraw(
                draw.mesh().name(),
                triangles(draw.mesh(), matrix),
                draw.state(),
                culling,
                whole,
                Optional.empty(),
                ""))
        .toList();
  }

  private ClipTriangles triangles(Mesh mesh, double[] matrix) {
    if (mesh.cutout().isPresent()) {
      throw new IllegalArgumentException(
          mesh.name() + ": is cut out by a texture, and a stream of draws has no textures");
    }
    numbers.clear();
    corners = 0;
    vertexStage.draw(VertexStage.moved(mesh.positions(), matrix), mesh.indices(), null);
    return new ClipTriangles(
        Arrays.copyOf(vertices, 4 * numbers.size()), Arrays.copyOf(indices, corners));
  }

  private void take(ClipVertices from, int a, int b, int c) {
    if (corners + 3 > indices.length) {
      indices = Arrays.copyOf(indices, Math.max(3 << 10, 2 * indices.length));
    }
    add(from.clip(), 4 * a);
    add(from.clip(), 4 * b);
    add(from.clip(), 4 * c);
  }

  private void add(double[] from, int at) {
    int next = numbers.size();
    int number =
        numbers.computeIfAbsent(
            List.of(from[at], from[at + 1], from[at + 2], from[at + 3]), _ -> next);
    if (number == next) {
      if (4 * next + 4 > vertices.length) {
        vertices = Arrays.copyOf(vertices, Math.max(4 << 10, 2 * vertices.length));
      }
      System.arraycopy(from, at, vertices, 4 * next, 4);
    }
    indices[corners++] = number;
  }
}
