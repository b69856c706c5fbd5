package dev.magpie.lab.buddy;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Value;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.result.LabException;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.report.Axis;
import dev.magpie.report.Columns;
import dev.magpie.report.LineChart;
import dev.magpie.report.Points;
import dev.magpie.workload.training.ResidualTraining;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 15d: accuracy over epochs for batches of many sizes, of a network that is trained. */
final class Figure15dAccuracy {
  static final List<Integer> BATCHES = List.of(4, 8, 16, 32, 64, 128, 256);

  /** Those that do not reach the greatest accuracy in the paper. */
  private static final List<Integer> SMALL = List.of(16, 32);

  /** Those that do. */
  private static final List<Integer> LARGE = List.of(64, 128, 256);

  /** Rates that are tried: these times the square root of the batch. */
  private static final List<Double> RATES = List.of(0.004, 0.0125, 0.04, 0.125);

  private static final List<Integer> LARGER = List.of(128, 256);

  /** Of the epochs, to choose a rate by. */
  private static final int TRIED_PART = 3;

  /** Times the epochs, for the largest batch. */
  private static final int LONGER = 4;

  private static final int PIXELS = 10;

  static Experiment<?> experiment(BuddyStudy study) {
    return describe()
        .measure(context -> measure(context, study.extents().apply(context.size())))
        .claims(
            Claim.of(
                    "accuracy.small",
                    "Batches of 16 and 32 do not reach the greatest accuracy: they end below each of"
                        + " 64, 128 and 256")
                .because(
                    "In as many epochs a large batch takes fewer steps, and here an epoch has few, 8 of 256"
                        + " images; the paper's, of 50,000, have 195, and there are 100. That 64 ends"
                        + " below 128 and 256 that does not explain: the largest of the rates is best"
                        + " for it in the epochs of its trial, and jitters by 15 points in all of them.")
                .nowhere(
                    "batches",
                    curves ->
                        SMALL.stream()
                            .filter(batch -> curves.accuracy(batch) >= curves.least(LARGE))
                            .map(String::valueOf)
                            .toList()),
            Claim.of(
                    "accuracy.64",
                    "A batch of 64 reaches the greatest accuracy, more slowly than larger ones: it"
                        + " reaches what 128 and 256 both do, after more epochs than they")
                .because(
                    "It does not reach it at its rate, the largest of the four: that is best in the eight"
                        + " epochs of its trial, and moves by 15 points an epoch in all of them.")
                .nowhere("batches", curves -> curves.notSooner(64, LARGER)),
            Claim.of(
                    "accuracy.256",
                    "Accuracy is good up to a batch of 256: above that of 16 and 32")
                .because(
                    "It has taken few steps: in four times the epochs it reaches 95.2 %, more than 16 and 32"
                        + " do (`reached.longer.256`).")
                .holds(curves -> curves.accuracy(256) > curves.greatest(SMALL)),
            Claim.of(
                    "accuracy.jitter",
                    "With batch normalisation, accuracy jitters more in small batches: from epoch to"
                        + " epoch it moves more at 16 and 32 than at 64, 128 and 256, on average")
                .because(
                    "By 64 alone, at whose rate accuracy moves by 15 points an epoch; 128 and 256 move"
                        + " by 4.1 on average and 16 and 32 by 5.5.")
                .holds(curves ->
                    curves.mean(SMALL, AccuracyCurve::jitter)
                        > curves.mean(LARGE, AccuracyCurve::jitter)))
        .values(
            BATCHES.stream()
                .flatMap(batch ->
                    Stream.of(
                        new Value<Curves>("reached." + batch, all -> all.accuracy(batch)),
                        new Value<Curves>("jitter." + batch, all -> all.of(batch).jitter()),
                        new Value<Curves>("rate." + batch, all -> all.of(batch).rate()))))
        .value("reached.longer.256", curves -> curves.longer.accuracy())
        .draw(Figure15dAccuracy::draw);
  }

  private static Description describe() {
    return Description.of(
            "buddy/fig15d", "Accuracy over the batch", "Buddy paper, section IV-D, Figure 15d")
        .method(
            ("A residual network with batch normalisation of two stages is trained in plain Java on"
                    + " images of %d pixels made from a seed: of each of %d classes a pattern at two"
                    + " random places, in noise. Accuracy is that of other images, by the running"
                    + " means of batch normalisation, after each epoch; it counts over the last"
                    + " quarter of the epochs and all runs, which differ in first weights and order.")
                .formatted(PIXELS, ResidualTraining.CLASSES))
        .method(
            "The rate of learning is chosen for each batch as the best of four in a third of the"
                + " epochs of another run, over the last quarter of those. Momentum is 0.9, decay"
                + " 0.0005, and rates do not fall.")
        .method(
            "A quick run trains on 512 images for 6 epochs, twice; a full one on 2048 for 24, three"
                + " times.")
        .deviation(
            "Not ResNet50 on CIFAR100 for 100 epochs, which takes a GPU: network, images and epochs"
                + " are a thousandth of it. In a quick run, batches of 128 and more take so few steps"
                + " that they hardly leave chance, and so hardly jitter.")
        .parameter("batches", BATCHES)
        .parameter("rates", RATES)
        .parameter("pixels", PIXELS);
  }

  private static Curves measure(RunContext context, TrainingExtent extent) {
    try (ExecutorService threads = Executors.newFixedThreadPool(context.threads())) {
      List<Future<Double>> rates =
          BATCHES.stream().map(batch -> threads.submit(() -> rate(extent, batch))).toList();
      List<List<Future<List<Double>>>> runs = new ArrayList<>();
      for (int b = 0; b < BATCHES.size(); b++) {
        int batch = BATCHES.get(b);
        double rate = get(rates.get(b));
        runs.add(submit(threads, extent, batch, rate, extent.epochs()));
      }
      int largest = BATCHES.getLast();
      double rate = get(rates.getLast());
      List<Future<List<Double>>> longer =
          submit(threads, extent.once(), largest, rate, LONGER * extent.epochs());
      List<AccuracyCurve> curves = new ArrayList<>();
      for (int b = 0; b < BATCHES.size(); b++) {
        curves.add(curve(BATCHES.get(b), get(rates.get(b)), runs.get(b)));
      }
      return new Curves(curves, curve(largest, rate, longer));
    }
  }

  private static List<Future<List<Double>>> submit(
      ExecutorService threads, TrainingExtent extent, int batch, double rate, int epochs) {
    return IntStream.rangeClosed(1, extent.runs())
        .mapToObj(run -> {
          Callable<List<Double>> task =
              () -> ResidualTraining.accuracies(task(extent, batch), rate, epochs, run);
          return threads.submit(task);
        })
        .toList();
  }

  private static AccuracyCurve curve(int batch, double rate, List<Future<List<Double>>> runs) {
    return new AccuracyCurve(batch, rate, runs.stream().map(Figure15dAccuracy::get).toList());
  }

  /** The rate that gets furthest in a part of the epochs. */
  private static double rate(TrainingExtent extent, int batch) {
    int epochs = extent.epochs() / TRIED_PART;
    double best = 0;
    double most = -1;
    for (double each : RATES) {
      double rate = each * Math.sqrt(batch);
      List<Double> run = ResidualTraining.accuracies(task(extent, batch), rate, epochs, 0);
      double reached = new AccuracyCurve(batch, rate, List.of(run)).accuracy();
      if (reached > most) {
        most = reached;
        best = rate;
      }
    }
    return best;
  }

  private static ResidualTraining.Task task(TrainingExtent extent, int batch) {
    return new ResidualTraining.Task(batch, PIXELS, extent.images(), extent.heldOut());
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted", e);
    } catch (ExecutionException e) {
      throw new LabException("training failed: " + e.getCause(), e);
    }
  }

  /**
   * All batches.
   *
   * @param longer the largest of them for more epochs
   */
  record Curves(List<AccuracyCurve> all, AccuracyCurve longer) {
    private AccuracyCurve of(int batch) {
      return all.stream().filter(curve -> curve.batch() == batch).findFirst().orElseThrow();
    }

    private double accuracy(int batch) {
      return of(batch).accuracy();
    }

    private double least(List<Integer> batches) {
      return batches.stream().mapToDouble(this::accuracy).min().orElseThrow();
    }

    private double greatest(List<Integer> batches) {
      return batches.stream().mapToDouble(this::accuracy).max().orElseThrow();
    }

    private double mean(List<Integer> batches, ToDoubleFunction<AccuracyCurve> figure) {
      return batches.stream()
          .mapToDouble(batch -> figure.applyAsDouble(of(batch)))
          .average()
          .orElseThrow();
    }

    /** Others that do not reach what they all reach sooner than a batch that reaches it, too. */
    private List<String> notSooner(int batch, List<Integer> others) {
      double reached = least(others);
      AccuracyCurve later = of(batch);
      return others.stream()
          .filter(other ->
              !later.reaches(reached) || of(other).epochsTo(reached) >= later.epochsTo(reached))
          .map(String::valueOf)
          .toList();
    }
  }

  private static Figures draw(Curves curves) {
    List<Points> lines = new ArrayList<>();
    for (AccuracyCurve curve : curves.all) {
      double[] means = curve.means();
      double[] epochs = IntStream.rangeClosed(1, means.length).asDoubleStream().toArray();
      lines.add(Points.of("batch " + curve.batch(), epochs, means));
    }
    double least = curves.least(LARGER);
    return Figures.none()
        .with(
            LineChart.of(
                    "Accuracy over epochs",
                    Axis.linear("epoch"),
                    Axis.linear("held-out images that are right (%)"),
                    lines)
                .withReference("by chance", 100.0 / ResidualTraining.CLASSES))
        .with(
            "accuracy",
            new Columns<AccuracyCurve>()
                .number("batch", 0, AccuracyCurve::batch)
                .number("rate", 4, AccuracyCurve::rate)
                .number("accuracy", 1, "%", AccuracyCurve::accuracy)
                .number("jitter", 1, "%", AccuracyCurve::jitter)
                .number(
                    "epochs to what 128 and 256 reach",
                    0,
                    curve -> curve.reaches(least) ? curve.epochsTo(least) : Double.NaN)
                .table("Accuracy by batch", curves.all));
  }

  private Figure15dAccuracy() {}
}
