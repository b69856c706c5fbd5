package dev.magpie.cli.analyze;

import dev.magpie.analysis.AllocationSizes;
import dev.magpie.analysis.SizeClasses;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.cli.output.Quantity;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.BlockMap;
import dev.magpie.report.Detail;
import dev.magpie.report.Element;
import dev.magpie.report.Page;
import dev.magpie.report.Prose;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import dev.magpie.report.StackedBarChart;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The result as an HTML page. */
final class AnalyzeReport {
  /** More lines make a page slow. */
  private static final int MOST_ROWS = 6000;

  /** More bars cannot be read. */
  private static final int MOST_BARS = 24;

  private final Analysis analysis;
  private final Granularity granularity;
  private final List<AllocationSizes> allocations;
  private final SizeMap map;
  private final AnalyzeTables tables;
  private final BestCodecs best;

  /** Numbers of the allocations, that first of which most is saved. */
  private final List<Integer> ranking;

  private AnalyzeReport(Analysis analysis, SizeMap map) {
    this.analysis = analysis;
    this.granularity = analysis.granularity();
    this.allocations = analysis.sizes().allocations();
    this.map = map;
    this.tables = new AnalyzeTables(analysis);
    this.best = new BestCodecs(analysis);
    this.ranking = best.ranking();
  }

  static Page page(Analysis analysis, SizeMap map) {
    return new AnalyzeReport(analysis, map).page();
  }

  private Page page() {
    List<Section> sections = new ArrayList<>();
    sections.add(ratios());
    sections.add(allocations());
    sections.add(sizes());
    if (analysis.approximates()) {
      sections.add(errors());
    }
    SizeMap.Shown shown = map.shown(ranking);
    if (!shown.layers().isEmpty()) {
      sections.add(map(shown));
    }
    return new Page(
        "Memory compression",
        "How far %s under %s, in blocks of %d B that memory moves in accesses of %d B."
                .formatted(
                    allocations.size() == 1
                        ? "one allocation compresses"
                        : Quantity.count(allocations.size(), "allocation") + " compress",
                    Quantity.count(analysis.codecs().size(), "codec"),
                    granularity.blockBytes(),
                    granularity.magBytes())
            + analysis.remarks().stream()
                .map(remark -> " " + remark + ".")
                .collect(Collectors.joining()),
        List.of(
            new Page.Fact("files", Quantity.number(analysis.files())),
            new Page.Fact("allocations", Quantity.number(allocations.size())),
            new Page.Fact("memory", Quantity.bytes(analysis.sizes().bytes())),
            new Page.Fact("block", granularity.blockBytes() + " B"),
            new Page.Fact("MAG", granularity.magBytes() + " B")),
        sections);
  }

  private Section ratios() {
    BarChart chart =
        BarChart.of(
                "Compression ratio by codec",
                analysis.codecNames(),
                Axis.linear("uncompressed / compressed"),
                List.of(
                    Series.of("raw", perCodec(SizeHistogram::rawRatio)),
                    Series.of("effective", perCodec(total -> total.effectiveRatio(granularity)))))
            .withReference("uncompressed", 1);
    return new Section(
        "ratios",
        "Ratios",
        new Prose(
            "The raw ratio counts every byte of the compressed blocks; the effective ratio counts"
                + " whole memory accesses, so it is what bandwidth gains."),
        chart,
        tables.byCodec());
  }

  private double[] perCodec(ToDoubleFunction<SizeHistogram> figure) {
    return analysis.sizes().total().stream().mapToDouble(figure).toArray();
  }

  private Section sizes() {
    SizeClasses classes = new SizeClasses(granularity);
    List<String> names = classes.names();
    List<double[]> shares = analysis.sizes().total().stream().map(classes::shares).toList();
    List<Series> series =
        IntStream.range(0, names.size())
            .mapToObj(i ->
                Series.of(names.get(i), shares.stream().mapToDouble(share -> share[i]).toArray()))
            .toList();
    return new Section(
        "sizes",
        "Effective sizes",
        StackedBarChart.ordered("Blocks by effective size", analysis.codecNames(), series));
  }

  private Section errors() {
    return new Section(
        "approximation",
        "Approximation",
        new Prose(
            "What lossy codecs make of the allocations that are marked for it, decoded and compared"
                + " element by element."),
        tables.errorsByCodec(),
        new Detail("Each marked allocation", tables.errorsByAllocation()));
  }

  private Section allocations() {
    List<Integer> shown = first(MOST_ROWS);
    List<Element> elements = new ArrayList<>();
    if (!shown.isEmpty()) {
      elements.add(best.areas());
      elements.add(best.chart(first(MOST_BARS)));
    }
    elements.add(best.table(shown));
    if (analysis.codecs().size() > 1) {
      elements.add(new Detail("Effective ratio under each codec", tables.effectiveRatios(shown)));
    }
    List<Integer> detailed = first(MOST_ROWS / analysis.codecs().size());
    elements.add(
        new Detail(
            "Ratios and effective sizes of each allocation under each codec",
            tables.sortable(detailed)));
    if (detailed.size() < allocations.size()) {
      elements.add(
          new Prose(
              "The tables show those allocations only of which most is saved; `magpie analyze --by"
                  + " allocation --format csv` writes all."));
    }
    return new Section("allocations", "Allocations", elements);
  }

  private List<Integer> first(int most) {
    return ranking.subList(0, Math.min(most, ranking.size()));
  }

  private Section map(SizeMap.Shown shown) {
    List<String> levels =
        IntStream.rangeClosed(1, granularity.granulesPerBlock())
            .mapToObj(granules -> granules * granularity.magBytes() + " B")
            .toList();
    String caption =
        "Each field is a block, %d in a row, in the order of the memory.%s"
            .formatted(
                BlockMap.BLOCKS_PER_ROW,
                shown.left() == 0
                    ? ""
                    : " There is no room for %s, of which less is saved."
                        .formatted(Quantity.count(shown.left(), "allocation")));
    return new Section(
        "map",
        "Where in memory",
        BlockMap.of(
                "Effective size of each block",
                new BlockMap.Fields("block", granularity.blockBytes()),
                levels,
                "allocation",
                "codec",
                shown.layers())
            .withCaption(caption));
  }
}
