package dev.magpie.cli.depth;

import dev.magpie.cli.depth.DepthDocument.Run;
import dev.magpie.cli.depth.DepthDocument.Work;
import dev.magpie.cli.output.Quantity;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.BlockMap;
import dev.magpie.report.Columns;
import dev.magpie.report.Page;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The result as a page: what back-ends move, in which modes tiles are, and which tiles cost. */
final class DepthPage {
  private static final double MEGABYTE = 1e6;

  /** Steps of a scale that can be told apart. */
  private static final int STEPS = 16;

  private final SceneTraffic measured;
  private final DepthDocument document;

  /** Of the back-ends: what all have in common is left out. */
  private final List<String> names;

  private DepthPage(SceneTraffic measured, DepthCommand.By by) {
    this.measured = measured;
    this.document = DepthDocument.of(measured, by);
    this.names = document.runs().stream().map(Run::work).map(this::name).toList();
  }

  static Page page(SceneTraffic measured, DepthCommand.By by) {
    return new DepthPage(measured, by).page();
  }

  private Page page() {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "traffic", "What moves to memory", traffic(), DepthReport.runs(document.runs())));
    List<StackedBarChart> modes = new ArrayList<>();
    addModes(modes, "Tiles at the end, by mode", Run::tilesByMode);
    addModes(modes, "Tiles encoded, by mode", Run::encodedTilesByMode);
    if (!modes.isEmpty()) {
      sections.add(new Section("modes", "Modes", List.copyOf(modes)));
    }
    sections.add(new Section("moves", "What else moves, and what it takes", energy(), moves()));
    List<PassRows.PassRow> passes = document.passes();
    if (passes != null) {
      sections.add(new Section("passes", "Passes", passes(), PassRows.table(passes)));
    }
    FrameShape shape = measured.mapped();
    if (shape.tilesX() <= BlockMap.MOST_BLOCKS_PER_ROW && shape.tilesY() <= BlockMap.MAX_ROWS) {
      sections.add(new Section("map", "Where in the frame", map(shape)));
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

  private String name(Work work) {
    String name = "%s, %s".formatted(work.codec(), work.placement());
    if (differ(Work::references)) {
      name += ", " + work.references();
    }
    return differ(Work::cacheBytes)
        ? "%s, %s".formatted(name, Quantity.bytes(work.cacheBytes()))
        : name;
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
            "Energy by back-end, uJ",
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
            .number("memory", 1, "uJ", run -> 1e6 * run.energy().memory())
            .number("cache", 1, "uJ", run -> 1e6 * run.energy().cache())
            .number("codec energy", 1, "uJ", run -> 1e6 * run.energy().codec());
    return columns.table(document.runs());
  }

  private double[] each(ToDoubleFunction<Run> figure) {
    return document.runs().stream().mapToDouble(figure).toArray();
  }

  private void addModes(
      List<StackedBarChart> charts, String title, Function<Run, Map<String, Long>> tiles) {
    // All charts have all modes, so that a mode has one colour.
    Set<String> modes = new LinkedHashSet<>();
    document.runs().forEach(run -> modes.addAll(run.tilesByMode().keySet()));
    document.runs().forEach(run -> modes.addAll(run.encodedTilesByMode().keySet()));
    if (document.runs().stream().anyMatch(run -> !tiles.apply(run).isEmpty())) {
      List<Series> series =
          modes.stream()
              .map(mode -> Series.of(mode, each(run -> tiles.apply(run).getOrDefault(mode, 0L))))
              .toList();
      charts.add(StackedBarChart.of(title, names, series));
    }
  }

  /** What each tile cost in the mean frame, all on one scale. */
  private BlockMap map(FrameShape shape) {
    int frames = measured.drawn().frames();
    List<int[]> bytes =
        measured.runs().stream()
            .map(run ->
                Arrays.stream(run.traffic().bytesByTile())
                    .map(each -> Math.ceilDiv(each, frames))
                    .toArray())
            .toList();
    int most = bytes.stream().flatMapToInt(Arrays::stream).max().orElse(0);
    int line = shape.tile().lineBytes();
    int step = line * Math.max(1, Math.ceilDiv(most, line * STEPS));
    boolean exact = step == line && frames == 1;
    List<String> levels =
        IntStream.rangeClosed(0, Math.max(1, Math.ceilDiv(most, step)))
            .mapToObj(level ->
                level == 0 || exact
                    ? "%,d B".formatted(level * step)
                    : "%,d to %,d B".formatted((level - 1) * step + 1, level * step))
            .toList();
    List<BlockMap.Layer> layers =
        IntStream.range(0, names.size())
            .mapToObj(run ->
                BlockMap.Layer.of(
                    document.scene().name(), names.get(run), levels(bytes.get(run), step)))
            .toList();
    return new BlockMap(
        "Bytes moved for each tile",
        "A field is a tile where it is in the frame%s; all back-ends have one scale."
            .formatted(frames == 1 ? "" : ", in the mean of the frames"),
        new BlockMap.Fields("tile", 0),
        shape.tilesX(),
        levels,
        "scene",
        "back-end",
        layers);
  }

  private static byte[] levels(int[] bytes, int step) {
    byte[] levels = new byte[bytes.length];
    for (int tile = 0; tile < bytes.length; tile++) {
      levels[tile] = (byte) Math.ceilDiv(bytes[tile], step);
    }
    return levels;
  }
}
