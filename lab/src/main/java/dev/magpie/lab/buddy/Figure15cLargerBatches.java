package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.timed.TimedProgram;
import dev.magpie.lab.timed.TimedRuns;
import dev.magpie.lab.timed.TimedSetup;
import dev.magpie.report.Axis;
import dev.magpie.report.BarChart;
import dev.magpie.report.Columns;
import dev.magpie.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Figure 15c: how much faster training is in the larger batches that compression makes room for.
 */
final class Figure15cLargerBatches {
  /** What training compresses by in the paper, on average (section III-B). */
  private static final double GIVEN_RATIO = 1.5;

  private static final String MEAN = "14";
  private static final String VGG16 = "30";

  static Experiment<?> experiment(BuddyStudy study) {
    return TitanV.all(
            BuddyPaper.networks(
                "buddy/fig15c", "Speed by larger batches", "Buddy paper, section IV-D, Figure 15c"))
        .method(BuddyPaper.FOOTPRINT)
        .method(BuddyPaper.STEP)
        .method(
            "The largest batch in 12 GiB against the largest in 12 GiB times a ratio: in the first"
                + " arm the one that each network's program has under the final design of"
                + " `buddy/fig7`; in the second, called given, %s for all, the paper's mean. Claims are"
                    .formatted(GIVEN_RATIO)
                + " judged on the footprint's formula; a third arm has what our programs hold,"
                + " Caffe's buffers, with the given ratio.")
        .method(
            "Steps with compression take longer by what the network's kernels do in `buddy/fig12` under"
                + " Buddy with links of 150 GB/s, whatever the ratio.")
        .deviation(
            "All of a step's memory is divided by the ratio, workspace and context among it, and"
                + " metadata take nothing; `magpie capacity`, which counts both, makes batches"
                + " smaller still.")
        .parameter("tile", TrainingKernel.TILE)
        .parameter("launch", TrainingKernel.LAUNCH_SECONDS)
        .parameter("ratio", GIVEN_RATIO)
        .measure(context -> measure(context, study))
        .claims(
            Claim.of("batch", "Larger batches by Buddy in 12 GB are faster on average by")
                .because(
                    "Our programs compress by less than the paper's, and all networks that fit 12 GB"
                        + " fit a batch there that fills the GPU.")
                .percent(MEAN, gains -> gains.mean(Row::measuredGain)),
            Claim.of(
                    "batch.given",
                    "Larger batches by the paper's ratio in 12 GB are faster on average by")
                .because("All networks that fit 12 GB fit a batch there that fills the GPU.")
                .percent(MEAN, gains -> gains.mean(Row::givenGain)),
            Claim.of("batch.vgg16", "Larger batches make VGG16 faster by")
                .because("VGG16 fits a batch of more than 64 without compression: `buddy/fig15a`.")
                .percent(VGG16, gains -> gains.of("vgg16", Row::measuredGain)),
            Claim.of(
                    "batch.given.vgg16", "Larger batches by the paper's ratio make VGG16 faster by")
                .because(
                    "From a batch that fills the GPU to a larger one, only the update's share falls.")
                .percent(VGG16, gains -> gains.of("vgg16", Row::givenGain)),
            Claim.of("batch.biglstm", "Larger batches make BigLSTM faster by")
                .open(
                    "28 %",
                    "A BigLSTM that fits 12 GB: with the published vocabulary its weights, gradients"
                        + " and momentum do not, and so there is no batch to compare with."))
        .values(
            TrainingFootprint.all().stream()
                .map(TrainingFootprint::network)
                .flatMap(network ->
                    Stream.of(
                        new Value<Gains>("ratio." + network, all -> all.row(network).ratio),
                        new Value<Gains>(
                            "gain." + network, all -> all.of(network, Row::measuredGain)),
                        new Value<Gains>(
                            "gain.given." + network, all -> all.of(network, Row::givenGain)),
                        new Value<Gains>(
                            "gain.held." + network, all -> all.of(network, Row::heldGain)))))
        .draw(Figure15cLargerBatches::draw);
  }

  private static Gains measure(RunContext context, BuddyStudy study) {
    Programs programs = Programs.measured(context, study);
    TimedRuns timed =
        TimedRuns.of(
            context,
            study.programs().stream().filter(TimedProgram::training).toList(),
            List.of(TimedSetup.BASE, Figure12Speed.BUDDY));
    List<TrainingFootprint> footprints = TrainingFootprint.all();
    List<TrainingStep> steps = TrainingStep.all();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < footprints.size(); i++) {
      String network = footprints.get(i).network();
      double ratio = programs.of(network).designs().zeroOptimised().ratio();
      double speed = timed.speed(timed.program(network), Figure12Speed.BUDDY);
      rows.add(Row.of(footprints.get(i), steps.get(i), ratio, speed));
    }
    return new Gains(rows);
  }

  /**
   * A batch, and its speed.
   *
   * @param items of the batch
   * @param throughput items a second; NaN for none
   */
  private record Fitting(long items, double throughput) {
    static Fitting of(long items, TrainingStep step) {
      return new Fitting(items, items == 0 ? Double.NaN : step.throughput(items));
    }

    /** In percent, where kernels have a speed of their own. */
    double gainOver(Fitting other, double speed) {
      return 100 * (throughput * speed / other.throughput - 1);
    }
  }

  /**
   * A network.
   *
   * @param ratio that its program compresses by
   * @param speed of its kernels under Buddy, relative to memory without compression
   * @param without what fits without compression
   * @param with what fits with this ratio
   * @param given what fits with the paper's
   * @param held what fits without compression, of what the program holds
   * @param heldGiven the same with the paper's ratio
   */
  private record Row(
      String network,
      double ratio,
      double speed,
      Fitting without,
      Fitting with,
      Fitting given,
      Fitting held,
      Fitting heldGiven) {
    static Row of(TrainingFootprint footprint, TrainingStep step, double ratio, double speed) {
      double memory = TitanV.MEMORY_BYTES;
      return new Row(
          footprint.network(),
          ratio,
          speed,
          Fitting.of(footprint.mostIn(memory), step),
          Fitting.of(footprint.mostIn(ratio * memory), step),
          Fitting.of(footprint.mostIn(GIVEN_RATIO * memory), step),
          Fitting.of(footprint.mostHeldIn(memory), step),
          Fitting.of(footprint.mostHeldIn(GIVEN_RATIO * memory), step));
    }

    double measuredGain() {
      return with.gainOver(without, speed);
    }

    double givenGain() {
      return given.gainOver(without, speed);
    }

    double heldGain() {
      return heldGiven.gainOver(held, speed);
    }
  }

  /** Of all networks. */
  private static final class Gains {
    private final List<Row> rows;

    Gains(List<Row> rows) {
      this.rows = rows;
    }

    private Row row(String network) {
      return rows.stream().filter(row -> row.network.equals(network)).findFirst().orElseThrow();
    }

    private double of(String network, ToDoubleFunction<Row> gain) {
      return gain.applyAsDouble(row(network));
    }

    /** Of those that fit without compression. */
    private double mean(ToDoubleFunction<Row> gain) {
      return rows.stream()
          .filter(row -> row.without.items > 0)
          .mapToDouble(gain)
          .average()
          .orElseThrow();
    }

    private double[] each(ToDoubleFunction<Row> figure) {
      return rows.stream().mapToDouble(figure).toArray();
    }
  }

  private static Figures draw(Gains gains) {
    Columns<Row> columns =
        new Columns<Row>()
            .text("network", Row::network)
            .number("our ratio", 2, Row::ratio)
            .number("speed under Buddy", 3, Row::speed)
            .number("batch in 12 GiB", 0, row -> row.without.items)
            .number("speed", 1, "/s", row -> row.without.throughput)
            .number("with our ratio", 0, row -> row.with.items)
            .number("faster by", 1, "%", Row::measuredGain)
            .number("with %s".formatted(GIVEN_RATIO), 0, row -> row.given.items)
            .number("faster by", 1, "%", Row::givenGain)
            .number("held in 12 GiB", 0, row -> row.held.items)
            .number("with %s".formatted(GIVEN_RATIO), 0, row -> row.heldGiven.items)
            .number("faster by", 1, "%", Row::heldGain);
    return Figures.none()
        .with(
            BarChart.of(
                "Speed gained by larger batches",
                gains.rows.stream().map(Row::network).toList(),
                Axis.linear("faster by (%)"),
                List.of(
                    Series.of("our ratios", gains.each(Row::measuredGain)),
                    Series.of("given: %s".formatted(GIVEN_RATIO), gains.each(Row::givenGain)),
                    Series.of("given, of what programs hold", gains.each(Row::heldGain)))))
        .with("batches", columns.table("Batches in 12 GiB", gains.rows));
  }

  private Figure15cLargerBatches() {}
}
