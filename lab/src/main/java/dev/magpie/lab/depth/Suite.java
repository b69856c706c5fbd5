package dev.magpie.lab.depth;

import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Scenes, the built-in ones unless others are named, drawn once each and replayed in many
 * back-ends.
 *
 * @param scenes what was drawn and moved, scene by scene
 */
record Suite(List<Drawn> scenes) {
  static final String FRAME = "1920x1080, all built-in scenes; quick: 480x270, two of them";

  private static final String AVERAGE = "average";
  private static final List<String> QUICK = List.of("hall", "coral");

  /**
   * A scene's frame in all back-ends.
   *
   * @param name the scene's
   * @param frame what was drawn
   * @param traffic what each back-end moved
   */
  record Drawn(String name, Frame frame, Map<Configuration, DepthTraffic> traffic) {
    double bytes(Configuration configuration) {
      return of(configuration).bytes();
    }

    DepthTraffic of(Configuration configuration) {
      DepthTraffic found = traffic.get(configuration);
      if (found == null) {
        throw new IllegalArgumentException("not replayed: " + configuration);
      }
      return found;
    }
  }

  Suite {
    scenes = List.copyOf(scenes);
  }

  /** How scenes are drawn. */
  record Drawing(TileShape tile, UnaryOperator<Scene> scene, UnaryOperator<RasterOptions> options) {
    static final Drawing USUAL =
        new Drawing(TileShape.DEFAULT, UnaryOperator.identity(), UnaryOperator.identity());

    Drawing with(TileShape other) {
      return new Drawing(other, scene, options);
    }

    Drawing ofScene(UnaryOperator<Scene> change) {
      return new Drawing(tile, change, options);
    }

    Drawing with(UnaryOperator<RasterOptions> change) {
      return new Drawing(tile, scene, change);
    }
  }

  /** The scenes' names, in the order of the rows. */
  static List<String> names(RunContext context) {
    return context.size() == RunSize.QUICK ? QUICK : BuiltInScenes.names();
  }

  /** Every combination of back-ends and cache sizes. */
  static List<Configuration> all(List<PaperBackEnd> backs, int... kibibytes) {
    return Arrays.stream(kibibytes)
        .boxed()
        .flatMap(size -> backs.stream().map(back -> back.with(size)))
        .toList();
  }

  /** Draws the scenes as usual and replays them. */
  static Suite replay(RunContext context, List<Configuration> configurations) {
    return replay(context, Drawing.USUAL, configurations);
  }

  /** Draws the scenes and replays them. */
  static Suite replay(RunContext context, Drawing drawing, List<Configuration> configurations) {
    return replay(
        context,
        names(context).stream()
            .<Supplier<Scene>>map(name -> () -> BuiltInScenes.make(name))
            .toList(),
        drawing,
        configurations);
  }

  /** The same of other scenes, each of which is made when it is its turn. */
  static Suite replay(
      RunContext context,
      List<Supplier<Scene>> scenes,
      Drawing drawing,
      List<Configuration> configurations) {
    List<Configuration> each = List.copyOf(new LinkedHashSet<>(configurations));
    List<Drawn> drawn = new ArrayList<>();
    for (Supplier<Scene> maker : scenes) {
      Scene scene = drawing.scene().apply(maker.get());
      Frame frame = draw(context, drawing, scene);
      Kernels kernels = Kernels.forRun((long) scenes.size() * each.size() * frame.events().size());
      List<DepthTraffic> traffic =
          DepthSystem.replay(
              frame.events(),
              each.stream().map(one -> one.with(kernels)).toList(),
              context.threads());
      Map<Configuration, DepthTraffic> byConfiguration = new HashMap<>();
      for (int n = 0; n < each.size(); n++) {
        byConfiguration.put(each.get(n), traffic.get(n));
      }
      drawn.add(new Drawn(scene.name(), withoutEvents(frame), byConfiguration));
    }
    return new Suite(drawn);
  }

  private static Frame draw(RunContext context, Drawing drawing, Scene scene) {
    FrameShape shape =
        context.size() == RunSize.QUICK
            ? new FrameShape(480, 270, drawing.tile())
            : new FrameShape(1920, 1080, drawing.tile());
    RasterOptions options = RasterOptions.of(scene);
    return new FrontEnd(shape, drawing.options().apply(options))
        .draw(scene.meshes(), scene.camera(0, 1));
  }

  /** The frame's facts; its events are hundreds of megabytes for a suite. */
  private static Frame withoutEvents(Frame frame) {
    return new Frame(
        new EventStream(
            frame.events().shape(), frame.events().format(), List.of(), frame.events().depths()),
        frame.triangles(),
        frame.coveringTriangles(),
        frame.coveredSamples(),
        frame.passedSamples(),
        frame.coveredLines(),
        frame.culledLines(),
        frame.work());
  }

  /** A value of each scene. */
  double[] each(ToDoubleFunction<Drawn> value) {
    return scenes.stream().mapToDouble(value).toArray();
  }

  /** The scene of a name alone. */
  Suite only(String name) {
    return new Suite(scenes.stream().filter(each -> each.name().equals(name)).toList());
  }

  /** The name of its scene, if it has but one, and else what tables call the mean of all. */
  String label() {
    return scenes.size() == 1 ? scenes.getFirst().name() : AVERAGE;
  }

  /** A table with a row for each scene and one for all. */
  Table table(String title, Columns<Suite> columns) {
    return columns
        .builder(title, scenes.stream().map(each -> new Suite(List.of(each))).toList())
        .row(columns.cells(this), true)
        .build();
  }

  /**
   * A value of each scene in some back-ends.
   *
   * @param paper the paper's means; empty if it gives none
   */
  Comparison compare(
      List<PaperBackEnd> backs,
      Function<PaperBackEnd, ToDoubleFunction<Drawn>> value,
      double... paper) {
    return new Comparison(
        Comparison.Subjects.of(
            "scene", scenes.stream().map(Drawn::name).toList(), AVERAGE, AVERAGE),
        IntStream.range(0, backs.size())
            .mapToObj(b ->
                new Comparison.Column(
                    backs.get(b).label(),
                    paper.length == 0 ? Double.NaN : paper[b],
                    each(value.apply(backs.get(b)))))
            .toList(),
        values -> Arrays.stream(values).average().orElse(Double.NaN));
  }

  /** A scene's bytes in percent of those under RAW. */
  static ToDoubleFunction<Drawn> percent(PaperBackEnd back, int kibibytes) {
    Configuration raw = PaperBackEnd.RAW_T.with(kibibytes);
    return scene -> 100 * scene.bytes(back.with(kibibytes)) / scene.bytes(raw);
  }

  /** The mean of a value over the scenes. */
  double mean(ToDoubleFunction<Drawn> value) {
    return scenes.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /** Mean bytes of a back-end. */
  double meanBytes(Configuration configuration) {
    return mean(scene -> scene.bytes(configuration));
  }

  /** Mean of a back-end's bytes in percent of another's. */
  double meanPercent(Configuration configuration, Configuration of) {
    return mean(scene -> 100 * scene.bytes(configuration) / scene.bytes(of));
  }

  /** By how many percent one back-end moves less than another, all scenes together. */
  double gain(PaperBackEnd less, PaperBackEnd than, int kibibytes) {
    return 100 - 100 * meanBytes(less.with(kibibytes)) / meanBytes(than.with(kibibytes));
  }

  /** The same in percent of RAW. */
  double points(PaperBackEnd less, PaperBackEnd than, int kibibytes) {
    return 100
        * (meanBytes(than.with(kibibytes)) - meanBytes(less.with(kibibytes)))
        / meanBytes(PaperBackEnd.RAW_T.with(kibibytes));
  }

  /** By how many percent one back-end moves less than another, by their mean shares of RAW. */
  double gainOfShares(PaperBackEnd less, PaperBackEnd than, int kibibytes) {
    return 100 - 100 * mean(percent(less, kibibytes)) / mean(percent(than, kibibytes));
  }

  /** The scenes, by name and cache, in which one back-end does not move less than another. */
  List<String> notLess(PaperBackEnd less, PaperBackEnd than, int... sizes) {
    return scenes.stream()
        .flatMap(scene ->
            Arrays.stream(sizes)
                .filter(size -> !(scene.bytes(less.with(size)) < scene.bytes(than.with(size))))
                .mapToObj(size -> "%s at %d kB".formatted(scene.name(), size)))
        .toList();
  }

  /** The names of scenes of which something is true. */
  List<String> where(Predicate<Drawn> test) {
    return scenes.stream().filter(test).map(Drawn::name).toList();
  }
}
