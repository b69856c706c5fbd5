package dev.magpie.workload.training;

import dev.magpie.workload.network.Networks;
import dev.magpie.workload.network.Scale;
import dev.magpie.workload.series.Lcg;
import java.util.ArrayList;
import java.util.List;

/**
 * Trains a small residual network with batch normalisation on made-up images, epoch by epoch, and
 * says how many of other images it gets right.
 */
public final class ResidualTraining {
  /** Classes of images; who guesses is right once in so many. */
  public static final int CLASSES = PatternImages.CLASSES;

  private static final int FILTERS = 8;

  /** All images of all runs are cut from one series. */
  private static final long IMAGES_SEED = 314_159_265;

  /**
   * What a run is.
   *
   * @param batch divides the numbers of images
   * @param pixels across and down an image
   * @param images that it trains on in an epoch
   * @param heldOut images that it is judged by
   */
  public record Task(int batch, int pixels, int images, int heldOut) {
    /**
     * @throws IllegalArgumentException if batches do not come out even
     */
    public Task {
      if (images % batch != 0 || heldOut % batch != 0) {
        throw new IllegalArgumentException(
            "%d and %d images are no whole batches of %d".formatted(images, heldOut, batch));
      }
    }
  }

  private final Task task;
  private final PatternImages images;
  private final Net net;
  private final float rate;
  private final Lcg random;
  private final int[] order;

  private ResidualTraining(Task task, double rate, int run) {
    this.task = task;
    this.rate = (float) rate;
    images = PatternImages.of(task.images() + task.heldOut(), task.pixels(), IMAGES_SEED);
    random = new Lcg(271_828_183 + 2L * run);
    Scale scale = new Scale(task.batch(), task.pixels(), 1, 1, 1);
    net = new Net(Networks.smallResidual(scale, FILTERS, CLASSES), 0, random);
    order = new int[task.images()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
  }

  /**
   * Percent of held-out images that are right after each epoch.
   *
   * @param rate of learning
   * @param epochs how many
   * @param run decides the first weights and the order of images
   */
  public static List<Double> accuracies(Task task, double rate, int epochs, int run) {
    ResidualTraining training = new ResidualTraining(task, rate, run);
    List<Double> accuracies = new ArrayList<>();
    for (int epoch = 0; epoch < epochs; epoch++) {
      training.train();
      accuracies.add(training.accuracy());
    }
    return accuracies;
  }

  private void train() {
    shuffle();
    for (int from = 0; from < order.length; from += task.batch()) {
      net.parameters().values().forEach(WeightBlob::zeroDiff);
      for (int i = 0; i < task.batch(); i++) {
        images.copy(order[from + i], i, net.images(), net.labels());
      }
      List<Operator> operators = net.operators();
      operators.forEach(Operator::forward);
      operators.reversed().forEach(Operator::backward);
      net.parameters().values().forEach(each -> each.update(rate));
    }
  }

  private void shuffle() {
    for (int i = order.length - 1; i > 0; i--) {
      int other = (int) (random.next() * (i + 1));
      int kept = order[i];
      order[i] = order[other];
      order[other] = kept;
    }
  }

  private double accuracy() {
    int right = 0;
    for (int from = task.images(); from < images.count(); from += task.batch()) {
      for (int i = 0; i < task.batch(); i++) {
        images.copy(from + i, i, net.images(), net.labels());
      }
      right += net.right();
    }
    return 100.0 * right / task.heldOut();
  }
}
