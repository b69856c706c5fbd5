package dev.magpie.cli.buddy;

import dev.magpie.buddy.Design;
import dev.magpie.buddy.EntrySizes;
import dev.magpie.buddy.Profile;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesMap;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.cli.output.Quantity;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.BlockMap;
import dev.magpie.report.LineChart;
import dev.magpie.report.Page;
import dev.magpie.report.Points;
import dev.magpie.report.Prose;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The result as an HTML page, with the charts of the Buddy paper's section III. */
final class ProfileReport {
  /** Lines that a chart can show without becoming a thicket. */
  private static final int MOST_LINES = 12;

  private static final int[] THRESHOLDS = {5, 10, 20, 30, 40, 50, 60, 70, 80, 90};

  private final Profile profile;
  private final SeriesSizes series;
  private final SeriesMap map;

  private ProfileReport(Profile profile, SeriesMap map) {
    this.profile = profile;
    this.series = profile.series();
    this.map = map;
  }

  static Page page(Profile profile, SeriesMap map) {
    return new ProfileReport(profile, map).page();
  }

  private Page page() {
    List<Section> sections = new ArrayList<>();
    sections.add(designs());
    sections.add(new Section("allocations", "Allocations", new ProfileTables(profile).ranked()));
    sections.add(overTime());
    sections.add(thresholds());
    SeriesMap.Shown shown = map.shown(series, new ProfileTables(profile).ranking());
    if (!shown.layers().isEmpty()) {
      sections.add(map(shown));
    }
    return new Page(
        "Target ratios for Buddy Compression",
        ProfileTables.summary(profile) + ".",
        List.of(
            new Page.Fact("snapshots", Quantity.number(series.snapshots().size())),
            new Page.Fact("allocations", Quantity.number(series.allocations().size())),
            new Page.Fact("memory", Quantity.bytes(profile.bytes())),
            new Page.Fact("codec", profile.codec())),
        sections);
  }

  private Section designs() {
    List<String> names = List.of("naive", "per allocation", "zero-optimised", "best achievable");
    List<Design> designs = List.copyOf(profile.byName().values());
    return new Section(
        "designs",
        "Designs",
        new Prose(
            "Naive gives the whole program one target; per allocation gives each the largest under"
                + " the buddy threshold; zero-optimised adds 16x for what is mostly zero. A buddy"
                + " access is an entry that does not fit its target, each entry counted once in"
                + " each snapshot."),
        BarChart.of(
                "Compression ratio by design",
                names,
                Axis.linear("uncompressed / device memory"),
                List.of(Series.of("ratio", designs.stream().mapToDouble(Design::ratio).toArray())))
            .withReference("uncompressed", 1),
        new ProfileTables(profile).designs());
  }

  private Section overTime() {
    IntToLongFunction bytes = a -> hasRatio(a) ? series.allocations().get(a).bytes() : 0;
    IntToLongFunction over = a -> series.allocations().get(a).pooled().over(profile.target(a));
    List<Integer> largest = most(bytes);
    List<Integer> busiest = most(over);
    List<Points> ratios = new ArrayList<>();
    List<Points> spilled = new ArrayList<>();
    // Of a single allocation, it would be the same line.
    if (series.allocations().size() > 1 || largest.isEmpty()) {
      ratios.add(perSnapshot("all", s -> finite(series.ofSnapshot(s).ratio(profile.sizeSet()))));
    }
    if (series.allocations().size() > 1 || busiest.isEmpty()) {
      spilled.add(perSnapshot("all", this::buddyShare));
    }
    for (int a : largest) {
      String label = series.allocations().get(a).label();
      ratios.add(perSnapshot(label, s -> finite(profile.ratio(a, s))));
    }
    for (int a : busiest) {
      String label = series.allocations().get(a).label();
      spilled.add(perSnapshot(label, s -> buddyShare(a, s)));
    }
    Axis time = Axis.labels("snapshot", series.snapshots());
    return new Section(
        "time",
        "Over time",
        new Prose(
            ("Ratios are those of single entries in the sizes of the set `%s`, whatever the"
                    + " targets; a gap is an allocation that is missing or all zero.")
                .formatted(profile.sizeSet())),
        LineChart.of("Compressibility over time", time, Axis.linear("compression ratio"), ratios)
            .withCaption(choice("The largest %d of %d allocations that are not all zero.", bytes))
            .withReference("uncompressed", 1),
        LineChart.of("Buddy accesses over time", time, Axis.linear("buddy accesses (%)"), spilled)
            .withCaption(
                "Under the targets of the zero-optimised design."
                    + choice(" The %d of %d allocations that have most of them.", over)));
  }

  /** Whether some snapshot has bytes of the allocation that are not all zero. */
  private boolean hasRatio(int allocation) {
    return IntStream.range(0, series.snapshots().size())
        .anyMatch(s -> Double.isFinite(profile.ratio(allocation, s)));
  }

  /** Says how many allocations there are lines for; nothing if it is all that have a figure. */
  private String choice(String text, IntToLongFunction figure) {
    long all =
        IntStream.range(0, series.allocations().size())
            .filter(a -> figure.applyAsLong(a) > 0)
            .count();
    return all < MOST_LINES ? "" : text.formatted(MOST_LINES - 1, all);
  }

  private interface Figure {
    double of(int snapshot);
  }

  private Points perSnapshot(String name, Figure figure) {
    return Points.overLabels(
        name, IntStream.range(0, series.snapshots().size()).mapToDouble(figure::of).toArray());
  }

  private static double finite(double value) {
    return Double.isFinite(value) ? value : Double.NaN;
  }

  private double buddyShare(int snapshot) {
    long entries = 0;
    long over = 0;
    for (int a = 0; a < series.allocations().size(); a++) {
      @Nullable EntrySizes sizes = series.allocations().get(a).sizes().get(snapshot);
      if (sizes != null) {
        entries += sizes.entries();
        over += sizes.over(profile.target(a));
      }
    }
    return 100.0 * over / entries;
  }

  private double buddyShare(int allocation, int snapshot) {
    @Nullable EntrySizes sizes = series.allocations().get(allocation).sizes().get(snapshot);
    TargetRatio target = profile.target(allocation);
    return sizes == null ? Double.NaN : 100.0 * sizes.over(target) / sizes.entries();
  }

  /** The allocations that there are lines for: those with the highest figure above zero. */
  private List<Integer> most(IntToLongFunction figure) {
    return IntStream.range(0, series.allocations().size())
        .filter(a -> figure.applyAsLong(a) > 0)
        .boxed()
        .sorted(Comparator.comparingLong((Integer a) -> -figure.applyAsLong(a)))
        .limit(MOST_LINES - 1)
        .sorted()
        .toList();
  }

  private Section thresholds() {
    double[] shares = new double[THRESHOLDS.length];
    double[] ratios = new double[THRESHOLDS.length];
    double[] buddy = new double[THRESHOLDS.length];
    for (int i = 0; i < THRESHOLDS.length; i++) {
      shares[i] = THRESHOLDS[i];
      Design design =
          new Profiler(THRESHOLDS[i] / 100.0, profile.profiler().maxRatio())
              .design(series)
              .zeroOptimised();
      ratios[i] = design.ratio();
      buddy[i] = 100 * design.buddyAccessFraction();
    }
    Axis threshold = Axis.linear("buddy threshold (%)");
    return new Section(
        "threshold",
        "The buddy threshold",
        LineChart.of(
                "Compression ratio by buddy threshold",
                threshold,
                Axis.linear("compression ratio"),
                List.of(Points.of("zero-optimised", shares, ratios)))
            .withCaption(
                "Best achievable gives each entry its own size and has nothing in buddy memory; a"
                    + " ratio above it is bought with buddy accesses.")
            .withReference("best achievable", profile.designs().best().ratio()),
        LineChart.of(
            "Buddy accesses by buddy threshold",
            threshold,
            Axis.linear("buddy accesses (%)"),
            List.of(Points.of("zero-optimised", shares, buddy))));
  }

  private static BlockMap.Layer layer(SeriesMap.Layer layer) {
    return BlockMap.Layer.of(
        layer.allocation(), layer.snapshot(), layer.levels().levels(), layer.levels().step());
  }

  private Section map(SeriesMap.Shown shown) {
    String missing =
        shown.left() == 0
            ? ""
            : " There is no room for %s, of which less is saved."
                .formatted(Quantity.count(shown.left(), "allocation"));
    return new Section(
        "map",
        "Where in memory",
        BlockMap.of(
                "Size of each memory-entry",
                new BlockMap.Fields("memory-entry", 128),
                SeriesMap.LEVELS,
                "allocation",
                "snapshot",
                shown.layers().stream().map(ProfileReport::layer).toList())
            .withCaption(
                "Each field is a memory-entry, 64 in a row, in the order of the memory."
                    + missing));
  }
}
