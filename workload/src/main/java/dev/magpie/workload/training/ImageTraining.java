package dev.magpie.workload.training;

import dev.magpie.workload.series.Lcg;
import dev.magpie.workload.series.Memory;
import dev.magpie.workload.series.SeriesProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Trains a network to tell gratings by direction and pitch. Weights, gradients, optimiser state and
 * activations are allocations of their own; the gradients of activations share two buffers and the
 * convolutions one workspace, as frameworks reuse their pools.
 */
final class ImageTraining implements SeriesProgram.Running {
  private static final int BATCH = 16;
  private static final int SIZE = 16;
  private static final int CLASSES = 8;
  private static final int STEPS = 8;

  private final Lcg random = new Lcg(987_654_321);
  private final Weights.Optimiser optimiser;
  private final float rate;
  private final Map<String, Layer> layers = new LinkedHashMap<>();

  /** By the layer that adds it: the activations that a shortcut brings. */
  private final Map<Integer, Integer> shortcuts = new LinkedHashMap<>();

  private final List<float[]> activations = new ArrayList<>();
  private final float[] workspace;
  private final float[][] gradients = new float[2][];
  private final float[] shortcutGradient;
  private final float[] images = new float[BATCH * SIZE * SIZE];
  private final int[] labels = new int[BATCH];

  /** The layer whose gradient the shortcut's joins; -1 for none. */
  private int pending = -1;

  private List<Layer> inOrder = List.of();
  private int next;
  private int step;
  private double lossSum;
  private int losses;

  /**
   * @param widest channels of the largest activations
   * @param unfolded channels times pixels of the largest input of a convolution
   * @param carried channels times pixels of what shortcuts carry
   */
  private ImageTraining(
      Weights.Optimiser optimiser, float rate, int widest, int unfolded, int carried) {
    this.optimiser = optimiser;
    this.rate = rate;
    workspace = new float[9 * unfolded];
    shortcutGradient = new float[BATCH * carried];
    gradients[0] = new float[BATCH * widest * SIZE * SIZE];
    gradients[1] = new float[BATCH * widest * SIZE * SIZE];
  }

  /** Two convolutions with batch normalisation and pooling, two dense layers; momentum. */
  static ImageTraining convolutionalNet() {
    int unfolded = 12 * SIZE * SIZE / 4;
    ImageTraining net = new ImageTraining(Weights.Optimiser.MOMENTUM, 0.02f, 12, unfolded, 0);
    net.convolution("conv1", 1, 12, SIZE);
    net.add("relu1", new Layer.Relu(12 * SIZE * SIZE));
    net.add("pool1", new Layer.MaxPool(12, SIZE));
    net.convolution("conv2", 12, 24, SIZE / 2);
    net.add("relu2", new Layer.Relu(24 * SIZE * SIZE / 4));
    net.add("pool2", new Layer.MaxPool(24, SIZE / 2));
    net.add("fc1", new Layer.Dense("fc1", 24 * 16, 96, net.random));
    net.add("relu3", new Layer.Relu(96));
    net.add("fc2", new Layer.Dense("fc2", 96, CLASSES, net.random));
    return net.ready();
  }

  /** Two residual blocks of two convolutions each; Adam. */
  static ImageTraining residualNet() {
    int channels = 8;
    int pixels = SIZE * SIZE / 4;
    int carried = channels * pixels;
    ImageTraining net =
        new ImageTraining(Weights.Optimiser.ADAM, 0.003f, channels, carried, carried);
    net.convolution("stem", 1, channels, SIZE);
    net.add("stem_relu", new Layer.Relu(channels * SIZE * SIZE));
    net.add("stem_pool", new Layer.MaxPool(channels, SIZE));
    for (int block = 1; block <= 2; block++) {
      int start = net.layers.size() - 1;
      net.convolution("block" + block + "a", channels, channels, SIZE / 2);
      net.add("block" + block + "_relu", new Layer.Relu(channels * pixels));
      net.convolution("block" + block + "b", channels, channels, SIZE / 2);
      net.shortcuts.put(net.layers.size() - 1, start);
      net.add("block" + block + "_out", new Layer.Relu(channels * pixels));
    }
    net.add("fc", new Layer.Dense("fc", channels * pixels, CLASSES, net.random));
    return net.ready();
  }

  private void convolution(String name, int channels, int filters, int size) {
    add(name, new Convolution(name, channels, filters, size, workspace, random));
    add(name + "_bn", new Layer.BatchNorm(name + "_bn", filters, size * size));
  }

  private void add(String name, Layer layer) {
    layers.put(name, layer);
  }

  private ImageTraining ready() {
    layers.values().forEach(layer -> activations.add(new float[BATCH * layer.outputs()]));
    inOrder = List.copyOf(layers.values());
    return this;
  }

  /** Ends in the midst of a step, each time in another place, as snapshots of programs do. */
  @Override
  public void advance() {
    int operations = 2 * layers.size() + 1;
    lossSum = 0;
    losses = 0;
    for (int i = 0; i < STEPS * operations + 3 * operations / 10; i++) {
      operate();
    }
  }

  /** The next operation of a step: all layers forward, then all backward, then the weights. */
  private void operate() {
    int count = layers.size();
    if (next < count) {
      if (next == 0) {
        draw();
      }
      forward(next);
    } else if (next < 2 * count) {
      if (next == count) {
        layers.values().forEach(layer -> layer.weights().forEach(Weights::zeroGradient));
        lossSum += lossGradient(activations.getLast(), gradients[0]);
        losses++;
      }
      backward(2 * count - 1 - next);
    } else {
      step++;
      for (Layer layer : layers.values()) {
        layer.weights().forEach(weights -> weights.follow(optimiser, rate, step));
      }
    }
    next = (next + 1) % (2 * count + 1);
  }

  /** Gratings of four directions and two pitches, at any phase, with noise. */
  private void draw() {
    for (int image = 0; image < BATCH; image++) {
      labels[image] = (int) (CLASSES * random.next());
      double angle = Math.PI * (labels[image] % 4) / 4;
      double pitch = labels[image] < 4 ? 0.8 : 1.6;
      double phase = 2 * Math.PI * random.next();
      for (int p = 0; p < SIZE * SIZE; p++) {
        int row = p / SIZE;
        double along = StrictMath.cos(angle) * (p % SIZE) + StrictMath.sin(angle) * row;
        images[image * SIZE * SIZE + p] =
            (float) (StrictMath.sin(pitch * along + phase) + 0.6 * (random.next() - 0.5));
      }
    }
  }

  private void forward(int index) {
    float[] out = activations.get(index);
    inOrder.get(index).forward(index == 0 ? images : activations.get(index - 1), out);
    Integer shortcut = shortcuts.get(index);
    if (shortcut != null) {
      float[] from = activations.get(shortcut);
      for (int i = 0; i < out.length; i++) {
        out[i] += from[i];
      }
    }
  }

  private void backward(int index) {
    int done = inOrder.size() - 1 - index;
    float[] out = activations.get(index);
    float[] dOut = gradients[done % 2];
    float[] dIn = gradients[(done + 1) % 2];
    if (pending == index) {
      for (int i = 0; i < out.length; i++) {
        dOut[i] += shortcutGradient[i];
      }
      pending = -1;
    }
    Integer shortcut = shortcuts.get(index);
    if (shortcut != null) {
      System.arraycopy(dOut, 0, shortcutGradient, 0, out.length);
      pending = shortcut;
    }
    inOrder.get(index).backward(index == 0 ? images : activations.get(index - 1), out, dOut, dIn);
  }

  /** Softmax and cross entropy. */
  private double lossGradient(float[] scores, float[] gradient) {
    double sum = 0;
    for (int image = 0; image < BATCH; image++) {
      double total = 0;
      for (int c = 0; c < CLASSES; c++) {
        total += StrictMath.exp(scores[image * CLASSES + c]);
      }
      for (int c = 0; c < CLASSES; c++) {
        double share = StrictMath.exp(scores[image * CLASSES + c]) / total;
        boolean right = c == labels[image];
        gradient[image * CLASSES + c] = (float) ((share - (right ? 1 : 0)) / BATCH);
        sum -= right ? StrictMath.log(share) / BATCH : 0;
      }
    }
    return sum;
  }

  @Override
  public Map<String, Object> arrays() {
    Memory memory = new Memory().f32("images", images).i32("labels", labels);
    for (Layer layer : layers.values()) {
      layer.weights().forEach(weights -> weights.addTo(memory, optimiser));
    }
    int index = 0;
    for (String name : layers.keySet()) {
      memory.f32("activations." + name, activations.get(index++));
    }
    memory.f32("workspace", workspace).f32("gradient0", gradients[0]);
    memory.f32("gradient1", gradients[1]);
    if (!shortcuts.isEmpty()) {
      memory.f32("gradient_shortcut", shortcutGradient);
    }
    return memory.arrays();
  }

  /** The mean loss of the last tenth. */
  @Override
  public double residual() {
    return lossSum / losses;
  }
}
