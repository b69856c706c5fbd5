package dev.magpie.workload.training;

import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.PtxResource;
import dev.magpie.workload.input.InputParameter;
import java.util.List;

/** Steps of training as kernels: the programs of {@link TrainingPrograms}, narrower. */
public final class TrainingKernels {
  private static final double RATE = 0.005;

  private static final List<CudaProgram> ALL =
      List.of(
          program(
              ImageNetwork.ALEXNET, new Size(16, 56, 10), new Size(4, 16, 3), new Batch(256, 227)),
          program(
              ImageNetwork.SQUEEZENET, new Size(16, 40, 1), new Size(8, 88, 1), new Batch(32, 227)),
          program(ImageNetwork.VGG16, new Size(16, 8, 12), new Size(8, 10, 4), new Batch(64, 224)),
          program(ImageNetwork.RESNET50, new Size(16, 6, 1), new Size(8, 9, 1), new Batch(32, 224)),
          program(
              ImageNetwork.INCEPTION, new Size(16, 11, 1), new Size(8, 23, 1), new Batch(32, 224)),
          new CudaProgram(
              "biglstm-cuda",
              "BigLSTM",
              "steps of training the language model of that name",
              "all numbers behind each step, and changes of weights and accumulators, to a"
                  + " hundredth of each array's norm",
              new PtxResource(TrainingKernels.class, "lstm"),
              List.of(
                  InputParameter.whole("vocabulary", "words that there are", 8192, 25_600, 793_470),
                  InputParameter.whole("texts", "that are read at once", 4, 4, 128),
                  InputParameter.whole("width", "of embeddings and projections", 64, 64, 1024),
                  InputParameter.whole("hidden", "width of layers", 256, 256, 8192),
                  InputParameter.whole("samples", "of the vocabulary in a step", 512, 512, 8192),
                  InputParameter.whole("steps", "of training", 2)),
              settings ->
                  new KernelLstm(
                      new BigLstm.Extent(
                          settings.whole("vocabulary", 16, 1_000_000),
                          settings.whole("texts", 1, 1024),
                          20,
                          settings.whole("width", 1, 1024),
                          settings.whole("hidden", 1, 8192),
                          settings.whole("samples", 1, 8192)),
                      settings.whole("steps", 1, 1_000_000))));

  private TrainingKernels() {}

  public static List<CudaProgram> all() {
    return ALL;
  }

  /**
   * How large a network is.
   *
   * @param channels what those of all layers are divided by
   * @param images of a batch
   * @param dense what the outputs of inner dense layers are divided by
   */
  private record Size(int channels, int images, int dense) {}

  /** Images of a batch in the literature, and their pixels across and down. */
  private record Batch(int images, int pixels) {}

  private static CudaProgram program(ImageNetwork network, Size quick, Size full, Batch paper) {
    return new CudaProgram(
        network.program() + "-cuda",
        network.published(),
        "steps of training the network of that name",
        "each layer's data, gradients, weights and history, from what the device's had, to a"
            + " ten-thousandth of each array's norm",
        new PtxResource(TrainingKernels.class, "layers"),
        List.of(
            InputParameter.whole(
                "images", "of a batch", quick.images(), full.images(), paper.images()),
            InputParameter.whole(
                "channels", "divides those of all layers", quick.channels(), full.channels(), 1),
            InputParameter.whole(
                "dense", "divides outputs of inner dense layers", quick.dense(), full.dense(), 1),
            InputParameter.whole(
                "pixels", "across and down an image, 64 to 320", 64, 64, paper.pixels()),
            InputParameter.whole("batches", "of images that are held", 1, 1, 4),
            InputParameter.choice(
                "memory",
                "each array is an allocation, as in Caffe, or a range of a pool, as in PyTorch",
                "separate",
                "pooled"),
            InputParameter.choice(
                "convolution",
                "reads windows where they lie, or unfolds them into a matrix, as Caffe without"
                    + " cuDNN",
                "implicit",
                "unfolded"),
            InputParameter.whole("steps", "of training", 2)),
        settings ->
            new KernelTraining(
                network.of(TrainingPrograms.scale(settings)),
                network.mean(),
                RATE,
                settings.whole("steps", 1, 1_000_000),
                LayerBuffers.Place.named(settings.word("memory")),
                ConvolutionKernels.Method.named(settings.word("convolution"))));
  }
}
