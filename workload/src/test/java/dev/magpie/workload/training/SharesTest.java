package dev.magpie.workload.training;

import static dev.magpie.workload.network.Buffer.Kind.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.network.Buffer;
import dev.magpie.workload.network.Network;
import dev.magpie.workload.network.Networks;
import dev.magpie.workload.network.Scale;
import dev.magpie.workload.series.SeriesProgram;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Scaled-down networks have the shares of bytes of those that they stand for. */
class SharesTest {
  private static final Map<String, Function<Scale, Network>> NETWORKS =
      Map.of(
          "alexnet", Networks::alexNet,
          "squeezenet", Networks::squeezeNet,
          "vgg16", Networks::vgg16,
          "resnet50", Networks::resNet50,
          "inception", Networks::inception);

  /** Megabytes of a Caffe process, and percent of its bytes, as measured. */
  static Stream<Arguments> measured() {
    return Stream.of(
        Arguments.of(
            "alexnet",
            4565,
            Map.of(
                Set.of(CONVOLUTION_DATA), 14.6,
                Set.of(CONVOLUTION_DIFF), 14.6,
                Set.of(LRN_DATA), 10.7,
                Set.of(LRN_DIFF), 10.7,
                Set.of(LRN_SCALE), 10.7,
                Set.of(POOL_DATA), 2.7,
                Set.of(POOL_MASK), 2.7,
                Set.of(INPUT), 13.9,
                Set.of(WEIGHT), 5.3,
                Set.of(HISTORY), 5.3)),
        Arguments.of(
            "squeezenet",
            1397,
            Map.of(
                Set.of(CONVOLUTION_DATA), 25.3,
                Set.of(CONVOLUTION_DIFF), 25.3,
                Set.of(SPLIT_DIFF), 3.6,
                Set.of(CONCAT_DATA), 14.3,
                Set.of(CONCAT_DIFF), 14.3,
                Set.of(POOL_MASK), 3.2,
                Set.of(INPUT), 5.7,
                Set.of(WEIGHT), 0.4,
                Set.of(DROPOUT), 0.9)),
        Arguments.of(
            "vgg16",
            9933,
            Map.of(
                Set.of(CONVOLUTION_DATA), 34.9,
                Set.of(CONVOLUTION_DIFF), 34.9,
                Set.of(POOL_DATA), 3.9,
                Set.of(POOL_MASK), 3.9,
                Set.of(INPUT), 1.6,
                Set.of(WEIGHT), 5.6,
                Set.of(WEIGHT_DIFF), 5.6)),
        Arguments.of(
            "resnet50",
            11444,
            Map.of(
                Set.of(CONVOLUTION_DATA), 4.0 + 7.9,
                Set.of(CONVOLUTION_DIFF), 11.8,
                Set.of(NORM_DATA), 11.8,
                Set.of(NORM_DIFF), 11.8,
                Set.of(NORM_TEMP), 11.8,
                Set.of(SCALE_TEMP), 11.8,
                Set.of(ELTWISE_DATA), 6.2,
                Set.of(ELTWISE_DIFF, SPLIT_DIFF), 6.2 + 12.6,
                Set.of(INPUT), 0.7,
                Set.of(WEIGHT), 0.9)));
  }

  @ParameterizedTest
  @MethodSource
  void measured(String name, int megabytes, Map<Set<Buffer.Kind>, Double> shares) {
    Map<Buffer.Kind, Long> real = bytes(name, InputParameter.Size.PAPER);
    assertThat(total(real) / 1e6).isCloseTo(megabytes, within(2.0));
    shares.forEach((kinds, share) ->
        assertThat(kinds.stream().mapToDouble(kind -> share(real, kind)).sum())
            .as("%s of %s", kinds, name)
            .isCloseTo(share, within(0.15)));
  }

  @ParameterizedTest
  @EnumSource(names = {"QUICK", "FULL"})
  void scaledNetworksHaveTheSharesOfReal(InputParameter.Size size) {
    NETWORKS
        .keySet()
        .forEach(name -> {
          Map<Buffer.Kind, Long> real = bytes(name, InputParameter.Size.PAPER);
          Map<Buffer.Kind, Long> scaled = bytes(name, size);
          for (Buffer.Kind kind : EnumSet.allOf(Buffer.Kind.class)) {
            assertThat(share(scaled, kind))
                .as("%s of %s", kind, name)
                .isCloseTo(share(real, kind), within(2.0));
          }
        });
  }

  /** Published numbers of weights, in millions. */
  @Test
  void realNetworksHaveThePublishedWeights() {
    Map<String, Double> published =
        Map.of("alexnet", 60.97, "squeezenet", 1.24, "vgg16", 138.36, "resnet50", 25.56);
    published.forEach((name, millions) ->
        assertThat(bytes(name, InputParameter.Size.PAPER).getOrDefault(WEIGHT, 0L) / 4e6)
            .as(name)
            .isCloseTo(millions, within(0.01)));
  }

  private static Map<Buffer.Kind, Long> bytes(String name, InputParameter.Size size) {
    SeriesProgram program = SeriesPrograms.find(name).orElseThrow();
    Scale scale = TrainingPrograms.scale(Settings.of(program.parameters(), size, Map.of()));
    List<Buffer> buffers = Buffer.of(NETWORKS.getOrDefault(name, Networks::alexNet).apply(scale));
    return Buffer.bytes(buffers);
  }

  private static long total(Map<Buffer.Kind, Long> bytes) {
    return bytes.values().stream().mapToLong(each -> each).sum();
  }

  private static double share(Map<Buffer.Kind, Long> bytes, Buffer.Kind kind) {
    return 100.0 * bytes.getOrDefault(kind, 0L) / total(bytes);
  }
}
