package dev.magpie.depth.raster;

import dev.magpie.depth.event.EventStream;

/**
 * A frame that was drawn.
 *
 * @param events what back-ends replay
 * @param triangles triangles that reached the rasteriser: tessellated, within the view, with an
 *     area, and facing the right way
 * @param coveringTriangles of these, those that cover a sample
 * @param coveredSamples samples covered by them, whether or not they were then culled
 * @param passedSamples those of them that passed the depth test, whether or not they were written
 * @param coveredLines lines of tiles with such a sample, once for each triangle
 * @param culledLines of these, those that hierarchical culling took away
 * @param work covered samples and culled lines, tile by tile
 */
public record Frame(
    EventStream events,
    long triangles,
    long coveringTriangles,
    long coveredSamples,
    long passedSamples,
    long coveredLines,
    long culledLines,
    TileWork work) {
  /**
   * Mean samples of a triangle that covers any, over those of a pixel; not a number where there is
   * none.
   */
  public double pixelsPerTriangle() {
    int samples = events.shape().tile().multisampling().samples();
    return (double) coveredSamples / samples / coveringTriangles;
  }
}
