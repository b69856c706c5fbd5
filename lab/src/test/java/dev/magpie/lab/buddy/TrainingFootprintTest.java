package dev.magpie.lab.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Footprints of the published networks against what others have counted. */
class TrainingFootprintTest {
  /**
   * Bytes of all values of an image in millions, as cs231n.github.io/convolutional-networks has.
   */
  private static final double VGG16_VALUES = 15.2;

  private static TrainingFootprint of(String network) {
    return TrainingFootprint.all().stream()
        .filter(each -> each.network().equals(network))
        .findFirst()
        .orElseThrow();
  }

  /** AlexNet's is Caffe's, with groups; without, it has 61.1 million. */
  @Test
  void parametersAreThePublishedOnes() {
    Map.of("alexnet", 60.97, "vgg16", 138.36, "resnet50", 25.56, "squeezenet", 1.24)
        .forEach((network, millions) ->
            assertThat(of(network).parameters() / 1e6)
                .as(network)
                .isCloseTo(millions, within(0.01)));
  }

  @Test
  void whatVgg16KeepsIsWhatOthersHaveCounted() {
    double gradients = 2 * 64 * 224 * 224 / 1e6;
    double masks =
        (64 * 112 * 112 + 128 * 56 * 56 + 256 * 28 * 28 + 512 * 14 * 14 + 512 * 49) / 1e6;
    double dropped = 2 * 4096 / 1e6;
    double probabilities = 1000 / 1e6;
    assertThat(of("vgg16").perItem() / 1e6 - gradients - masks - dropped - probabilities)
        .isCloseTo(VGG16_VALUES, within(0.1));
  }

  /** The first layer of the second stage has 128 filters over 64 channels, but 112 rows. */
  @Test
  void theWorkspaceIsOneUnrolledImage() {
    assertThat(of("vgg16").workspaceBytes()).isEqualTo(4L * 64 * 9 * 224 * 224);
    assertThat(of("biglstm").workspaceBytes()).isZero();
  }

  /** docs/workloads.md: megabytes of four Caffe processes; each held four batches of images. */
  @Test
  void whatIsHeldIsWhatCaffeHolds() {
    assertCaffe("alexnet", 256, 227, 4566);
    assertCaffe("squeezenet", 32, 227, 1397);
    assertCaffe("vgg16", 64, 224, 9933);
    assertCaffe("resnet50", 32, 224, 11444);
  }

  private static void assertCaffe(String network, long batch, int pixels, double megabytes) {
    double threeBatches = 3.0 * batch * 3 * pixels * pixels * 4;
    assertThat((of(network).held().bytes(batch) + threeBatches) / 1e6)
        .as(network)
        .isCloseTo(megabytes, within(1.0));
  }

  @Test
  void theMostThatFitsFitsAndOneMoreDoesNot() {
    for (TrainingFootprint each : TrainingFootprint.all()) {
      long most = each.mostIn(24e9);
      assertThat(each.bytes(most)).isLessThanOrEqualTo(24_000_000_000L);
      assertThat(each.bytes(most + 1)).isGreaterThan(24_000_000_000L);
      assertThat(each.knee() * each.itemBytes()).isGreaterThanOrEqualTo(each.fixedBytes());
      assertThat((each.knee() - 1) * each.itemBytes()).isLessThan(each.fixedBytes());
    }
    assertThat(of("biglstm").mostIn(TitanV.MEMORY_BYTES)).isZero();
  }
}
