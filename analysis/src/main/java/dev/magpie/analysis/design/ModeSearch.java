package dev.magpie.analysis.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Chooses modes one after the other, each time the one that gains most: greedily, as the best set
 * of a few among dozens cannot be looked for in full. What is to grow is the mean of two
 * logarithms: of the ratio of all programs together, each as if it had as many blocks, and of the
 * geometric mean of their ratios. Keeps what it has found out; not thread-safe.
 *
 * <pre>{@code
 * ModeSearch search = new ModeSearch(costs, weights, candidates);
 * List<Integer> eight = search.choose(8, -1);
 * }</pre>
 */
public final class ModeSearch {
  private final List<BurstCosts> programs;
  private final double[] weights;
  private final int candidates;

  /** Bursts that each program takes with a set of modes and one more; sets as bits. */
  private final Map<Long, double[][]> known = new HashMap<>();

  /**
   * Prepares a search.
   *
   * @param programs at least one
   * @param weights of the programs
   * @param candidates the first so many codecs of their costs are modes; 64 at most
   */
  public ModeSearch(List<BurstCosts> programs, double[] weights, int candidates) {
    if (programs.isEmpty() || weights.length != programs.size() || candidates > Long.SIZE) {
      throw new IllegalArgumentException(
          "%d programs, %d weights, %d modes"
              .formatted(programs.size(), weights.length, candidates));
    }
    this.programs = List.copyOf(programs);
    this.weights = weights.clone();
    this.candidates = candidates;
  }

  /** What is gained over some programs. */
  public record Gain(double total, double mean) {
    private double score() {
      return Math.log(total) + Math.log(mean);
    }
  }

  /**
   * Chooses modes.
   *
   * @param count at most; no mode is chosen that gains nothing
   * @param without a program that is left out, or -1
   * @return them, the best first
   */
  public List<Integer> choose(int count, int without) {
    List<Integer> chosen = new ArrayList<>();
    double reached = 0;
    while (chosen.size() < count) {
      double[][] bursts = bursts(chosen);
      int best = -1;
      for (int mode = 0; mode < candidates; mode++) {
        double score = gain(bursts, mode, without).score();
        if (score > reached + 1e-12) {
          reached = score;
          best = mode;
        }
      }
      if (best < 0) {
        break;
      }
      chosen.add(best);
    }
    return chosen;
  }

  /** What a set of modes, one at least, gains over all programs. */
  public Gain gain(List<Integer> modes) {
    int last = modes.getLast();
    return gain(bursts(modes.subList(0, modes.size() - 1)), last, -1);
  }

  /** A program's effective ratio with a set of modes, which may be empty. */
  public double ratio(int program, List<Integer> modes) {
    if (modes.isEmpty()) {
      return 1;
    }
    BurstCosts costs = programs.get(program);
    int last = modes.getLast();
    return costs.whole() / bursts(modes.subList(0, modes.size() - 1))[program][last];
  }

  private Gain gain(double[][] bursts, int mode, int without) {
    double whole = 0;
    double taken = 0;
    double logs = 0;
    double weight = 0;
    for (int p = 0; p < bursts.length; p++) {
      if (p != without) {
        int full = programs.get(p).whole();
        whole += weights[p] * full;
        taken += weights[p] * bursts[p][mode];
        logs += weights[p] * Math.log(full / bursts[p][mode]);
        weight += weights[p];
      }
    }
    return new Gain(whole / taken, Math.exp(logs / weight));
  }

  /** Bursts of a block in the mean, by program, and by the mode that is added to some. */
  private double[][] bursts(List<Integer> modes) {
    long set = modes.stream().mapToLong(each -> 1L << each).reduce(0, (a, b) -> a | b);
    return known.computeIfAbsent(
        set,
        _ ->
            IntStream.range(0, programs.size())
                .parallel()
                .mapToObj(p -> bursts(programs.get(p), modes))
                .toArray(double[][]::new));
  }

  private double[] bursts(BurstCosts costs, List<Integer> modes) {
    byte[] least = new byte[costs.blocks()];
    Arrays.fill(least, (byte) costs.whole());
    for (int mode : modes) {
      byte[] of = costs.bursts(mode);
      for (int b = 0; b < least.length; b++) {
        least[b] = (byte) Math.min(least[b], of[b]);
      }
    }
    double[] means = new double[candidates];
    for (int mode = 0; mode < candidates; mode++) {
      byte[] of = costs.bursts(mode);
      long sum = 0;
      for (int b = 0; b < least.length; b++) {
        sum += Math.min(least[b], of[b]);
      }
      means[mode] = (double) sum / least.length;
    }
    return means;
  }
}
