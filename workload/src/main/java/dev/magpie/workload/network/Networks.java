package dev.magpie.workload.network;

/**
 * The networks of the Buddy paper's evaluation that read images, layer by layer as published for
 * Caffe.
 */
public final class Networks {
  private static final int CLASSES = 1000;

  private Networks() {}

  /** {@code bvlc_alexnet}: five convolutions, two of them normalised, and three dense layers. */
  public static Network alexNet(Scale scale) {
    return new Layers(scale)
        .convolution("conv1", 96, 11, 4, 0, 1)
        .lrn("norm1", 5, 1e-4)
        .max("pool1", 3, 2, 0)
        .convolution("conv2", 256, 5, 1, 2, 2)
        .lrn("norm2", 5, 1e-4)
        .max("pool2", 3, 2, 0)
        .convolution("conv3", 384, 3, 1, 1, 1)
        .convolution("conv4", 384, 3, 1, 1, 2)
        .convolution("conv5", 256, 3, 1, 1, 2)
        .max("pool5", 3, 2, 0)
        .dense("fc6", 4096)
        .dense("fc7", 4096)
        .classes("fc8", CLASSES)
        .network("alexnet");
  }

  /** SqueezeNet 1.1: eight fire modules. */
  public static Network squeezeNet(Scale scale) {
    Layers layers = new Layers(scale).convolution("conv1", 64, 3, 2, 0, 1).max("pool1", 3, 2, 0);
    fire(layers, 2, 16, 64);
    fire(layers, 3, 16, 64).max("pool3", 3, 2, 0);
    fire(layers, 4, 32, 128);
    fire(layers, 5, 32, 128).max("pool5", 3, 2, 0);
    fire(layers, 6, 48, 192);
    fire(layers, 7, 48, 192);
    fire(layers, 8, 64, 256);
    return fire(layers, 9, 64, 256)
        .dropout("drop9")
        .convolution("conv10", CLASSES, 1, 1, 0, 1)
        .mean("pool10")
        .network("squeezenet");
  }

  private static Layers fire(Layers layers, int number, int squeezed, int expanded) {
    String name = "fire%d/".formatted(number);
    String squeeze = layers.convolution(name + "squeeze1x1", squeezed, 1, 1, 0, 1).last();
    String narrow = layers.convolution(name + "expand1x1", expanded, 1, 1, 0, 1).last();
    String wide = layers.from(squeeze).convolution(name + "expand3x3", expanded, 3, 1, 1, 1).last();
    return layers.concat(name + "concat", narrow, wide);
  }

  /** VGG16: thirteen convolutions of three by three, and three dense layers. */
  public static Network vgg16(Scale scale) {
    int[] filters = {64, 128, 256, 512, 512};
    int[] convolutions = {2, 2, 3, 3, 3};
    Layers layers = new Layers(scale);
    for (int stage = 0; stage < filters.length; stage++) {
      for (int i = 0; i < convolutions[stage]; i++) {
        layers.convolution("conv%d_%d".formatted(stage + 1, i + 1), filters[stage], 3, 1, 1, 1);
      }
      layers.max("pool" + (stage + 1), 2, 2, 0);
    }
    return layers.dense("fc6", 4096).dense("fc7", 4096).classes("fc8", CLASSES).network("vgg16");
  }

  /** ResNet50: sixteen bottlenecks; the first of a stage halves the planes by its first layers. */
  public static Network resNet50(Scale scale) {
    int[] blocks = {3, 4, 6, 3};
    Layers layers = new Layers(scale);
    layers.normalised("conv1", 64, 7, 2, 3).relu().max("pool1", 3, 2, 0);
    for (int stage = 0; stage < blocks.length; stage++) {
      for (int block = 0; block < blocks[stage]; block++) {
        String name = "res%d%c".formatted(stage + 2, (char) ('a' + block));
        int filters = 64 << stage;
        int stride = stage > 0 && block == 0 ? 2 : 1;
        String start = layers.last();
        String shortcut =
            block > 0
                ? start
                : layers.normalised(name + "_branch1", 4 * filters, 1, stride, 0).last();
        layers.from(start).normalised(name + "_branch2a", filters, 1, stride, 0).relu();
        layers.normalised(name + "_branch2b", filters, 3, 1, 1).relu();
        String branch = layers.normalised(name + "_branch2c", 4 * filters, 1, 1, 0).last();
        layers.sum(name, shortcut, branch).relu();
      }
    }
    return layers.mean("pool5").classes("fc1000", CLASSES).network("resnet50");
  }

  /**
   * A residual network of few layers: two stages of a block each, as those of ResNet18, the second
   * of half the rows and twice the channels.
   */
  public static Network smallResidual(Scale scale, int filters, int classes) {
    Layers layers = new Layers(scale);
    layers.normalised("conv1", filters, 3, 1, 1).relu();
    for (int stage = 0; stage < 2; stage++) {
      String name = "res" + (stage + 2);
      String start = layers.last();
      int wide = filters << stage;
      String shortcut =
          stage == 0 ? start : layers.normalised(name + "_branch1", wide, 1, 2, 0).last();
      layers.from(start).normalised(name + "_branch2a", wide, 3, 1 + stage, 1).relu();
      String branch = layers.normalised(name + "_branch2b", wide, 3, 1, 1).last();
      layers.sum(name, shortcut, branch).relu();
    }
    return layers.mean("pool").classes("fc", classes).network("small-residual");
  }

  /**
   * Inception v2 (Ioffe and Szegedy, ICML 2015, Figure 5): GoogLeNet with batch normalisation and
   * two convolutions of three by three in place of one of five by five.
   */
  public static Network inception(Scale scale) {
    Layers layers = new Layers(scale);
    layers.normalised("conv1", 64, 7, 2, 3).relu().max("pool1", 3, 2, 0);
    layers.normalised("conv2_reduce", 64, 1, 1, 0).relu();
    layers.normalised("conv2", 192, 3, 1, 1).relu().max("pool2", 3, 2, 0);
    module(layers, "3a", 64, 64, 64, 64, 96, 32);
    module(layers, "3b", 64, 64, 96, 64, 96, 64);
    halving(layers, "3c", 128, 160, 64, 96);
    module(layers, "4a", 224, 64, 96, 96, 128, 128);
    module(layers, "4b", 192, 96, 128, 96, 128, 128);
    module(layers, "4c", 160, 128, 160, 128, 160, 128);
    module(layers, "4d", 96, 128, 192, 160, 192, 128);
    halving(layers, "4e", 128, 192, 192, 256);
    module(layers, "5a", 352, 192, 320, 160, 224, 128);
    last(layers, "5b", 352, 192, 320, 192, 224, 128);
    return layers.mean("pool5").classes("fc", CLASSES).network("inception");
  }

  private static void module(
      Layers layers, String name, int one, int reduce, int three, int doubled, int twice, int by) {
    branches(layers, name, one, reduce, three, doubled, twice);
    layers.average(name + "/pool", 3, 1, 1).normalised(name + "/pool_proj", by, 1, 1, 0).relu();
    concatenated(layers, name);
  }

  /** The last module takes the largest of its windows. */
  private static void last(
      Layers layers, String name, int one, int reduce, int three, int doubled, int twice, int by) {
    branches(layers, name, one, reduce, three, doubled, twice);
    layers.max(name + "/pool", 3, 1, 1).normalised(name + "/pool_proj", by, 1, 1, 0).relu();
    concatenated(layers, name);
  }

  private static void concatenated(Layers layers, String name) {
    layers.concat(
        name + "/concat", name + "/1x1", name + "/3x3", name + "/3x3b", name + "/pool_proj");
  }

  private static void branches(
      Layers layers, String name, int one, int reduce, int three, int doubled, int twice) {
    String start = layers.last();
    layers.normalised(name + "/1x1", one, 1, 1, 0).relu();
    layers.from(start).normalised(name + "/3x3_reduce", reduce, 1, 1, 0).relu();
    layers.normalised(name + "/3x3", three, 3, 1, 1).relu();
    layers.from(start).normalised(name + "/double_reduce", doubled, 1, 1, 0).relu();
    layers.normalised(name + "/3x3a", twice, 3, 1, 1).relu();
    layers.normalised(name + "/3x3b", twice, 3, 1, 1).relu();
    layers.from(start);
  }

  /** A module of stride two, whose pooling keeps the channels. */
  private static void halving(
      Layers layers, String name, int reduce, int three, int doubled, int twice) {
    String start = layers.last();
    layers.normalised(name + "/3x3_reduce", reduce, 1, 1, 0).relu();
    layers.normalised(name + "/3x3", three, 3, 2, 1).relu();
    layers.from(start).normalised(name + "/double_reduce", doubled, 1, 1, 0).relu();
    layers.normalised(name + "/3x3a", twice, 3, 1, 1).relu();
    layers.normalised(name + "/3x3b", twice, 3, 2, 1).relu();
    layers.from(start).max(name + "/pool", 3, 2, 0);
    layers.concat(name + "/concat", name + "/3x3", name + "/3x3b", name + "/pool");
  }
}
