package dev.magpie.cli.buddy;

import dev.magpie.lab.capacity.CapacityPlan;
import dev.magpie.lab.capacity.CapacityResult;
import dev.magpie.lab.capacity.Growth;
import dev.magpie.lab.capacity.LinkCost;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Page;
import dev.magpie.report.Points;
import dev.magpie.report.Prose;
import dev.magpie.report.Section;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A capacity as an HTML page. */
final class CapacityReport {
  private static final double GIB = 1L << 30;

  /** From a PCIe 3 of 16 lanes to beyond NVLink. */
  private static final double[] LINKS = {16, 32, 50, 64, 100, 150, 200, 300, 450, 900};

  private static final int POINTS = 40;

  private final CapacityPlan plan;
  private final CapacityResult found;

  private CapacityReport(CapacityPlan plan, CapacityResult found) {
    this.plan = plan;
    this.found = found;
  }

  static Page page(CapacityPlan plan, CapacityResult found) {
    return new CapacityReport(plan, found).page();
  }

  private Page page() {
    return new Page(
        "What fits with Buddy Compression",
        CapacityTables.summary(found) + ".",
        List.of(
            new Page.Fact("memory", "%.1f GiB".formatted(found.room().memoryBytes() / GIB)),
            new Page.Fact(found.growsWith() + ", uncompressed", found.uncompressed().size()),
            new Page.Fact(found.growsWith() + ", Buddy", found.buddy().size()),
            new Page.Fact(
                "slowdown at most, " + CapacityTables.accessed(found.cost()),
                found.buddy().isPossible()
                    ? "%.2fx".formatted(found.bounds().mostSlowdown())
                    : "none fits")),
        found.buddy().isPossible()
            ? List.of(memory(), cost(), allocations())
            : List.of(memory(), allocations()));
  }

  private Section memory() {
    double last = 1.1 * Math.max(found.buddy().scale(), 1);
    double[] scales =
        IntStream.rangeClosed(0, POINTS).mapToDouble(i -> last * i / POINTS).toArray();
    double extra = found.room().reserveBytes();
    double unit = plan.growth() instanceof Growth.WithBatch(long items) ? items : 1;
    double[] xs = Arrays.stream(scales).map(scale -> unit * scale).toArray();
    Axis x = Axis.linear(unit == 1 ? "times what was profiled" : "batch");
    return new Section(
        "memory",
        "Memory",
        LineChart.of(
                "Memory over size",
                x,
                Axis.linear("GiB"),
                List.of(
                    line("uncompressed", xs, scales, s -> extra + plan.bytesAt(s)),
                    line(
                        "device memory with Buddy",
                        xs,
                        scales,
                        s -> extra + found.metadataBytes() + plan.deviceBytesAt(s)),
                    line("buddy memory set aside", xs, scales, plan::buddyBytesAt)))
            .withReference("device memory", found.room().memoryBytes() / GIB),
        CapacityTables.memory(found));
  }

  private static Points line(String name, double[] xs, double[] scales, DoubleUnaryOperator bytes) {
    return Points.of(
        name, xs, Arrays.stream(scales).map(s -> bytes.applyAsDouble(s) / GIB).toArray());
  }

  private Section cost() {
    LinkCost cost = found.cost();
    double[] links =
        DoubleStream.concat(Arrays.stream(LINKS), DoubleStream.of(cost.linkGigabytesPerSecond()))
            .sorted()
            .distinct()
            .toArray();
    List<LinkCost.Bounds> bounds =
        Arrays.stream(links)
            .mapToObj(link -> cost.withLink(link).at(found.buddy().scale(), plan.allocations()))
            .toList();
    return new Section(
        "cost",
        "Cost",
        LineChart.of(
            "Bounds of the slowdown over the link",
            Axis.log2("link, each way (GB/s)"),
            Axis.linear("slowdown"),
            List.of(
                Points.of(
                    "nothing hidden",
                    links,
                    bounds.stream().mapToDouble(LinkCost.Bounds::mostSlowdown).toArray()),
                Points.of(
                    "all hidden",
                    links,
                    bounds.stream().mapToDouble(LinkCost.Bounds::leastSlowdown).toArray()))),
        CapacityTables.cost(found));
  }

  private Section allocations() {
    return new Section(
        "allocations",
        "Allocations",
        new Prose(
            "At the most that fits with Buddy Compression; what saves most device memory comes"
                + " first."),
        new Columns<CapacityResult.Row>()
            .text("allocation", CapacityResult.Row::name)
            .text("target", row -> row.target() + "x")
            .text("grows", row -> row.grows() ? "yes" : "no")
            .number("profiled", 1, "MiB", row -> mebibytes(row.profiledBytes()))
            .number("then", 1, "MiB", row -> mebibytes(row.bytes()))
            .number("device memory", 1, "MiB", row -> mebibytes(row.deviceBytes()))
            .number("saved", 1, "MiB", row -> mebibytes(saved(row)))
            .number("buddy memory", 1, "MiB", row -> mebibytes(row.buddyBytes()))
            .number("over target", 2, "%", row -> 100 * row.buddyAccessFraction())
            .table(
                found.allocations().stream()
                    .sorted(Comparator.comparingLong(CapacityReport::saved).reversed())
                    .toList()));
  }

  private static long saved(CapacityResult.Row row) {
    return row.bytes() - row.deviceBytes();
  }

  private static double mebibytes(long bytes) {
    return bytes / (double) (1 << 20);
  }
}
