package dev.magpie.depth.raster;

import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.StencilStream;
import java.util.Optional;

/**
 * A frame that was drawn.
 *
 * @param events what back-ends replay
 * @param triangles triangles that reached the rasteriser: tessellated, within the view, with an
 *     area, and facing the right way
 * @param coveringTriangles of these, those that cover a sample
 * @param coveredSamples samples covered by them, whether or not they were then culled
 * @param passedSamples those of them that passed the depth test, whether or not they were written
 * @param coveredLines lines of tiles with such a sample, once for each triangle; without those of
 *     which all samples fail the stencil test
 * @param culledLines of these, those that hierarchical culling took away
 * @param work covered samples and culled lines, tile by tile
 * @param stencil what was done to stencil values, if any draw since the frame's beginning used them
 */
public record Frame(
    EventStream events,
    long triangles,
    long coveringTriangles,
    long coveredSamples,
    long passedSamples,
    long coveredLines,
    long culledLines,
    TileWork work,
    Optional<StencilStream> stencil) {
  /** A frame without stencil. */
  public Frame(
      EventStream events,
      long triangles,
      long coveringTriangles,
      long coveredSamples,
      long passedSamples,
      long coveredLines,
      long culledLines,
      TileWork work) {
    this(
        events,
        triangles,
        coveringTriangles,
        coveredSamples,
        passedSamples,
        coveredLines,
        culledLines,
        work,
        Optional.empty());
  }

  /**
   * Mean samples of a triangle that covers any, over those of a pixel; not a number where there is
   * none.
   */
  public double pixelsPerTriangle() {
    int samples = events.shape().tile().multisampling().samples();
    return (double) coveredSamples / samples / coveringTriangles;
  }
}
