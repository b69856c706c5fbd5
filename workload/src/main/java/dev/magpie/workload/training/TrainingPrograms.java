package dev.magpie.workload.training;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.series.SeriesProgram;
import java.util.List;
import java.util.function.Function;

/** The training runs. To add one, write its class and add it here. */
public final class TrainingPrograms {
  private static final List<SeriesProgram> ALL =
      List.of(
          program(
              "convnet",
              "AlexNet, VGG16, SqueezeNet",
              "a convolutional net with batch normalisation; momentum",
              "mean loss of the last tenth",
              List.of(),
              _ -> ImageTraining.convolutionalNet()),
          program(
              "resnet",
              "ResNet50, Inception",
              "a net of residual blocks; Adam",
              "mean loss of the last tenth",
              List.of(),
              _ -> ImageTraining.residualNet()),
          program(
              "lstm",
              "BigLSTM",
              "a long short-term memory that predicts letters; Adam",
              "mean loss of the last tenth",
              List.of(),
              _ -> new TextTraining()));

  private TrainingPrograms() {}

  public static List<SeriesProgram> all() {
    return ALL;
  }

  private static SeriesProgram program(
      String name,
      String after,
      String summary,
      String check,
      List<InputParameter> parameters,
      Function<Settings, SeriesProgram.Running> start) {
    return new SeriesProgram(
        name, SeriesProgram.Kind.TRAINING, after, summary, check, parameters, start);
  }
}
