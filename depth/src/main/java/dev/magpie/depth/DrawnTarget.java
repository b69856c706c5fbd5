package dev.magpie.depth;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.image.DepthImage;
import dev.magpie.depth.image.ShadedImage;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.scene.Camera;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/** A target after a frame's passes: what pictures of it and maps of its tiles are made from. */
public final class DrawnTarget {
  private final List<Frame> passes;
  private final List<Camera> views;

  /**
   * @param passes what each of them drew
   * @param views of each
   */
  DrawnTarget(List<Frame> passes, List<Camera> views) {
    this.passes = List.copyOf(passes);
    this.views = List.copyOf(views);
  }

  public FrameShape shape() {
    return depths().shape();
  }

  /** After the last pass. */
  public DepthBuffer depths() {
    return passes.getLast().events().depths();
  }

  /** Of the last pass. */
  public Camera view() {
    return views.getLast();
  }

  /** Its depths as grey, a dot for each sample. */
  public BufferedImage depthImage() {
    return DepthImage.of(depths(), view());
  }

  /** Its surfaces, those of each pass over those before, a dot for each sample. */
  public BufferedImage shadedImage() {
    BufferedImage image = ShadedImage.of(passes.getFirst().events(), views.getFirst());
    for (int pass = 1; pass < passes.size(); pass++) {
      ShadedImage.drawOver(image, passes.get(pass).events(), views.get(pass));
    }
    return image;
  }

  /**
   * Replays all passes in back-ends, to count tile by tile.
   *
   * @param threads that replay
   */
  public List<TileTraffic> tiles(List<Configuration> configurations, int threads) {
    List<EventStream> events = passes.stream().map(Frame::events).toList();
    Kernels kernels = Kernels.forRun(events.stream().mapToLong(EventStream::size).sum());
    return TileTraffic.ofPasses(
        events, configurations.stream().map(each -> each.with(kernels)).toList(), threads);
  }

  /**
   * A figure of each tile, all passes together.
   *
   * @param tiles of a back-end
   */
  public double[] values(TileFigure figure, TileTraffic tiles) {
    double[] values = figure.values(passes.getFirst(), tiles);
    if (figure == TileFigure.OVERDRAW || figure == TileFigure.CULLED) {
      for (Frame later : passes.subList(1, passes.size())) {
        double[] more = figure.values(later, tiles);
        Arrays.setAll(values, tile -> values[tile] + more[tile]);
      }
    }
    return values;
  }
}
