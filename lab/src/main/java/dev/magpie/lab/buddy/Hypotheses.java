package dev.magpie.lab.buddy;

import dev.magpie.buddy.Designs;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.buddy.SizeSet;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.series.SeriesRun;
import dev.magpie.lab.series.SeriesSnapshots;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.series.SeriesProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What would make programs compress as the paper's do: memory that nobody uses, rectifiers that
 * leave more zeros, and numbers of 32 bits. None is known of the paper's programs.
 */
final class Hypotheses {
  private static final String IDLE = "idle";
  private static final String SPARSITY = "sparsity";
  private static final Variant AS_IT_IS = new Variant("as it is", Map.of());
  private static final Variant IDLE_POOL = new Variant("25 % of memory idle", Map.of(IDLE, "25"));

  private static final List<Variant> VARIANTS =
      Stream.concat(
              Stream.of(AS_IT_IS, IDLE_POOL),
              Stream.of("50", "65", "75", "85").map(Variant::sparse))
          .toList();

  private Hypotheses() {}

  /** What is assumed of a network. */
  private record Variant(String name, Map<String, String> settings) {
    static Variant sparse(String percent) {
      return new Variant(percent + " % zeros by rectifiers", Map.of(SPARSITY, percent));
    }

    String key() {
      return settings.isEmpty()
          ? "plain"
          : settings.entrySet().iterator().next().toString().replace('=', '.');
    }
  }

  /** A network under an assumption. */
  private record Ratios(
      SeriesProgram network, Variant variant, SeriesSnapshots snapshots, Designs designs) {
    double optimistic() {
      return snapshots.sizes().pooled().ratio(SizeSet.OPTIMISTIC);
    }

    boolean learned() {
      return snapshots.hasLearned(network);
    }

    double finalDesign() {
      return designs.zeroOptimised().ratio();
    }
  }

  /** A program of the others with its numbers as they are, and in 32 bits. */
  private record Widths(SeriesProgram program, SeriesSizes wide, SeriesSizes narrow) {
    static double optimistic(SeriesSizes sizes) {
      return sizes.pooled().ratio(SizeSet.OPTIMISTIC);
    }

    static double finalDesign(SeriesSizes sizes) {
      return Profiler.DEFAULT.design(sizes).zeroOptimised().ratio();
    }
  }

  private record Measured(List<Ratios> all, List<Widths> widths) {
    double meanNarrow(ToDoubleFunction<SeriesSizes> ratio) {
      return Survey.geometricMean(widths.stream().map(Widths::narrow).mapToDouble(ratio).toArray());
    }

    /** Over the networks that learn: a dead one compresses well. */
    double mean(Variant variant, ToDoubleFunction<Ratios> ratio) {
      return Survey.geometricMean(
          all.stream()
              .filter(each -> each.variant.equals(variant) && each.learned())
              .mapToDouble(ratio)
              .toArray());
    }
  }

  static Experiment<?> experiment(BuddyStudy study) {
    return BuddyPaper.describe(
            "buddy/hypotheses",
            "Idle memory, sparsity and narrow numbers",
            "Buddy paper, sections II-C and III-B, Figures 3 and 7")
        .method(
            "The five networks that read images train with an assumption about what the paper does"
                + " not say: that a quarter of memory is a pool of zeros that nobody uses, as a"
                + " framework's workspace may be; or that rectifiers leave a given share of zeros,"
                + " by a shift of each layer's threshold. From the paper's own ratios by"
                + " allocation and with targets of 16x it follows that a quarter of its training"
                + " memory was mostly zero: (1 - f)/r + f/4 = 1/1.4 and (1 - f)/r + f/16 = 1/1.5.")
        .deviation("All are hypotheses, and in no other experiment.")
        .method(
            "The other ten keep their numbers of 64 bits in 32: each array as it is in memory,"
                + " rounded.")
        .method(
            "A network whose loss does not fall, or is no number, is in the table and in no mean: a"
                + " dead one compresses well.")
        .parameter("variants", VARIANTS.stream().map(Variant::name).toList())
        .measure(context -> measure(context, study))
        .values(
            VARIANTS.stream()
                .flatMap(variant ->
                    Stream.of(
                        new Value<Measured>(
                            "optimistic." + variant.key(),
                            measured -> measured.mean(variant, Ratios::optimistic)),
                        new Value<Measured>(
                            "final." + variant.key(),
                            measured -> measured.mean(variant, Ratios::finalDesign)))))
        .value("optimistic.hpc.narrow", measured -> measured.meanNarrow(Widths::optimistic))
        .value("final.hpc.narrow", measured -> measured.meanNarrow(Widths::finalDesign))
        .draw(Hypotheses::draw);
  }

  private static Measured measure(RunContext context, BuddyStudy study) {
    List<SeriesProgram> networks =
        SeriesPrograms.all().stream().filter(Hypotheses::readsImages).toList();
    List<SeriesRun> runs =
        networks.stream()
            .flatMap(
                network -> VARIANTS.stream().map(variant -> run(context, study, network, variant)))
            .toList();
    List<SeriesSnapshots> snapshots = SeriesRun.snapshots(context, runs);
    List<Ratios> ratios = new ArrayList<>();
    for (int r = 0; r < runs.size(); r++) {
      ratios.add(
          new Ratios(
              runs.get(r).program(),
              VARIANTS.get(r % VARIANTS.size()),
              snapshots.get(r),
              Profiler.DEFAULT.design(snapshots.get(r).sizes())));
    }
    return new Measured(ratios, widths(context, study));
  }

  private static List<Widths> widths(RunContext context, BuddyStudy study) {
    List<SeriesRun> runs =
        SeriesPrograms.all().stream()
            .filter(program -> !program.training())
            .map(program -> run(context, study, program, AS_IT_IS))
            .toList();
    List<SeriesSnapshots> wide = SeriesRun.snapshots(context, runs);
    List<SeriesSnapshots> narrow = SeriesRun.narrowed(context, runs);
    return IntStream.range(0, runs.size())
        .mapToObj(
            p -> new Widths(runs.get(p).program(), wide.get(p).sizes(), narrow.get(p).sizes()))
        .toList();
  }

  private static boolean readsImages(SeriesProgram program) {
    return program.parameters().stream().anyMatch(each -> each.name().equals(IDLE));
  }

  private static SeriesRun run(
      RunContext context, BuddyStudy study, SeriesProgram program, Variant variant) {
    Map<String, String> settings = study.settings(program);
    settings.putAll(variant.settings);
    // None has been run in the size of the literature.
    RunSize size = context.size() == RunSize.QUICK ? RunSize.QUICK : RunSize.FULL;
    return SeriesRun.of(size, program, settings);
  }

  private static Figures draw(Measured measured) {
    return Figures.none()
        .with(
            BarChart.of(
                    "Mean ratio of training under assumptions",
                    VARIANTS.stream().map(Variant::name).toList(),
                    Axis.linear("compression ratio"),
                    List.of(
                        bars(measured, "optimistic", Ratios::optimistic),
                        bars(measured, "final design", Ratios::finalDesign)))
                .withReference("paper, optimistic", 1.85)
                .withReference("paper, final design", 1.5))
        .with("ratios", table(measured))
        .with("widths", widthsTable(measured));
  }

  private static Series bars(Measured measured, String name, ToDoubleFunction<Ratios> ratio) {
    return Series.of(
        name, VARIANTS.stream().mapToDouble(each -> measured.mean(each, ratio)).toArray());
  }

  private static Table table(Measured measured) {
    return new Columns<Ratios>()
        .text("network", each -> each.network.name())
        .text("assumption", each -> each.variant.name)
        .text(
            "loss",
            each ->
                String.format(
                    Locale.ROOT,
                    "%.3g to %.3g",
                    each.snapshots.firstResidual(),
                    each.snapshots.lastResidual()))
        .text("learns", each -> each.learned() ? "yes" : "no")
        .number("optimistic", 2, Ratios::optimistic)
        .number("naive", 2, each -> each.designs.naive().ratio())
        .number("per allocation", 2, each -> each.designs.perAllocation().ratio())
        .number("final design", 2, Ratios::finalDesign)
        .number("best achievable", 2, each -> each.designs.best().ratio())
        .table("Compression ratios", measured.all);
  }

  private static Table widthsTable(Measured measured) {
    return new Columns<Widths>()
        .text("program", each -> each.program.name())
        .number("optimistic", 2, each -> Widths.optimistic(each.wide))
        .number("optimistic, 32 bits", 2, each -> Widths.optimistic(each.narrow))
        .number("final design", 2, each -> Widths.finalDesign(each.wide))
        .number("final design, 32 bits", 2, each -> Widths.finalDesign(each.narrow))
        .table("HPC programs with narrow numbers", measured.widths);
  }
}
