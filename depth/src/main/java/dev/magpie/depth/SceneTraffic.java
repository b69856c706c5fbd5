package dev.magpie.depth;

import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What back-ends move for a scene, in all frames of its camera path together.
 *
 * @param shape of the frame
 * @param runs one for each back-end that was asked for, over all passes; tiles are those of the
 *     last pass's target
 * @param passes of each frame, in the order of drawing
 */
public record SceneTraffic(
    Scene scene,
    FrameShape shape,
    RasterOptions options,
    Drawn drawn,
    List<Run> runs,
    List<PassTraffic> passes) {

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

    /** What a pass of one frame drew. */
    static Drawn of(Frame frame) {
      return new Drawn(
          1,
          frame.triangles(),
          frame.coveringTriangles(),
          frame.coveredSamples(),
          frame.passedSamples(),
          frame.coveredLines(),
          frame.culledLines(),
          frame.events().tested());
    }

    private Drawn withFrames(int number) {
      return new Drawn(
          number,
          triangles,
          coveringTriangles,
          coveredSamples,
          passedSamples,
          coveredLines,
          culledLines,
          events);
    }

    /** With those of another pass, in as many frames. */
    Drawn plus(Drawn pass) {
      return new Drawn(
          frames,
          triangles + pass.triangles,
          coveringTriangles + pass.coveringTriangles,
          coveredSamples + pass.coveredSamples,
          passedSamples + pass.passedSamples,
          coveredLines + pass.coveredLines,
          culledLines + pass.culledLines,
          events + pass.events);
    }

    /**
     * Mean samples of a triangle that covers any, over those of a pixel; not a number where there
     * is none.
     *
     * @param samples of a pixel
     */
    public double pixelsPerTriangle(int samples) {
      return (double) coveredSamples / samples / coveringTriangles;
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
    double pixels =
        passes.stream()
            .mapToDouble(each -> (double) each.drawn().coveredSamples() / each.samples())
            .sum();
    return pixels / drawn.coveringTriangles;
  }

  /** What depths are in the targets of passes, each format once. */
  public List<DepthFormat> formats() {
    return passes.stream().map(pass -> pass.shape().tile().format()).distinct().toList();
  }

  /** Triangles of all meshes; of a stream of draws, those of the first frame's draws. */
  public long meshTriangles() {
    long recorded =
        passes.stream()
            .filter(each -> each.frame() == 0 && each.pass().recorded().isPresent())
            .mapToLong(each -> each.pass().triangles())
            .sum();
    return recorded == 0 ? scene.triangles() : recorded;
  }

  /** The shape of the target whose tiles {@link #runs} speak of. */
  public FrameShape mapped() {
    return passes.getLast().shape();
  }

  /**
   * One back-end.
   *
   * @param rawBytes what uncompressed tiles (RAW-T) move at the same cache size
   * @param rawStencilBytes what the stencil values beside those move, or 0
   */
  public record Run(
      Configuration configuration, DepthTraffic traffic, long rawBytes, long rawStencilBytes) {}

  /** What a frame consists of. */
  @FunctionalInterface
  public interface FramePasses {
    /** The passes of a frame, in the order of drawing. */
    List<Pass> of(int frame);
  }

  /** Sees each frame as it is drawn: the last pass's target after it. */
  @FunctionalInterface
  public interface FrameObserver {
    void drawn(int frame, DrawnTarget target) throws IOException;
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
    List<Pass> passes = Pass.of(scene, options);
    return measure(scene, _ -> passes, frames, shape, options, asked, threads, observer);
  }

  /**
   * Draws a scene's passes and replays them in all back-ends.
   *
   * @param passes of each frame
   * @param options what holds for all of them: not their state, nor their ranges
   * @throws IllegalArgumentException if a camera cannot look so, or a back-end has no such tiles
   */
  public static SceneTraffic measure(
      Scene scene,
      FramePasses passes,
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
    PassDrawing drawing = new PassDrawing(shape, options, all, threads);
    Drawn drawn = Drawn.NOTHING.withFrames(frames);
    List<PassTraffic> each = new ArrayList<>();
    List<DepthTraffic> sums = List.of();
    for (int n = 0; n < frames; n++) {
      List<DepthTraffic> frame = List.of();
      List<Pass> ofFrame = passes.of(n);
      List<PassTraffic> eachOfFrame = new ArrayList<>();
      // From the last target on, whose tiles are those of pictures.
      for (List<Pass> target : Pass.byTarget(ofFrame).reversed()) {
        PassDrawing.Target done = drawing.draw(target, n, frames);
        if (frame.isEmpty()) {
          observer.drawn(n, done.target());
        }
        frame =
            frame.isEmpty()
                ? done.traffic()
                : sum(frame, done.traffic(), DepthTraffic::plusOtherTarget);
        for (int p = 0; p < target.size(); p++) {
          drawn = drawn.plus(done.drawn().get(p));
          List<DepthTraffic> ofPass = done.ofPass(p);
          eachOfFrame.add(
              new PassTraffic(
                  n,
                  target.get(p).scene().time(n, frames),
                  target.get(p),
                  target.getFirst().target().shape(shape),
                  done.drawn().get(p),
                  runs(asked, all, ofPass)));
        }
      }
      eachOfFrame.sort(Comparator.comparingInt(traffic -> ofFrame.indexOf(traffic.pass())));
      each.addAll(eachOfFrame);
      sums = n == 0 ? frame : sum(sums, frame, DepthTraffic::plus);
    }
    return new SceneTraffic(
        scene, shape, options, drawn, runs(asked, all, sums), List.copyOf(each));
  }

  private static List<DepthTraffic> sum(
      List<DepthTraffic> one, List<DepthTraffic> other, BinaryOperator<DepthTraffic> plus) {
    return IntStream.range(0, one.size())
        .mapToObj(c -> plus.apply(one.get(c), other.get(c)))
        .toList();
  }

  private static List<Run> runs(
      List<Configuration> asked, List<Configuration> all, List<DepthTraffic> traffic) {
    return asked.stream()
        .map(each -> {
          DepthTraffic raw = traffic.get(all.indexOf(raw(each)));
          return new Run(
              each,
              traffic.get(all.indexOf(each)),
              raw.bytes(),
              raw.stencil().map(DepthTraffic::bytes).orElse(0L));
        })
        .toList();
  }

  /** The back-end that one is compared with: uncompressed tiles (RAW-T) in a cache as large. */
  public static Configuration raw(Configuration configuration) {
    return Configuration.of(CodecPlacement.POST, CompressionScheme.RAW, configuration.cache());
  }
}
