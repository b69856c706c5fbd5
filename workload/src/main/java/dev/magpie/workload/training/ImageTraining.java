package dev.magpie.workload.training;

import dev.magpie.workload.network.Network;
import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.SeriesProgram;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Trains a network on photographs, with momentum. */
final class ImageTraining implements SeriesProgram.Running {
  private static final int PARTS = SeriesProgram.SNAPSHOTS;

  private final Lcg random = new Lcg(987_654_321);
  private final Net net;
  private final Photographs photographs;
  private final float rate;
  private final int steps;
  private final Map<String, Object> arrays = new LinkedHashMap<>();
  private long operation;
  private int part;
  private double lossSum;
  private double meanLoss = Double.NaN;
  private int losses;

  /** Weights that have had a gradient in the last tenth. */
  private final Set<String> alive = new HashSet<>();

  /**
   * @param rate of learning
   * @param steps of a run
   * @param idle share of memory that is a pool that nobody writes to
   * @param sparsity share of zeros that rectifiers are made to leave; 0 for what comes
   */
  ImageTraining(
      Network network,
      Photographs.Mean mean,
      double rate,
      int steps,
      double idle,
      double sparsity) {
    net = new Net(network, sparsity, random);
    photographs = new Photographs(mean);
    this.rate = (float) rate;
    this.steps = steps;
    arrays.putAll(net.arrays());
    if (idle > 0) {
      long elements = net.arrays().values().stream().mapToLong(ImageTraining::length).sum();
      arrays.put("idle", new float[(int) (elements * idle / (1 - idle))]);
    }
  }

  private static int length(Object array) {
    return array instanceof float[] values ? values.length : ((int[]) array).length;
  }

  /** Reading images, both passes and the update. */
  private int operations() {
    return 2 * net.operators().size() + 2;
  }

  /** Ends in the midst of a step, each time in another place, as snapshots of programs do. */
  @Override
  public void advance() {
    part++;
    lossSum = 0;
    losses = 0;
    alive.clear();
    long end = (long) steps * operations() * part / PARTS;
    // Parts of whole steps would all end alike.
    end += (long) (part % PARTS) * 3 * operations() / PARTS % operations();
    for (; operation < end; operation++) {
      operate((int) (operation % operations()));
    }
    // A tenth of a few steps may end ahead of its first loss.
    if (losses > 0) {
      meanLoss = lossSum / losses;
    }
  }

  private void operate(int at) {
    List<Operator> operators = net.operators();
    int count = operators.size();
    if (at == 0) {
      net.parameters().values().forEach(WeightBlob::zeroDiff);
      net.nextBatch();
      photographs.fill(net.network().input(), net.images(), net.labels(), random);
    } else if (at <= count) {
      operators.get(at - 1).forward();
      if (at == count) {
        lossSum += net.loss();
        losses++;
      }
    } else if (at <= 2 * count) {
      operators.get(2 * count - at).backward();
    } else {
      net.parameters()
          .forEach((name, weights) -> {
            if (weights.hasGradient()) {
              alive.add(name);
            }
            weights.update(rate);
          });
    }
  }

  @Override
  public Map<String, Object> arrays() {
    return arrays;
  }

  /** The mean loss of the last tenth that has one. */
  @Override
  public double residual() {
    return meanLoss;
  }

  @Override
  public List<String> dead() {
    return net.parameters().keySet().stream().filter(name -> !alive.contains(name)).toList();
  }
}
