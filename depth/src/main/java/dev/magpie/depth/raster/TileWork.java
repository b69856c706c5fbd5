package dev.magpie.depth.raster;

import dev.magpie.depth.event.FrameShape;

/** What the front end did in each tile of a frame. */
public final class TileWork {
  private final int[] coveredSamples;
  private final int[] culledLines;

  TileWork(int[] coveredSamples, int[] culledLines) {
    this.coveredSamples = coveredSamples;
    this.culledLines = culledLines;
  }

  /** That of a frame in which nothing is drawn. */
  public static TileWork empty(FrameShape shape) {
    return new TileWork(new int[shape.tiles()], new int[shape.tiles()]);
  }

  /** By tile, samples covered by triangles, whether or not they were then culled. */
  public int[] coveredSamples() {
    return coveredSamples.clone();
  }

  /** By tile, lines that hierarchical culling took away. */
  public int[] culledLines() {
    return culledLines.clone();
  }

  /**
   * By tile, how often each of its samples is covered, in the mean.
   *
   * @param shape of the frame
   */
  public double[] overdraw(FrameShape shape) {
    double[] overdraw = new double[coveredSamples.length];
    for (int tile = 0; tile < overdraw.length; tile++) {
      overdraw[tile] = (double) coveredSamples[tile] / Long.bitCount(shape.inFrame(tile));
    }
    return overdraw;
  }
}
