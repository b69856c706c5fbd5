package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Value;
import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.mag.ComparedControllers.Controller;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.lab.study.Variation;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import dev.magpie.report.Table;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the speedups depend on: they are measured again with one thing at a time changed. */
final class Causes {
  private static final List<Variation> VARIATIONS =
      List.of(
          Variation.NONE,
          Variation.NO_CODEC_LATENCY,
          Variation.METADATA_AT_HAND,
          Variation.FOUR_BITS,
          Variation.FETCHED_WRITES,
          Variation.HALF_QUEUES,
          Variation.DOUBLE_QUEUES,
          Variation.SECTORS,
          Variation.FURTHER,
          Variation.STILL_FURTHER,
          Variation.GPGPUSIM3);

  private static final List<Setup> CODECS = List.of(SimulatedPaper.BDI, SimulatedPaper.MAG_BDI);
  private static final List<String> NAMES = List.of("BDI", "MAG-aware BDI");
  private static final int BDI = 0;
  private static final int MAG_BDI = 1;

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/causes", "What the speedups depend on", "section V-A, Table IV")
        .method(
            "One thing at a time is otherwise: codecs take no time; metadata are always at hand,"
                + " or have four bits a block and not two; a write that misses the L2 has its line fetched; queues of L2 and channels have"
                + " half or twice the room; the L2 moves sectors of 32 bytes to and from memory"
                + " that is not compressed, as later GPUs do; arrays are a third of a MiB further"
                + " on in memory, or two, which tells what of a speedup is chance; all is as in"
                + " GPGPU-Sim 3.x, on which the paper was simulated, with fewer MSHRs, shorter"
                + " queues, and a line read for each write that misses. Speedups are over"
                + " uncompressed memory on the same GPU.")
        .deviation(
            "Chips of GPGPU-Sim 3.x work in lockstep, in accesses of 64 bytes, which contradicts"
                + " the paper's MAG of 32. Here each chip has a channel of its own.")
        .parameter("variations", VARIATIONS)
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .measure(context -> measure(context, study))
        .value("not-above", moved -> notAbove(moved).size())
        .values(
            VARIATIONS.stream()
                .skip(1)
                .flatMap(each ->
                    Stream.of(
                        new Value<>("points.bdi." + each.name(), moved -> points(moved, BDI, each)),
                        new Value<>(
                            "points.mag-bdi." + each.name(),
                            moved -> points(moved, MAG_BDI, each)))))
        .draw(Causes::draw);
  }

  private static Simulations measure(RunContext context, Study study) {
    return controllers(BDI).withMore(controllers(MAG_BDI)).simulateWithBaselines(context, study);
  }

  /** A codec's controllers, by variation. */
  private static ComparedControllers controllers(int codec) {
    return new ComparedControllers(
        VARIATIONS.stream()
            .map(each -> Controller.of(each.toString(), CODECS.get(codec).with(each)))
            .toList());
  }

  private static double mean(Simulations moved, int codec, Variation variation) {
    return Survey.geometricMean(moved.speedups(CODECS.get(codec).with(variation)));
  }

  private static double percent(Simulations moved, int codec, Variation variation) {
    return 100 * (mean(moved, codec, variation) - 1);
  }

  /** By how many hundredths the mean speedup is above the one on the paper's GPU. */
  private static double points(Simulations moved, int codec, Variation variation) {
    return percent(moved, codec, variation) - percent(moved, codec, Variation.NONE);
  }

  private static List<String> notAbove(Simulations moved) {
    return VARIATIONS.stream()
        .filter(each -> mean(moved, MAG_BDI, each) <= mean(moved, BDI, each))
        .map(Variation::toString)
        .toList();
  }

  private static Figures draw(Simulations moved) {
    List<Series> bars =
        Stream.of(BDI, MAG_BDI)
            .map(codec ->
                Series.of(
                    NAMES.get(codec),
                    VARIATIONS.stream().mapToDouble(each -> mean(moved, codec, each)).toArray()))
            .toList();
    Figures figures =
        Figures.none()
            .with(
                BarChart.of(
                        "Mean speedup with one thing changed",
                        VARIATIONS.stream().map(Variation::toString).toList(),
                        Axis.linear("speedup"),
                        bars)
                    .withReference("no compression", 1))
            .with("means", means(moved));
    for (int codec : List.of(BDI, MAG_BDI)) {
      Comparison speedups = controllers(codec).speedups(moved);
      figures =
          figures.with(
              CODECS.get(codec).codec().replaceFirst(":.*", ""),
              speedups.table(NAMES.get(codec) + ", speedup over no compression, same GPU", 3, ""));
    }
    return figures;
  }

  private static Table means(Simulations moved) {
    Columns<Variation> columns = new Columns<Variation>().text("variation", Variation::toString);
    for (int codec : List.of(BDI, MAG_BDI)) {
      columns
          .number(NAMES.get(codec), 3, each -> mean(moved, codec, each))
          .number(
              NAMES.get(codec) + ", difference", 1, "points", each -> points(moved, codec, each));
    }
    return columns
        .number("cycles uncompressed", 3, each -> uncompressed(moved, each, Simulation::cycles))
        .number(
            "DRAM bytes uncompressed", 3, each -> uncompressed(moved, each, Simulation::dramBytes))
        .table("Mean speedups; memory without compression against that of Table IV", VARIATIONS);
  }

  /** What memory without compression takes, over what it takes on the paper's GPU; mean. */
  private static double uncompressed(
      Simulations moved, Variation variation, ToDoubleFunction<Simulation> value) {
    Setup changed = SimulatedPaper.BDI.with(variation).baseline();
    return Survey.geometricMean(moved.each(changed, value))
        / Survey.geometricMean(moved.each(SimulatedPaper.NONE, value));
  }
}
