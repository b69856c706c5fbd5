package dev.magpie.workload.training;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Scale;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The training runs. To add one, write its class and add it here. */
public final class TrainingPrograms {
  private static final String CHECK = "mean loss of the last tenth";

  private static final List<ImageProgram> IMAGES =
      List.of(
          new ImageProgram(
              ImageNetwork.ALEXNET,
              "five convolutions with local response normalisation, three dense layers",
              new Sizes(
                  4, whole(16, 32, 256), whole(163, 227, 227), whole(32, 8, 1), whole(40, 150)),
              0.005),
          new ImageProgram(
              ImageNetwork.SQUEEZENET,
              "eight fire modules of narrow and wide convolutions",
              new Sizes(4, whole(8, 16, 32), whole(161, 227, 227), whole(1, 1, 1), whole(100, 400)),
              0.004),
          new ImageProgram(
              ImageNetwork.VGG16,
              "thirteen convolutions of three by three, three dense layers",
              new Sizes(8, whole(8, 8, 64), whole(96, 160, 224), whole(20, 10, 1), whole(60, 200)),
              0.001),
          new ImageProgram(
              ImageNetwork.RESNET50,
              "sixteen bottlenecks around shortcuts, with batch normalisation",
              new Sizes(8, whole(8, 12, 32), whole(96, 128, 224), whole(1, 1, 1), whole(80, 400)),
              0.005),
          new ImageProgram(
              ImageNetwork.INCEPTION,
              "ten modules of parallel branches, with batch normalisation",
              new Sizes(8, whole(8, 16, 32), whole(96, 128, 224), whole(1, 1, 1), whole(80, 400)),
              0.01));

  private static final List<SeriesProgram> ALL =
      Stream.concat(
              IMAGES.stream().map(ImageProgram::program),
              Stream.of(
                  new SeriesProgram(
                      "biglstm",
                      SeriesProgram.Kind.TRAINING,
                      "BigLSTM",
                      "a language model of two layers with projections; sampled softmax, Adagrad",
                      CHECK,
                      List.of(
                          whole(80, 1000).parameter("steps", "of training"),
                          whole(16, 16, 1)
                              .parameter("scale", "divides all widths, words and samples")),
                      settings ->
                          new BigLstm(
                              extent(settings.whole("scale", 1, 128)),
                              settings.whole("steps", 10, 1_000_000)))))
          .toList();

  private TrainingPrograms() {}

  public static List<SeriesProgram> all() {
    return ALL;
  }

  /** The networks that read images as published, for one image; by the names of their programs. */
  public static List<Network> publishedNetworks() {
    return IMAGES.stream().map(ImageProgram::published).toList();
  }

  /** BigLSTM as published. */
  public static BigLstmShape publishedBigLstm() {
    BigLstm.Extent extent = extent(1);
    return new BigLstmShape(
        extent.vocabulary(), extent.time(), extent.width(), extent.hidden(), extent.samples());
  }

  /** As published: a million words, and two layers of 8192 with projections to 1024. */
  private static BigLstm.Extent extent(int scale) {
    return new BigLstm.Extent(
        793_470 / scale, 128 / scale, 20, 1024 / scale, 8192 / scale, 8192 / scale);
  }

  /** A whole number for each size of run. */
  private record Whole(int quick, int full, int paper) {
    InputParameter parameter(String name, String description) {
      return InputParameter.whole(name, description, quick, full, paper);
    }
  }

  private static Whole whole(int quick, int full, int paper) {
    return new Whole(quick, full, paper);
  }

  private static Whole whole(int quick, int full) {
    return new Whole(quick, full, full);
  }

  /**
   * How large a network is.
   *
   * @param channels what those of all layers are divided by
   * @param images of a batch
   * @param dense what the outputs of inner dense layers are divided by
   */
  private record Sizes(int channels, Whole images, Whole pixels, Whole dense, Whole steps) {
    List<InputParameter> parameters() {
      return List.of(
          steps.parameter("steps", "of training"),
          images.parameter("images", "of a batch"),
          pixels.parameter("pixels", "across and down an image, 64 to 320"),
          whole(channels, channels, 1).parameter("channels", "divides those of all layers"),
          dense.parameter("dense", "divides outputs of inner dense layers"),
          whole(1, 1, 4).parameter("batches", "of images that are held"),
          whole(0, 0, 0).parameter("idle", "hypothesis: percent of memory that nobody uses"),
          whole(0, 0, 0)
              .parameter("sparsity", "hypothesis: percent of zeros that rectifiers leave"));
    }
  }

  static Scale scale(Settings settings) {
    return new Scale(
        settings.whole("images", 1, 4096),
        settings.whole("pixels", 64, 320),
        settings.whole("channels", 1, 16),
        settings.whole("dense", 1, 128),
        settings.whole("batches", 1, 16));
  }

  /** Trains a network that reads images. */
  private record ImageProgram(ImageNetwork network, String summary, Sizes sizes, double rate) {
    SeriesProgram program() {
      return new SeriesProgram(
          network.program(),
          SeriesProgram.Kind.TRAINING,
          network.published(),
          summary,
          CHECK,
          sizes.parameters(),
          settings ->
              new ImageTraining(
                  network.of(scale(settings)),
                  network.mean(),
                  rate,
                  settings.whole("steps", 10, 1_000_000),
                  settings.whole("idle", 0, 90) / 100.0,
                  settings.whole("sparsity", 0, 99) / 100.0));
    }

    Network published() {
      Map<String, String> one = Map.of("images", "1", "batches", "1");
      return network.of(scale(Settings.of(sizes.parameters(), InputParameter.Size.PAPER, one)));
    }
  }
}
