package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 15a: memory that training takes, over the batch. */
final class Figure15aFootprint {
  private static final String ALEXNET = "alexnet";
  private static final String VGG16 = "vgg16";
  private static final String BIGLSTM = "biglstm";

  /** Knees of all networks but AlexNet are at 32 or below. */
  private static final int OTHERS = 32;

  /** What neither VGG16 nor BigLSTM fits. */
  private static final int WANTED = 64;

  private static final double[] BATCHES =
      IntStream.rangeClosed(0, 9).mapToDouble(power -> 1 << power).toArray();

  private static final long[] CONTEXT_MIB = {0, 256, 512, 1024};

  private static final double MEGABYTE = 1e6;

  static Experiment<?> experiment() {
    return TitanV.memory(
            BuddyPaper.networks(
                "buddy/fig15a",
                "Footprints over the batch",
                "Buddy paper, section IV-D, Figure 15a"))
        .method(BuddyPaper.FOOTPRINT)
        .method(
            "A footprint begins to grow at its knee: the least batch whose items take as much as all"
                + " that does not depend on them. Claims are judged on the formula, since the paper"
                + " measures PyTorch, which frees gradients; beside it stands what our programs"
                + " hold, Caffe's buffers, each allocated once and for one thing.")
        .deviation(
            "The text has a Titan V, the caption a Titan Xp; both have 12 GB, which are taken for"
                + " 12 GiB.")
        .measure(_ -> new Footprints(TrainingFootprint.all()))
        .claims(
            Claim.consistency(
                    "footprint",
                    "Footprints hardly grow with the batch at first, and linearly later: doubling a"
                        + " batch of 1 adds a smaller share than doubling one of 256")
                .nowhere(
                    "networks", footprints -> footprints.where(Figure15aFootprint::growsAtOnce)),
            Claim.of("footprint.alexnet", "AlexNet's footprint begins to grow at a batch of")
                .because(
                    "Of the fixed part the context is not known: without one, the knee is near the"
                        + " paper's.")
                .against(OTHERS)
                .whole(96, "images", footprints -> footprints.of(ALEXNET).knee()),
            Claim.of(
                    "footprint.others",
                    "All other networks' footprints begin to grow at a batch of 32 or less")
                .because(
                    "The weights of BigLSTM as published, with gradients and momentum, are more than"
                        + " the GPU's memory.")
                .nowhere(
                    "networks",
                    footprints ->
                        footprints.where(
                            each -> !each.network().equals(ALEXNET) && each.knee() > OTHERS)),
            Claim.of(
                    "footprint.64",
                    "BigLSTM and VGG16 do not fit a batch of 64 in 12 GB without compression")
                .because(
                    "VGG16's outputs, weights and their copies leave room at 64, in the formula and"
                        + " in Caffe's buffers; workspaces of a library's fast convolutions are in"
                        + " neither.")
                .nowhere(
                    "networks",
                    footprints ->
                        footprints.where(each ->
                            List.of(BIGLSTM, VGG16).contains(each.network())
                                && each.mostIn(TitanV.MEMORY_BYTES) >= WANTED)))
        .values(
            TrainingFootprint.all().stream()
                .map(TrainingFootprint::network)
                .flatMap(Figure15aFootprint::values))
        .draw(Figure15aFootprint::draw);
  }

  private static boolean growsAtOnce(TrainingFootprint each) {
    double first = (double) each.bytes(2) / each.bytes(1);
    double last = (double) each.bytes(512) / each.bytes(256);
    return first >= last;
  }

  private static Stream<Value<Footprints>> values(String network) {
    return Stream.of(
        new Value<>("knee." + network, footprints -> footprints.of(network).knee()),
        new Value<>(
            "most." + network, footprints -> footprints.of(network).mostIn(TitanV.MEMORY_BYTES)),
        new Value<>(
            "most.held." + network,
            footprints -> footprints.of(network).mostHeldIn(TitanV.MEMORY_BYTES)));
  }

  /** Of all networks. */
  record Footprints(List<TrainingFootprint> all) {
    private TrainingFootprint of(String network) {
      return all.stream().filter(each -> each.network().equals(network)).findFirst().orElseThrow();
    }

    private List<String> where(Predicate<TrainingFootprint> predicate) {
      return all.stream().filter(predicate).map(TrainingFootprint::network).toList();
    }

    private LineChart chart(String title, ToDoubleBiFunction<TrainingFootprint, Double> bytes) {
      List<Points> lines =
          all.stream()
              .map(each -> {
                double[] ys = new double[BATCHES.length];
                for (int b = 0; b < ys.length; b++) {
                  ys[b] = bytes.applyAsDouble(each, BATCHES[b]) / MEGABYTE / 1000;
                }
                return Points.of(each.network(), BATCHES, ys);
              })
              .toList();
      return LineChart.of(title, Axis.log2("batch"), Axis.log10("footprint (GB)"), lines)
          .withReference("12 GiB", TitanV.MEMORY_BYTES / MEGABYTE / 1000);
    }
  }

  private static Figures draw(Footprints footprints) {
    Columns<TrainingFootprint> columns =
        new Columns<TrainingFootprint>()
            .text("network", TrainingFootprint::network)
            .number("weights", 2, "M", each -> each.parameters() / MEGABYTE)
            .number("fixed", 0, "MB", each -> each.fixedBytes() / MEGABYTE)
            .number("an item", 2, "MB", each -> each.itemBytes() / MEGABYTE)
            .number("batch of 64", 0, "MB", each -> each.bytes(WANTED) / MEGABYTE)
            .number("most in 12 GiB", 0, each -> each.mostIn(TitanV.MEMORY_BYTES));
    for (long context : CONTEXT_MIB) {
      columns.number(
          "knee, %d MiB of context".formatted(context), 0, each -> each.knee(context << 20));
    }
    columns
        .number("held always", 0, "MB", each -> each.held().always() / MEGABYTE)
        .number("held by an item", 2, "MB", each -> each.held().perItem() / MEGABYTE)
        .number("held by 64", 0, "MB", each -> each.held().bytes(WANTED) / MEGABYTE)
        .number("most held in 12 GiB", 0, each -> each.mostHeldIn(TitanV.MEMORY_BYTES));
    return Figures.none()
        .with(
            footprints.chart(
                "Footprint over batch", (each, batch) -> each.bytes(batch.longValue())))
        .with(
            footprints.chart(
                "What our programs hold over batch",
                (each, batch) -> each.held().bytes(batch.longValue())))
        .with("footprints", columns.table("Memory that training takes", footprints.all));
  }

  private Figure15aFootprint() {}
}
