package dev.magpie.depth.raster;

import dev.magpie.depth.event.EventStream;

/**
 * A frame that was drawn.
 *
 * @param events what back-ends replay
 * @param triangles triangles that reached the rasteriser: tessellated, within the view, with an
 *     area, and facing the right way
 * @param coveredSamples samples covered by them, whether or not they were then culled
 * @param passedSamples those of them that passed the depth test, whether or not they were written
 * @param culledLines lines that hierarchical culling took away
 * @param work samples covered and lines culled, tile by tile
 */
public record Frame(
    EventStream events,
    long triangles,
    long coveredSamples,
    long passedSamples,
    long culledLines,
    TileWork work) {
  /** Mean samples that a triangle covers; not a number where there is no triangle. */
  public double pixelsPerTriangle() {
    return (double) coveredSamples / triangles;
  }
}
