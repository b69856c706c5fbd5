package dev.magpie.cli.simulate;

import dev.magpie.cli.output.Quantity;
import dev.magpie.cli.output.Report;
import dev.magpie.cli.simulate.TimeCharts.Lane;
import dev.magpie.gpu.ComparedSystems;
import dev.magpie.gpu.ComparedSystems.Kernel;
import dev.magpie.gpu.ComparedSystems.Run;
import dev.magpie.ptx.names.KernelNames;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.DocumentType;
import dev.magpie.report.Element;
import dev.magpie.report.Page;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A program on several systems, for programs and for people. */
public final class ComparisonReport {
  private static final DocumentType<ComparedSystems> TYPE =
      new DocumentType<>("magpie.simulate-comparison/1", ComparedSystems.class);
  private static final double MEBIBYTE = 1 << 20;

  /** Kernels of a chart: the others have little of the time. */
  private static final int MOST_KERNELS = 12;

  private static final String NOTE = "Speedup, traffic and energy are over those of the first.";

  private final ComparedSystems compared;
  private final KernelNames names;

  private ComparisonReport(ComparedSystems compared) {
    this.compared = compared;
    names = KernelNames.of(compared.kernels().stream().map(Kernel::kernel).toList());
  }

  public static Report of(ComparedSystems compared) {
    ComparisonReport report = new ComparisonReport(compared);
    List<Table> tables = new ArrayList<>(List.of(report.runs()));
    if (compared.kernels().size() > 1) {
      tables.add(report.kernels());
    }
    return Report.of(TYPE, compared, tables.toArray(Table[]::new))
        .headed(report.summary())
        .withCsv(report.runColumns().table(compared.runs()));
  }

  /** It as a page with charts. */
  public static Page page(ComparedSystems compared) {
    return new ComparisonReport(compared).page();
  }

  private String summary() {
    return "%s on %d systems; the first: %s"
        .formatted(compared.source(), compared.runs().size(), name(compared.runs().getFirst()));
  }

  // Names: what all systems have in common is not said of each.

  private boolean differ(Function<Run, String> what) {
    return compared.runs().stream().map(what).distinct().count() > 1;
  }

  private String name(Run run) {
    List<Function<Run, String>> all = List.of(Run::gpu, Run::layout, Run::codec);
    String told =
        all.stream()
            .filter(this::differ)
            .map(what -> what.apply(run))
            .collect(Collectors.joining(", "));
    return told.isEmpty() ? run.codec() : told;
  }

  // Tables.

  private Columns<Run> runColumns() {
    return new Columns<Run>()
        .text("gpu", Run::gpu)
        .text("layout", Run::layout)
        .text("codec", Run::codec)
        .number("cycles", 0, Run::cycles)
        .number("seconds", 9, Run::seconds)
        .number("speedup", 4, Run::speedup)
        .number("dramBytes", 0, Run::dramBytes)
        .number("traffic", 4, Run::traffic)
        .number("joules", 9, Run::joules)
        .number("energy", 4, Run::energy);
  }

  private Table runs() {
    Columns<Run> columns = new Columns<>();
    if (differ(Run::gpu)) {
      columns.text("GPU", Run::gpu);
    }
    if (differ(Run::layout)) {
      columns.text("layout", Run::layout);
    }
    columns
        .text("codec", Run::codec)
        .number("cycles", 0, Run::cycles)
        .number("time", 3, "ms", each -> 1e3 * each.seconds())
        .number("speedup", 3, Run::speedup)
        .number("DRAM", 2, "MiB", each -> each.dramBytes() / MEBIBYTE)
        .number("traffic", 3, Run::traffic)
        .number("effective ratio", 3, each -> each.result().blocks().effectiveRatio())
        .number("energy", 3, "mJ", each -> 1e3 * each.joules())
        .number("of first", 3, Run::energy);
    if (compared.kernels().size() > 1) {
      columns
          .text("gains most", each -> extreme(each, true))
          .text("least", each -> extreme(each, false));
    }
    return columns.builder("", compared.runs()).note(NOTE).build();
  }

  /** The kernel that gains most on a system, or least. */
  private String extreme(Run run, boolean isMost) {
    int which = compared.runs().indexOf(run);
    Kernel found = null;
    for (Kernel each : compared.kernels()) {
      double speedup = each.speedups().get(which);
      if (found == null
          || (isMost
              ? speedup > found.speedups().get(which)
              : speedup < found.speedups().get(which))) {
        found = each;
      }
    }
    boolean isOneForAll =
        compared.kernels().stream().map(each -> each.speedups().get(which)).distinct().count() < 2;
    return found == null || which == 0 || isOneForAll
        ? ""
        : String.format(
            Locale.ROOT, "%s (%.2f)", names.shortest(found.kernel()), found.speedups().get(which));
  }

  private Table kernels() {
    Columns<Kernel> columns =
        new Columns<Kernel>()
            .text("speedup of", each -> names.shortest(each.kernel()))
            .number("of the first's time", 1, "%", each -> 100 * each.share());
    for (int i = 0; i < compared.runs().size(); i++) {
      int which = i;
      columns.number(name(compared.runs().get(i)), 3, each -> each.speedups().get(which));
    }
    return columns.table(compared.kernels());
  }

  // The page.

  private Page page() {
    return new Page(
        compared.source() + " on several systems",
        NOTE,
        compared.runs().stream()
            .map(each -> new Page.Fact(name(each), Quantity.times(each.speedup())))
            .toList(),
        List.of(
            new Section(
                "systems",
                "Systems",
                chart("Time", "speedup", Run::speedup),
                chart("Traffic of the DRAM", "bytes over those of the first", Run::traffic),
                chart("Energy", "joules over those of the first", Run::energy),
                runs()),
            new Section("time", "Over time", overTime()),
            new Section("kernels", "Kernels", kernelChart(), kernels())));
  }

  private List<Element> overTime() {
    List<Lane> lanes =
        compared.runs().stream()
            .map(each -> Lane.inMicroseconds(name(each), each.result()))
            .toList();
    Axis time = Axis.linear("\u00b5s");
    List<Element> charts = new ArrayList<>();
    charts.add(TimeCharts.launches(lanes, names, time));
    charts.addAll(TimeCharts.ipc(lanes, time));
    charts.addAll(TimeCharts.channels(lanes));
    return charts;
  }

  private BarChart chart(String title, String axis, ToDoubleFunction<Run> value) {
    return BarChart.of(
            title,
            compared.runs().stream().map(this::name).toList(),
            Axis.linear(axis),
            List.of(Series.of(axis, compared.runs().stream().mapToDouble(value).toArray())))
        .withReference("the first", 1);
  }

  private BarChart kernelChart() {
    List<Kernel> shown = compared.kernels().stream().limit(MOST_KERNELS).toList();
    return BarChart.of(
            "Kernels",
            shown.stream().map(each -> names.shortest(each.kernel())).toList(),
            Axis.linear("speedup"),
            IntStream.range(1, compared.runs().size())
                .mapToObj(i ->
                    Series.of(
                        name(compared.runs().get(i)),
                        shown.stream().mapToDouble(each -> each.speedups().get(i)).toArray()))
                .toList())
        .withReference("the first", 1);
  }
}
