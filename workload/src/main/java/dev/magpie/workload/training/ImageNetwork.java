package dev.magpie.workload.training;

import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Networks;
import dev.magpie.workload.network.Scale;
import java.util.function.Function;

/**
 * A network that reads images.
 *
 * @param program what the program that trains it is called
 * @param published the name that it was published under
 * @param design makes one of a size
 * @param mean what it has subtracted from images
 */
record ImageNetwork(
    String program, String published, Function<Scale, Network> design, Photographs.Mean mean) {
  private static final Photographs.Mean ROUNDED = new Photographs.Mean.OfChannels(104, 117, 123);

  static final ImageNetwork ALEXNET =
      new ImageNetwork("alexnet", "AlexNet", Networks::alexNet, new Photographs.Mean.OfPixels());
  static final ImageNetwork SQUEEZENET =
      new ImageNetwork("squeezenet", "SqueezeNet 1.1", Networks::squeezeNet, ROUNDED);
  static final ImageNetwork VGG16 =
      new ImageNetwork(
          "vgg16",
          "VGG16",
          Networks::vgg16,
          new Photographs.Mean.OfChannels(103.939, 116.779, 123.68));
  static final ImageNetwork RESNET50 =
      new ImageNetwork("resnet50", "ResNet50", Networks::resNet50, ROUNDED);
  static final ImageNetwork INCEPTION =
      new ImageNetwork("inception", "Inception v2", Networks::inception, ROUNDED);

  Network of(Scale scale) {
    return design.apply(scale);
  }
}
