package dev.magpie.cli.depth;

import dev.magpie.cli.depth.DepthDocument.Run;
import dev.magpie.cli.depth.DepthDocument.Work;
import dev.magpie.cli.output.Quantity;
import dev.magpie.depth.DrawnTarget;
import dev.magpie.depth.Pass;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.image.PngFile;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.BlockMap;
import dev.magpie.report.Columns;
import dev.magpie.report.Page;
import dev.magpie.report.Pictures;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** The result as a page: what back-ends move, in which modes tiles are, and which tiles cost. */
final class DepthPage {
  private static final double MEGABYTE = 1e6;

  /** Of a picture, so that a page stays small. */
  private static final int PICTURE_PIXELS = 960;

  private final SceneTraffic measured;
  private final DepthDocument document;
  private final DrawnTarget last;
  private final int threads;

  /** Of the back-ends: what all have in common is left out. */
  private final List<String> names;

  private DepthPage(SceneTraffic measured, DepthCommand.By by, DrawnTarget last, int threads) {
    this.measured = measured;
    this.document = DepthDocument.of(measured, by);
    this.last = last;
    this.threads = threads;
    this.names = document.runs().stream().map(Run::work).map(this::name).toList();
  }

  /**
   * The page.
   *
   * @param last of the frames
   * @param threads that count its tiles
   */
  static Page page(SceneTraffic measured, DepthCommand.By by, DrawnTarget last, int threads) {
    return new DepthPage(measured, by, last, threads).page();
  }

  private Page page() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("frame", "The frame", frame()));
    sections.add(
        new Section(
            "traffic", "What moves to memory", traffic(), DepthReport.runs(document.runs())));
    StencilRows.ofRuns(document.runs())
        .ifPresent(table -> sections.add(new Section("stencil", "Stencil", stencil(), table)));
    FrameShape shape = last.shape();
    if (shape.tilesX() <= BlockMap.MOST_BLOCKS_PER_ROW && shape.tilesY() <= BlockMap.MAX_ROWS) {
      sections.add(
          new Section(
              "map",
              "Where in the frame",
              TileMaps.of(
                  measured,
                  last,
                  threads,
                  names,
                  document.runs().stream().map(Run::work).map(this::codec).toList(),
                  List.copyOf(modes()))));
    }
    List<StackedBarChart> modes = new ArrayList<>();
    addModes(modes, "Tiles at the end, by mode", Run::tilesByMode);
    addModes(modes, "Tiles encoded, by mode", Run::encodedTilesByMode);
    if (!modes.isEmpty()) {
      sections.add(new Section("modes", "Modes", List.copyOf(modes)));
    }
    sections.add(new Section("moves", "What else moves, and what it takes", energy(), moves()));
    List<PassRows.PassRow> passes = document.passes();
    if (passes != null) {
      sections.add(new Section("passes", "Passes", passes(), PassRows.wideTable(passes)));
    }
    DepthDocument.Drawing drawn = document.scene().drawing();
    return new Page(
        "Depth of " + document.scene().name(),
        DepthReport.summary(document.scene()) + ".",
        List.of(
            new Page.Fact("pixels", "%d x %d".formatted(drawn.width(), drawn.height())),
            new Page.Fact("samples a pixel", "%d".formatted(drawn.samples())),
            new Page.Fact("frames", "%,d".formatted(drawn.frames())),
            new Page.Fact("triangles", "%,d".formatted(drawn.triangles())),
            new Page.Fact("lines culled", culled(drawn)),
            new Page.Fact("events", "%,d".formatted(drawn.events())),
            new Page.Fact("tile", drawn.tile()),
            new Page.Fact("line", drawn.lineBytes() + " B"),
            new Page.Fact("depths", drawn.depthFormat())),
        sections);
  }

  private Pictures frame() {
    FrameShape shape = last.shape();
    double scale =
        Math.min(1, PICTURE_PIXELS / (double) Math.max(shape.pixelsAcross(), shape.pixelsDown()));
    int width = Math.max(1, (int) Math.rint(scale * shape.pixelsAcross()));
    int height = Math.max(1, (int) Math.rint(scale * shape.pixelsDown()));
    String scene = document.scene().name();
    Pictures pictures =
        Pictures.of(
            scene,
            Pictures.Picture.of(
                    "shaded",
                    "The surfaces of %s under a lamp".formatted(scene),
                    "shaded.png",
                    PngFile.scaled(last.shadedImage(), width, height))
                .withNote("A lamp beside the eye; black where it is clear."),
            Pictures.Picture.of(
                    "as depth",
                    "The depths of %s as grey".formatted(scene),
                    "depth.png",
                    PngFile.scaled(last.depthImage(), width, height))
                .withNote("White where it is nearest, dark where it is farthest, black if clear."));
    List<String> about = new ArrayList<>();
    if (measured.drawn().frames() > 1) {
      about.add("The last of the %,d frames.".formatted(measured.drawn().frames()));
    }
    if (measured.passes().stream().map(each -> each.pass().target()).distinct().count() > 1) {
      about.add("The target of the last pass, %s.".formatted(lastPass().target().name()));
    }
    if (scale < 1) {
      about.add("%d of %d pixels across.".formatted(width, shape.pixelsAcross()));
    }
    return pictures.withCaption(String.join(" ", about));
  }

  private Pass lastPass() {
    return measured.passes().getLast().pass();
  }

  private String name(Work work) {
    return work.codec() + ", " + work.placement() + details(work);
  }

  /** Its name wherever it is. */
  private String codec(Work work) {
    return work.codec() + details(work);
  }

  private String details(Work work) {
    return (differ(Work::references) ? ", " + work.references() : "")
        + (differ(Work::cacheBytes) ? ", " + Quantity.bytes(work.cacheBytes()) : "");
  }

  private boolean differ(Function<Work, Object> what) {
    return document.runs().stream().map(Run::work).map(what).distinct().count() > 1;
  }

  private BarChart traffic() {
    return BarChart.of(
            "Bytes moved by back-end",
            names,
            Axis.linear("MB"),
            List.of(
                Series.of("read", each(run -> run.work().bytesRead() / MEGABYTE)),
                Series.of("written", each(run -> run.work().bytesWritten() / MEGABYTE))))
        .withCaption(
            "Each back-end is a codec and its place, before or after the cache; all frames together.");
  }

  private BarChart stencil() {
    return BarChart.of(
            "Bytes of stencil values moved by back-end",
            names,
            Axis.linear("MB"),
            List.of(
                Series.of("read", each(run -> stencil(run, StencilRows.PlaneWork::bytesRead))),
                Series.of(
                    "written", each(run -> stencil(run, StencilRows.PlaneWork::bytesWritten)))))
        .withCaption("Beside depths, in tiles, a cache and memory of their own.");
  }

  private static double stencil(Run run, ToLongFunction<StencilRows.PlaneWork> bytes) {
    return run.stencil().map(plane -> bytes.applyAsLong(plane.work()) / MEGABYTE).orElse(0.0);
  }

  private StackedBarChart passes() {
    List<String> passNames =
        measured.passes().stream().map(each -> each.pass().name()).distinct().toList();
    return StackedBarChart.of(
            "MB moved by pass, all frames together",
            names,
            passNames.stream()
                .map(name ->
                    Series.of(
                        name,
                        IntStream.range(0, names.size())
                            .mapToDouble(run -> bytes(name, run) / MEGABYTE)
                            .toArray()))
                .toList())
        .withCaption("What a cache writes back at the end of a target is its last pass's.");
  }

  private double bytes(String pass, int run) {
    return measured.passes().stream()
        .filter(each -> each.pass().name().equals(pass))
        .mapToDouble(each -> each.runs().get(run).traffic().bytes())
        .sum();
  }

  private String culled(DepthDocument.Drawing drawn) {
    return drawn.coveredLines() == 0
        ? "0"
        : "%,d of %,d (%.1f %%)"
            .formatted(
                drawn.culledLines(), drawn.coveredLines(), 100 * measured.drawn().culledShare());
  }

  private StackedBarChart energy() {
    DepthDocument.EnergySources sources = document.energySources();
    return StackedBarChart.of(
            "Energy by back-end, \u00b5J",
            names,
            List.of(
                Series.of("memory", each(run -> 1e6 * run.energy().memory())),
                Series.of("headers", each(run -> 1e6 * run.energy().headers())),
                Series.of("cache", each(run -> 1e6 * run.energy().cache())),
                Series.of("codec", each(run -> 1e6 * run.energy().codec()))))
        .withCaption(
            "Memory of a %s (%s), without activates; cache: %s; operations: %s."
                .formatted(sources.gpu(), sources.memory(), sources.cache(), sources.operation()));
  }

  private Table moves() {
    Columns<Run> columns =
        new Columns<Run>()
            .text("back-end", run -> names.get(document.runs().indexOf(run)))
            .number("from the cache", 0, "lines", run -> run.moves().linesFromCache())
            .number("to the cache", 0, "lines", run -> run.moves().linesToCache())
            .number("overwritten", 0, "tiles", run -> run.moves().overwriteCompressions())
            .number("peeks", 0, run -> run.moves().peeks())
            .number("successful", 0, run -> run.moves().successfulPeeks())
            .number("refined", 0, "tiles", run -> run.moves().refinements())
            .number("headers read", 0, "B", run -> run.moves().headerBytesRead())
            .number("headers written", 0, "B", run -> run.moves().headerBytesWritten())
            .number("codec", 0, "operations", run -> run.moves().codecOperations())
            .number("memory", 1, "\u00b5J", run -> 1e6 * run.energy().memory())
            .number("cache", 1, "\u00b5J", run -> 1e6 * run.energy().cache())
            .number("codec energy", 1, "\u00b5J", run -> 1e6 * run.energy().codec());
    return columns.table(document.runs());
  }

  private double[] each(ToDoubleFunction<Run> figure) {
    return document.runs().stream().mapToDouble(figure).toArray();
  }

  private void addModes(
      List<StackedBarChart> charts, String title, Function<Run, Map<String, Long>> tiles) {
    Set<String> modes = modes();
    if (document.runs().stream().anyMatch(run -> !tiles.apply(run).isEmpty())) {
      List<Series> series =
          modes.stream()
              .map(mode -> Series.of(mode, each(run -> tiles.apply(run).getOrDefault(mode, 0L))))
              .toList();
      charts.add(StackedBarChart.of(title, names, series));
    }
  }

  /** All charts and maps have all modes, so that a mode has one colour. */
  private Set<String> modes() {
    Set<String> modes = new LinkedHashSet<>();
    document.runs().forEach(run -> modes.addAll(run.tilesByMode().keySet()));
    document.runs().forEach(run -> modes.addAll(run.encodedTilesByMode().keySet()));
    return modes;
  }
}
