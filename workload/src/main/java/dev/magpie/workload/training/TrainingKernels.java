package dev.magpie.workload.training;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Networks;
import dev.magpie.workload.network.Scale;
import java.util.List;
import java.util.function.Function;

/** Steps of training as kernels: the networks of {@link TrainingPrograms}, narrower. */
public final class TrainingKernels {
  private static final double RATE = 0.005;

  private static final List<CudaProgram> ALL =
      List.of(
          program(
              "alexnet", "AlexNet", Networks::alexNet, new Size(8, 16), new Size(4, 16), 256, 32),
          program(
              "squeezenet",
              "SqueezeNet 1.1",
              Networks::squeezeNet,
              new Size(8, 16),
              new Size(4, 16),
              32,
              1),
          program("vgg16", "VGG16", Networks::vgg16, new Size(16, 4), new Size(8, 8), 64, 32),
          program(
              "resnet50", "ResNet50", Networks::resNet50, new Size(16, 8), new Size(8, 16), 32, 1),
          program(
              "inception",
              "Inception v2",
              Networks::inception,
              new Size(16, 8),
              new Size(8, 16),
              32,
              1));

  private TrainingKernels() {}

  public static List<CudaProgram> all() {
    return ALL;
  }

  /**
   * How large a network is.
   *
   * @param channels what those of all layers are divided by
   * @param images of a batch
   */
  private record Size(int channels, int images) {}

  private static CudaProgram program(
      String name,
      String after,
      Function<Scale, Network> network,
      Size quick,
      Size full,
      int paperImages,
      int dense) {
    return new CudaProgram(
        name + "-cuda",
        after,
        "steps of training the network of that name",
        "weights and their history behind each step, to a hundredth of each array's norm",
        new PtxResource(TrainingKernels.class, "layers"),
        List.of(
            InputParameter.whole(
                "images", "of a batch", quick.images(), full.images(), paperImages),
            InputParameter.whole(
                "channels", "divides those of all layers", quick.channels(), full.channels(), 1),
            InputParameter.whole("dense", "divides outputs of inner dense layers", dense, dense, 1),
            InputParameter.whole("pixels", "across and down an image, 64 to 320", 64, 64, 224),
            InputParameter.whole("batches", "of images that are held", 1, 1, 4),
            InputParameter.whole("steps", "of training", 2)),
        settings ->
            new KernelTraining(
                network.apply(TrainingPrograms.scale(settings)),
                new Photographs.Mean.OfChannels(104, 117, 123),
                RATE,
                settings.whole("steps", 1, 1_000_000)));
  }
}
