package dev.magpie.lab.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A step's arithmetic against published counts, and its time in closed form. */
class TrainingStepTest {
  private static TrainingStep of(String network) {
    return TrainingStep.all().stream()
        .filter(each -> each.network().equals(network))
        .findFirst()
        .orElseThrow();
  }

  private static double flops(String network, long batch) {
    return of(network).kernels().apply(batch).stream()
        .mapToDouble(kernel -> kernel.blocks() * kernel.blockFlops())
        .sum();
  }

  /**
   * Multiplications of a forward pass: VGG16's are Simonyan and Zisserman's 15.5 G, ResNet50's He
   * et al.'s 3.8 G. A step has three times as many, two operations each; the first layer has no
   * gradient of its input, and tiles at edges compute more.
   */
  @Test
  void operationsAreThePublishedOnes() {
    Map.of("vgg16", 15.5, "resnet50", 3.8)
        .forEach((network, multiplications) ->
            assertThat(flops(network, 64) / 64 / 6e9)
                .as(network)
                .isBetween(0.97 * multiplications, 1.25 * multiplications));
  }

  @Test
  void biglstmMultipliesEachWeightByEachWord() {
    double layers = 2.0 * (8.0 * 1024 * 8192 + 8192.0 * 1024);
    double samples = 8192.0 * 1024;
    assertThat(flops("biglstm", 64) / 64 / 20 / 6).isCloseTo(layers + samples, within(1e6));
  }

  @Test
  void oneBlockMoreIsAWaveMore() {
    double wave = 2.0 * 64 * 64 * 1e4 * 80 / 14.9e12;
    TrainingKernel full = TrainingKernel.product(64, 80 * 64, 1e4, 1, 0);
    TrainingKernel more = TrainingKernel.product(64, 80 * 64 + 1, 1e4, 1, 0);

    assertThat(full.seconds()).isCloseTo(wave + 5e-6, within(1e-12));
    assertThat(more.seconds()).isCloseTo(2 * wave + 5e-6, within(1e-12));
    assertThat(TrainingKernel.moving(653e9 / 4).seconds()).isCloseTo(1 + 5e-6, within(1e-12));
  }

  @Test
  void nothingIsFasterThanThePeak() {
    for (TrainingStep step : TrainingStep.all()) {
      double flopsOfItem = flops(step.network(), 1024) / 1024;
      assertThat(step.throughput(1024)).isLessThan(14.9e12 / flopsOfItem);
    }
  }
}
