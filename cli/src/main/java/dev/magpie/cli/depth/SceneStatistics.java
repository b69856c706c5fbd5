package dev.magpie.cli.depth;

import dev.magpie.depth.raster.Frame;

/** Sums over frames of what the front end drew. */
record SceneStatistics(
    int frames, long triangles, long coveredSamples, long culledLines, long events) {
  static final SceneStatistics NONE = new SceneStatistics(0, 0, 0, 0, 0);

  SceneStatistics plus(Frame frame) {
    return new SceneStatistics(
        frames + 1,
        triangles + frame.triangles(),
        coveredSamples + frame.coveredSamples(),
        culledLines + frame.culledLines(),
        events + frame.events().size());
  }

  /** Not a number where there is no triangle. */
  double pixelsPerTriangle() {
    return (double) coveredSamples / triangles;
  }
}
