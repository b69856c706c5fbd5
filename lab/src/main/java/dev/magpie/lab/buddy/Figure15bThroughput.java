package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 15b: throughput of training over the batch, by a model of its kernels. */
final class Figure15bThroughput {
  private static final int DOUBLINGS = 10;

  /** Of the greatest throughput; a GPU that reaches it is taken for full. */
  private static final double FULL = 0.9;

  static Experiment<?> experiment() {
    return TitanV.all(
            BuddyPaper.networks(
                "buddy/fig15b",
                "Throughput over the batch",
                "Buddy paper, section IV-D, Figure 15b"))
        .method(BuddyPaper.STEP)
        .parameter("tile", TrainingKernel.TILE)
        .parameter("launch", TrainingKernel.LAUNCH_SECONDS)
        .measure(_ -> new Throughputs(TrainingStep.all().stream().map(Run::of).toList()))
        .claims(
            // The model's time of a step never falls with the batch.
            Claim.consistency(
                    "throughput",
                    "Throughput rises with the batch until the GPU is full, and then plateaus: no"
                        + " doubling up to a full GPU lowers it, and the last gains less than the"
                        + " first")
                .nowhere("networks", Throughputs::others))
        .values(
            TrainingStep.all().stream()
                .map(TrainingStep::network)
                .flatMap(network ->
                    Stream.of(
                        new Value<Throughputs>("full." + network, all -> all.of(network).full()),
                        new Value<Throughputs>(
                            "at64." + network, all -> all.of(network).items[6]))))
        .draw(Figure15bThroughput::draw);
  }

  /**
   * A network at batches of 1, 2, 4 and so on.
   *
   * @param items a second
   */
  @SuppressWarnings("ArrayRecordComponent") // Nobody compares or changes runs.
  private record Run(String network, double[] items) {
    static Run of(TrainingStep step) {
      return new Run(
          step.network(),
          IntStream.rangeClosed(0, DOUBLINGS)
              .mapToDouble(power -> step.throughput(1L << power))
              .toArray());
    }

    private double greatest() {
      return Arrays.stream(items).max().orElseThrow();
    }

    /** The least of these batches that fills the GPU. */
    private long full() {
      int power = 0;
      while (items[power] < FULL * greatest()) {
        power++;
      }
      return 1L << power;
    }

    private boolean risesAndPlateaus() {
      boolean rises =
          IntStream.range(1, items.length)
              .filter(i -> 1L << i <= full())
              .allMatch(i -> items[i] > items[i - 1]);
      return rises && items[DOUBLINGS] / items[DOUBLINGS - 1] < items[1] / items[0];
    }

    private double[] ofGreatest() {
      return Arrays.stream(items).map(each -> 100 * each / greatest()).toArray();
    }
  }

  /** Of all networks. */
  record Throughputs(List<Run> all) {
    private Run of(String network) {
      return all.stream().filter(run -> run.network.equals(network)).findFirst().orElseThrow();
    }

    private List<String> others() {
      return all.stream().filter(run -> !run.risesAndPlateaus()).map(Run::network).toList();
    }
  }

  private static Figures draw(Throughputs throughputs) {
    double[] batches =
        IntStream.rangeClosed(0, DOUBLINGS).mapToDouble(power -> 1 << power).toArray();
    Columns<Run> columns = new Columns<Run>().text("network", Run::network);
    for (int power = 0; power <= DOUBLINGS; power++) {
      int at = power;
      columns.number("batch %d".formatted(1 << power), 1, "/s", run -> run.items[at]);
    }
    columns.number("%.0f %% at".formatted(100 * FULL), 0, Run::full);
    return Figures.none()
        .with(
            LineChart.of(
                "Throughput over batch",
                Axis.log2("batch"),
                Axis.linear("of the network's greatest (%)"),
                throughputs.all.stream()
                    .map(run -> Points.of(run.network, batches, run.ofGreatest()))
                    .toList()))
        .with("throughput", columns.table("Items a second", throughputs.all));
  }

  private Figure15bThroughput() {}
}
