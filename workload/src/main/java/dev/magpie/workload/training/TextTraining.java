package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Trains a long short-term memory to predict the next letter of a text drawn from a small grammar,
 * through time, with Adam.
 */
final class TextTraining implements SeriesProgram.Running {
  private static final String[][] GRAMMAR = {
    {"the ", "a ", "every "},
    {"small ", "sparse ", "smooth ", "noisy "},
    {"field ", "matrix ", "tensor ", "wave "},
    {"fits ", "spills ", "grows ", "shrinks "},
    {"in memory. ", "over time. ", "at once. "}
  };
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz .";
  private static final int VOCABULARY = LETTERS.length();
  private static final int HIDDEN = 64;
  private static final int GATES = 4 * HIDDEN;
  private static final int TIME = 16;
  private static final int BATCH = 12;
  private static final int STEPS = 12;
  private static final float RATE = 0.01f;

  private final Lcg random = new Lcg(135_792_469);
  private final Weights embedding =
      new Weights("lstm.weight_input", VOCABULARY * GATES).spread(random, HIDDEN);
  private final Weights recurrent =
      new Weights("lstm.weight_hidden", HIDDEN * GATES).spread(random, HIDDEN);
  private final Weights bias = new Weights("lstm.bias", GATES);
  private final Weights output =
      new Weights("output.weight", HIDDEN * VOCABULARY).spread(random, HIDDEN);
  private final List<Weights> weights = List.of(embedding, recurrent, bias, output);

  /** By time, batch and gate; states have one time more, for those at the start. */
  private final float[] gates = new float[TIME * BATCH * GATES];

  private final float[] cell = new float[(TIME + 1) * BATCH * HIDDEN];
  private final float[] hidden = new float[(TIME + 1) * BATCH * HIDDEN];
  private final float[] scores = new float[TIME * BATCH * VOCABULARY];
  private final float[] dGates = new float[BATCH * GATES];
  private final float[] dCell = new float[BATCH * HIDDEN];
  private final float[] dHidden = new float[BATCH * HIDDEN];
  private final int[] letters = new int[(TIME + 1) * BATCH];
  private final String[] texts = new String[BATCH];
  private int next;
  private int step;
  private double lossSum;
  private int losses;

  TextTraining() {
    Arrays.fill(texts, "");
    Arrays.fill(bias.value, HIDDEN, 2 * HIDDEN, 1);
  }

  /** Ends in the midst of a step, each time in another place, as snapshots of programs do. */
  @Override
  public void advance() {
    int operations = 2 * TIME + 1;
    lossSum = 0;
    losses = 0;
    for (int i = 0; i < STEPS * operations + 3 * operations / 10; i++) {
      operate();
    }
  }

  /** The next operation of a step: forward through time, back again, and then the weights. */
  private void operate() {
    if (next < TIME) {
      if (next == 0) {
        read();
      }
      forward(next);
    } else if (next < 2 * TIME) {
      if (next == TIME) {
        weights.forEach(Weights::zeroGradient);
        Arrays.fill(dCell, 0);
        Arrays.fill(dHidden, 0);
      }
      int t = 2 * TIME - 1 - next;
      for (int b = 0; b < BATCH; b++) {
        lossSum += backward(t * BATCH + b, b);
        losses++;
      }
    } else {
      step++;
      weights.forEach(each -> each.follow(Weights.Optimiser.ADAM, RATE, step));
    }
    next = (next + 1) % (2 * TIME + 1);
  }

  /** The next letters of each text; the states go on. */
  private void read() {
    for (int b = 0; b < BATCH; b++) {
      StringBuilder text = new StringBuilder(texts[b]);
      while (text.length() < TIME + 1) {
        for (String[] choice : GRAMMAR) {
          text.append(choice[(int) (random.next() * choice.length)]);
        }
      }
      for (int t = 0; t <= TIME; t++) {
        letters[t * BATCH + b] = LETTERS.indexOf(text.charAt(t));
      }
      texts[b] = text.substring(TIME);
    }
    System.arraycopy(hidden, TIME * BATCH * HIDDEN, hidden, 0, BATCH * HIDDEN);
    System.arraycopy(cell, TIME * BATCH * HIDDEN, cell, 0, BATCH * HIDDEN);
  }

  private void forward(int t) {
    for (int tb = t * BATCH; tb < (t + 1) * BATCH; tb++) {
      int letter = letters[tb];
      for (int g = 0; g < GATES; g++) {
        float sum = bias.value[g] + embedding.value[letter * GATES + g];
        for (int h = 0; h < HIDDEN; h++) {
          sum += recurrent.value[g * HIDDEN + h] * hidden[tb * HIDDEN + h];
        }
        boolean candidate = g / HIDDEN == 2;
        gates[tb * GATES + g] =
            (float) (candidate ? StrictMath.tanh(sum) : 1 / (1 + StrictMath.exp(-sum)));
      }
      for (int h = 0; h < HIDDEN; h++) {
        int g = tb * GATES + h;
        int next = (tb + BATCH) * HIDDEN + h;
        cell[next] = gates[g + HIDDEN] * cell[tb * HIDDEN + h] + gates[g] * gates[g + 2 * HIDDEN];
        hidden[next] = gates[g + 3 * HIDDEN] * (float) StrictMath.tanh(cell[next]);
      }
      for (int v = 0; v < VOCABULARY; v++) {
        float sum = 0;
        for (int h = 0; h < HIDDEN; h++) {
          sum += output.value[v * HIDDEN + h] * hidden[(tb + BATCH) * HIDDEN + h];
        }
        scores[tb * VOCABULARY + v] = sum;
      }
    }
  }

  private double backward(int tb, int b) {
    int next = (tb + BATCH) * HIDDEN;
    double total = 0;
    for (int v = 0; v < VOCABULARY; v++) {
      total += StrictMath.exp(scores[tb * VOCABULARY + v]);
    }
    int right = letters[tb + BATCH];
    for (int v = 0; v < VOCABULARY; v++) {
      double share = StrictMath.exp(scores[tb * VOCABULARY + v]) / total;
      float d = (float) (share - (v == right ? 1 : 0)) / (TIME * BATCH);
      for (int h = 0; h < HIDDEN; h++) {
        output.gradient[v * HIDDEN + h] += d * hidden[next + h];
        dHidden[b * HIDDEN + h] += d * output.value[v * HIDDEN + h];
      }
    }
    for (int h = 0; h < HIDDEN; h++) {
      float in = gates[tb * GATES + h];
      float forget = gates[tb * GATES + HIDDEN + h];
      float candidate = gates[tb * GATES + 2 * HIDDEN + h];
      float out = gates[tb * GATES + 3 * HIDDEN + h];
      float shown = (float) StrictMath.tanh(cell[next + h]);
      float dc = dCell[b * HIDDEN + h] + dHidden[b * HIDDEN + h] * out * (1 - shown * shown);
      int g = b * GATES + h;
      dGates[g] = dc * candidate * in * (1 - in);
      dGates[g + HIDDEN] = dc * cell[tb * HIDDEN + h] * forget * (1 - forget);
      dGates[g + 2 * HIDDEN] = dc * in * (1 - candidate * candidate);
      dGates[g + 3 * HIDDEN] = dHidden[b * HIDDEN + h] * shown * out * (1 - out);
      dCell[b * HIDDEN + h] = dc * forget;
    }
    Arrays.fill(dHidden, b * HIDDEN, (b + 1) * HIDDEN, 0);
    for (int g = 0; g < GATES; g++) {
      float d = dGates[b * GATES + g];
      bias.gradient[g] += d;
      embedding.gradient[letters[tb] * GATES + g] += d;
      for (int h = 0; h < HIDDEN; h++) {
        recurrent.gradient[g * HIDDEN + h] += d * hidden[tb * HIDDEN + h];
        dHidden[b * HIDDEN + h] += d * recurrent.value[g * HIDDEN + h];
      }
    }
    double share = StrictMath.exp(scores[tb * VOCABULARY + right]) / total;
    return -StrictMath.log(share);
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory().i32("letters", letters);
    weights.forEach(each -> each.addTo(memory, Weights.Optimiser.ADAM));
    return memory
        .f32("activations.gates", gates)
        .f32("activations.cell", cell)
        .f32("activations.hidden", hidden)
        .f32("activations.scores", scores)
        .f32("gradient.gates", dGates)
        .f32("gradient.cell", dCell)
        .f32("gradient.hidden", dHidden)
        .arrays();
  }

  /** The mean loss of the last tenth. */
  @Override
  public double residual() {
    return lossSum / losses;
  }
}
