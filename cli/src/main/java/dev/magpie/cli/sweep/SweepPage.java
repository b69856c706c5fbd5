package dev.magpie.cli.sweep;

import dev.magpie.lab.sweep.AxisMeans;
import dev.magpie.lab.sweep.SweptPoint;
import dev.magpie.lab.sweep.SweptPoint.State;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Element;
import dev.magpie.report.Page;
import dev.magpie.report.Section;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A sweep as a page: its figures over every two axes, and all points. */
final class SweepPage {
  /** Bars of a group that can be told apart. */
  private static final int MOST_SERIES = 12;

  private final List<SweptPoint> points;

  private SweepPage(List<SweptPoint> points) {
    this.points = points;
  }

  /**
   * A figure.
   *
   * @param relative what it is called over that of the first
   * @param absolute what it is called by itself
   */
  private record Charted(
      String title,
      String relative,
      String absolute,
      Function<SweptPoint, ? extends @Nullable Number> of) {}

  private static final List<Charted> CHARTED =
      List.of(
          new Charted("Time", "time over that of the first", "seconds", SweptPoint::seconds),
          new Charted(
              "Traffic of the DRAM",
              "bytes over those of the first",
              "bytes",
              SweptPoint::dramBytes),
          new Charted("Energy", "joules over those of the first", "joules", SweptPoint::joules));

  static Page of(String title, List<SweptPoint> points) {
    return new SweepPage(points).page(title);
  }

  private Page page(String title) {
    List<Section> sections = new ArrayList<>();
    List<String> axes = AxisMeans.varying(points);
    for (int i = 0; i < axes.size(); i++) {
      for (int j = i + 1; j < axes.size(); j++) {
        sections.add(section(axes.get(i), axes.get(j)));
      }
    }
    if (axes.size() == 1) {
      sections.add(section(axes.getFirst(), axes.getFirst().equals("gpu") ? "program" : "gpu"));
    }
    sections.add(new Section("points", "Points", SweepReport.shown(points)));
    return new Page(
        title,
        "Geometric means over all other axes; what is relative is over the first value of both.",
        List.of(
            fact("points", points.size()),
            fact("done", SweepReport.count(points, State.DONE)),
            fact("failed", SweepReport.count(points, State.FAILED)),
            fact("not there", SweepReport.count(points, State.MISSING))),
        sections);
  }

  private static Page.Fact fact(String name, int count) {
    return new Page.Fact(name, String.format(Locale.ROOT, "%,d", count));
  }

  private Section section(String one, String other) {
    List<Element> charts = new ArrayList<>();
    for (Charted each : CHARTED) {
      AxisMeans means = AxisMeans.of(points, one, other, each.of());
      if (!means.values().isEmpty()) {
        // The longer axis is along the chart.
        charts.add(
            chart(
                each,
                means.others().size() > means.values().size()
                    ? AxisMeans.of(points, other, one, each.of())
                    : means));
      }
    }
    return new Section(
        "axes/%s-%s".formatted(id(one), id(other)), "%s and %s".formatted(one, other), charts);
  }

  private static String id(String axis) {
    return axis.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private static BarChart chart(Charted figure, AxisMeans means) {
    int shown = Math.min(MOST_SERIES, means.others().size());
    List<Series> series =
        IntStream.range(0, shown)
            .mapToObj(column ->
                Series.of(
                    means.others().get(column),
                    means.means().stream().mapToDouble(row -> row.get(column)).toArray()))
            .toList();
    BarChart chart =
        BarChart.of(
            figure.title(),
            means.values(),
            Axis.linear(means.relative() ? figure.relative() : figure.absolute()),
            series);
    String caption =
        shown < means.others().size()
            ? "The first %d values of %s, of %d."
                .formatted(shown, means.other(), means.others().size())
            : "";
    return means.relative()
        ? chart.withCaption(caption).withReference("the first", 1)
        : chart.withCaption(caption);
  }
}
