package dev.magpie.depth;

import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Camera;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What back-ends move for a scene, in all frames of its camera path together.
 *
 * @param runs one for each back-end that was asked for
 */
public record SceneTraffic(
    Scene scene, FrameShape shape, RasterOptions options, Drawn drawn, List<Run> runs) {

  /**
   * Sums over frames of what the front end drew.
   *
   * @param coveringTriangles triangles that cover a sample
   * @param coveredLines lines of tiles with covered samples, once for each triangle
   * @param culledLines of these, those that hierarchical culling took away
   * @param events tiles of triangles with a line that was not
   */
  public record Drawn(
      int frames,
      long triangles,
      long coveringTriangles,
      long coveredSamples,
      long passedSamples,
      long coveredLines,
      long culledLines,
      long events) {
    private static final Drawn NOTHING = new Drawn(0, 0, 0, 0, 0, 0, 0, 0);

    Drawn plus(Frame frame) {
      return new Drawn(
          frames + 1,
          triangles + frame.triangles(),
          coveringTriangles + frame.coveringTriangles(),
          coveredSamples + frame.coveredSamples(),
          passedSamples + frame.passedSamples(),
          coveredLines + frame.coveredLines(),
          culledLines + frame.culledLines(),
          events + frame.events().tested());
    }

    /** Not a number where no line is covered. */
    public double culledShare() {
      return (double) culledLines / coveredLines;
    }
  }

  /**
   * Mean samples of a triangle that covers any, over those of a pixel; not a number where there is
   * none.
   */
  public double pixelsPerTriangle() {
    int samples = shape.tile().multisampling().samples();
    return (double) drawn.coveredSamples / samples / drawn.coveringTriangles;
  }

  /**
   * One back-end.
   *
   * @param rawBytes what uncompressed tiles (RAW-T) move at the same cache size
   */
  public record Run(Configuration configuration, DepthTraffic traffic, long rawBytes) {}

  /** Sees each frame as it is drawn. */
  @FunctionalInterface
  public interface FrameObserver {
    void drawn(int frame, DepthBuffer depths, Camera view) throws IOException;
  }

  /**
   * Draws a scene and replays each frame in all back-ends.
   *
   * @param frames along the camera path
   * @param threads that replay
   * @throws IllegalArgumentException if the camera cannot look so, or a back-end has no such tiles
   */
  public static SceneTraffic measure(
      Scene scene,
      int frames,
      FrameShape shape,
      RasterOptions options,
      List<Configuration> asked,
      int threads,
      FrameObserver observer)
      throws IOException {
    // The paper's 100 % for each cache size, and what is asked for.
    List<Configuration> all =
        Stream.concat(asked.stream().map(SceneTraffic::raw), asked.stream()).distinct().toList();
    FrontEnd frontEnd = new FrontEnd(shape, options);
    Drawn drawn = Drawn.NOTHING;
    List<DepthTraffic> sums = new ArrayList<>();
    for (int n = 0; n < frames; n++) {
      Camera view = scene.camera(n, frames);
      Frame frame = frontEnd.draw(scene.meshes(), view);
      drawn = drawn.plus(frame);
      observer.drawn(n, frame.events().depths(), view);
      Kernels kernels = Kernels.forRun((long) frames * all.size() * frame.events().size());
      List<Configuration> configurations = all.stream().map(each -> each.with(kernels)).toList();
      List<DepthTraffic> traffic = DepthSystem.replay(frame.events(), configurations, threads);
      for (int c = 0; c < all.size(); c++) {
        if (n == 0) {
          sums.add(traffic.get(c));
        } else {
          sums.set(c, sums.get(c).plus(traffic.get(c)));
        }
      }
    }
    List<Run> runs =
        asked.stream()
            .map(each ->
                new Run(
                    each, sums.get(all.indexOf(each)), sums.get(all.indexOf(raw(each))).bytes()))
            .toList();
    return new SceneTraffic(scene, shape, options, drawn, runs);
  }

  private static Configuration raw(Configuration configuration) {
    return Configuration.of(CodecPlacement.POST, CompressionScheme.RAW, configuration.cache());
  }
}
