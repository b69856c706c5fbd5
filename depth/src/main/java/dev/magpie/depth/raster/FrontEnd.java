package dev.magpie.depth.raster;

import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.FaceCulling;
import dev.magpie.depth.scene.Mesh;
import dev.magpie.depth.scene.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
  private final TileStencil stencil;
  private final TriangleRasterizer rasterizer;
  private final Clipper clipper;
  private final VertexStage vertexStage;

  /** Whether the next pass begins with clear depths. */
  private boolean toClear;

  /** For triangles that are drawn as they are. */
  private final VertexStage recorded;

  /** Makes a front end for frames of one shape. */
  public FrontEnd(FrameShape shape, RasterOptions options) {
    this.shape = shape;
    this.options = options;
    this.tiles = new TileDepths(shape, options);
    this.stencil = new TileStencil(shape, tiles);
    this.rasterizer = new TriangleRasterizer(shape, options.format(), options.faceCulling(), tiles);
    this.clipper = new Clipper(shape, options.range(), rasterizer);
    this.vertexStage = new VertexStage(new Tessellator(shape, options.tessellation(), clipper));
    this.recorded = new VertexStage(new Tessellator(shape, Scene.UNTESSELLATED, clipper));
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
    toClear = true;
    stencil.clear();
  }

  /**
   * Clears stencil values before a pass, and leaves depths as they are.
   *
   * @param value 0 to 255
   */
  public void clearStencil(int value) {
    stencil.clear(value);
  }

  /**
   * Draws a pass over what was drawn since the depth buffer was cleared. The events and the counts
   * are those of the pass.
   *
   * @param faceCulling which triangles are not drawn, whatever the options say
   */
  public Frame drawPass(List<Draw> draws, Camera camera, FaceCulling faceCulling) {
    double[] matrix = camera.clipMatrix((double) shape.pixelsAcross() / shape.pixelsDown());
    ClipArea whole = ClipArea.of(shape, options.range());
    return pass(stage -> {
      rasterizer.set(faceCulling);
      clipper.set(whole);
      for (Draw draw : draws) {
        begin(stage, draw.state());
        draw(draw.mesh(), matrix);
      }
    });
  }

  /**
   * Draws a pass of a stream over what was drawn since the depth buffer was cleared. Each draw says
   * itself where it goes and which faces are culled; the options' range says what was cleared to.
   *
   * @param width pixels across of the target that viewports are on; if this front end's has others,
   *     they grow with it
   * @param height pixels down
   */
  public Frame drawRecorded(List<RecordedDraw> draws, int width, int height) {
    return pass(stage -> {
      rasterizer.setDiscard(null);
      for (RecordedDraw draw : draws) {
        rasterizer.set(draw.culling());
        clipper.set(ClipArea.of(shape, draw, width, height));
        begin(stage, draw.state());
        recorded.draw(VertexStage.of(draw.triangles()), draw.triangles().indices(), null);
      }
    });
  }

  private void begin(DepthStage stage, DepthState state) {
    stage.set(state);
    rasterizer.set(state.bias());
  }

  private Frame pass(Consumer<DepthStage> draws) {
    rasterizer.clear();
    // Clearing is the work of the thread that has the depths in its cache.
    Runnable beginning = toClear ? tiles::clear : tiles::clearCounts;
    toClear = false;
    try (DepthStage stage = new DepthStage(tiles, stencil, beginning)) {
      rasterizer.setTiles(stage);
      draws.accept(stage);
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
        tiles.work(),
        stencil.cut());
  }

  private void draw(Mesh mesh, double[] matrix) {
    AlphaDiscard discard =
        mesh.cutout().map(cutout -> new AlphaDiscard(cutout, shape)).orElse(null);
    rasterizer.setDiscard(discard);
    vertexStage.draw(VertexStage.moved(mesh.positions(), matrix), mesh.indices(), discard);
  }
}
