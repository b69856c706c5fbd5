package dev.magpie.depth.raster;

import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws triangles and records what a depth cache would see. The result depends on the meshes and
 * the camera alone, not on any cache, since hierarchical depths are updated at once.
 *
 * <p>One frame after another may be drawn, by one thread at a time:
 *
 * <pre>{@code
 * FrameShape shape = new FrameShape(1920, 1080, TileShape.DEFAULT);
 * FrontEnd frontEnd = new FrontEnd(shape, RasterOptions.DEFAULT);
 * Frame frame = frontEnd.draw(meshes, camera);
 * }</pre>
 */
public final class FrontEnd {
  private final FrameShape shape;
  private final RasterOptions options;
  private final TileDepths tiles;
  private final TriangleRasterizer rasterizer;
  private final Tessellator tessellator;

  /** Makes a front end for frames of one shape. */
  public FrontEnd(FrameShape shape, RasterOptions options) {
    this.shape = shape;
    this.options = options;
    this.tiles = new TileDepths(shape, options);
    this.rasterizer = new TriangleRasterizer(shape, options.format(), options.faceCulling(), tiles);
    this.tessellator =
        new Tessellator(
            shape, options.tessellation(), new Clipper(shape, options.range(), rasterizer));
  }

  /**
   * Draws the meshes in their order, each triangle in its mesh's order, in the state of the
   * options; after a prepass of all of them, if the options say so.
   */
  public Frame draw(List<Mesh> meshes, Camera camera) {
    List<Draw> draws = new ArrayList<>();
    for (DepthState state : options.states()) {
      meshes.forEach(mesh -> draws.add(new Draw(mesh, state)));
    }
    return drawEach(draws, camera);
  }

  /** Draws meshes in their order, each in a state of its own. */
  public Frame drawEach(List<Draw> draws, Camera camera) {
    clear();
    return drawPass(draws, camera, options.faceCulling());
  }

  /** Begins a frame of passes. */
  public void clear() {
    tiles.clear();
  }

  /**
   * Draws a pass over what was drawn since the depth buffer was cleared. The events and the counts
   * are those of the pass.
   *
   * @param faceCulling which triangles are not drawn, whatever the options say
   */
  public Frame drawPass(List<Draw> draws, Camera camera, FaceCulling faceCulling) {
    rasterizer.clear();
    rasterizer.set(faceCulling);
    tiles.clearCounts();
    double[] matrix = camera.clipMatrix((double) shape.pixelsAcross() / shape.pixelsDown());
    try (DepthStage stage = new DepthStage(tiles)) {
      rasterizer.setTiles(stage);
      for (Draw draw : draws) {
        stage.set(draw.state());
        rasterizer.set(draw.state().bias());
        draw(draw.mesh(), matrix);
      }
    }
    EventStream events =
        new EventStream(shape, options.format(), tiles.events().cut(), tiles.buffer().copy());
    return new Frame(
        events,
        rasterizer.triangles(),
        rasterizer.coveringTriangles(),
        tiles.coveredSamples(),
        tiles.passedSamples(),
        tiles.coveredLines(),
        tiles.culledLines(),
        tiles.work());
  }

  private void draw(Mesh mesh, double[] matrix) {
    float[] positions = mesh.positions();
    int[] indices = mesh.indices();
    double[] vertices = tessellator.vertices();
    AlphaDiscard discard =
        mesh.cutout().map(cutout -> new AlphaDiscard(cutout, shape)).orElse(null);
    rasterizer.setDiscard(discard);
    for (int n = 0; n < indices.length; n += 3) {
      transform(matrix, positions, 3 * indices[n], vertices, 0);
      transform(matrix, positions, 3 * indices[n + 1], vertices, 4);
      transform(matrix, positions, 3 * indices[n + 2], vertices, 8);
      if (discard != null) {
        discard.set(vertices, indices[n], indices[n + 1], indices[n + 2]);
      }
      tessellator.draw();
    }
  }

  private static void transform(
      double[] matrix, float[] positions, int from, double[] vertices, int to) {
    double x = positions[from];
    double y = positions[from + 1];
    double z = positions[from + 2];
    for (int row = 0; row < 4; row++) {
      int m = 4 * row;
      vertices[to + row] = matrix[m] * x + matrix[m + 1] * y + matrix[m + 2] * z + matrix[m + 3];
    }
  }
}
