package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import java.util.Arrays;

/**
 * Texts of made-up words, which are as frequent as those of languages (Zipf's law). Half of the
 * words are one of four that follow the word before, so that there is something to learn.
 */
final class WordSource {
  private static final double EXPONENT = 1.07;
  private static final int FOLLOWERS = 4;

  private final double[] below;
  private final int[] last;
  private final Lcg random;

  WordSource(int vocabulary, int texts, Lcg random) {
    this.random = random;
    below = new double[vocabulary];
    double sum = 0;
    for (int word = 0; word < vocabulary; word++) {
      sum += StrictMath.pow(word + 1, -EXPONENT);
      below[word] = sum;
    }
    last = new int[texts];
  }

  private int word(double share) {
    int place = Arrays.binarySearch(below, share * below[below.length - 1]);
    return place >= 0 ? place : Math.min(-place - 1, below.length - 1);
  }

  /** The next word of a text. */
  int next(int text) {
    boolean follows = random.next() < 0.5;
    long choice = (long) (random.next() * FOLLOWERS);
    last[text] =
        word(
            follows
                ? new Lcg(((long) FOLLOWERS * last[text] + choice) * 2_654_435_761L + 1).next()
                : random.next());
    return last[text];
  }
}
