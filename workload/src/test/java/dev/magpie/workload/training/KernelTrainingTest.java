package dev.magpie.workload.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.Host;
import dev.magpie.workload.cuda.WrongResultException;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels take the steps that plain Java takes. */
class KernelTrainingTest {
  /** So few images that batch normalisation makes much of a value that is near zero. */
  private static final Map<String, String> SMALL =
      Map.of("channels", "16", "images", "2", "dense", "16", "steps", "2");

  private static final String LANGUAGE = "biglstm-cuda";

  static Stream<CudaProgram> programs() {
    return TrainingKernels.all().stream().filter(each -> !each.name().equals(LANGUAGE));
  }

  /** Where all rows fit a tile, and where some are outside. */
  @ParameterizedTest
  @CsvSource({"4, 16, 64, 48", "7, 10, 36, 33"})
  void stepsOfALanguageModelAreThoseOfPlainJava(
      String texts, String width, String hidden, String samples) {
    CudaProgram program =
        TrainingKernels.all().stream()
            .filter(each -> each.name().equals(LANGUAGE))
            .findFirst()
            .orElseThrow();
    CudaProgram.Run run =
        start(
            program,
            Map.of(
                "texts", texts,
                "width", width,
                "hidden", hidden,
                "samples", samples,
                "vocabulary", "500",
                "steps", "3"));
    Device device = new Device();
    run.execute(new Host(device, device.load("lstm.ptx", program.ptx().text()), device::launch));
    run.check();
    Device other = new Device();
    run.execute(
        new Host(
            other,
            other.load("lstm.ptx", program.ptx().text()),
            launch -> {
              if (!launch.kernel().name().equals("add_later")) {
                other.launch(launch);
              }
            }));
    assertThatThrownBy(run::check)
        .isInstanceOf(WrongResultException.class)
        .hasMessageContaining("of its norm");
  }

  private static CudaProgram.Run start(CudaProgram program, Map<String, String> settings) {
    return program
        .start()
        .apply(Settings.of(program.parameters(), InputParameter.Size.QUICK, settings));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void stepsAreThoseOfPlainJavaLayerByLayer(CudaProgram program) {
    CudaProgram.Run run = start(program, SMALL);
    Device device = new Device();
    run.execute(new Host(device, device.load("layers.ptx", program.ptx().text()), device::launch));
    run.check();
  }

  /** Convolutions unfolded, and in a pool, where ranges are another array's again and again. */
  @ParameterizedTest
  @MethodSource("programs")
  void unfoldedConvolutionsAreThose_andAPoolHoldsNoMoreThanAllArraysInWholeSegments(
      CudaProgram program) {
    Map<String, String> unfolded = Map.of("convolution", "unfolded");
    Map<String, String> inPool = Map.of("convolution", "unfolded", "memory", "pooled");
    Map<String, DeviceBuffer> separate = executed(program, unfolded).buffers();
    Map<String, DeviceBuffer> pooled = executed(program, inPool).buffers();
    assertThat(pooled.keySet())
        .anyMatch(name -> name.endsWith(".weight"))
        .contains("pool.0", "labels", "data.0")
        .noneMatch(name -> name.endsWith(".data") || name.endsWith(".columns"));
    long arrays = bytes(separate, name -> !pooled.containsKey(name));
    long inSegments = Math.ceilDiv(arrays, 2L << 20) << 21;
    // Of ResNet50 what is used again is more than what the last segment lacks.
    long most = program.name().equals("resnet50-cuda") ? arrays : inSegments;
    assertThat(bytes(pooled, name -> name.startsWith("pool."))).isLessThanOrEqualTo(most);
  }

  private static long bytes(Map<String, DeviceBuffer> buffers, Predicate<String> named) {
    return buffers.entrySet().stream()
        .filter(each -> named.test(each.getKey()))
        .mapToLong(each -> each.getValue().bytes())
        .sum();
  }

  /** A device after a run that was right. */
  private static Device executed(CudaProgram program, Map<String, String> changed) {
    Map<String, String> settings = new HashMap<>(SMALL);
    settings.putAll(changed);
    CudaProgram.Run run = start(program, settings);
    Device device = new Device();
    run.execute(new Host(device, device.load("layers.ptx", program.ptx().text()), device::launch));
    run.check();
    return device;
  }

  @Test
  void stepsOnATimedGpuAreThose_andAWrongOneIsFound() {
    CudaProgram program = TrainingKernels.all().getFirst();
    CudaProgram.Run run =
        start(program, Map.of("channels", "16", "images", "2", "batches", "2", "steps", "2"));
    Device device = new Device();
    try (TimedDevice timed =
        TimedGpu.builder(GpuConfigs.named("p100-quarter").orElseThrow()).build(device)) {
      run.execute(
          new Host(
              device,
              device.load("layers.ptx", program.ptx().text()),
              launch -> timed.launch(launch, LaunchOptions.DEFAULT)));
      assertThat(timed.gpu().cycle()).isPositive();
    }
    run.check();
    Device other = new Device();
    run.execute(
        new Host(
            other,
            other.load("layers.ptx", program.ptx().text()),
            launch -> {
              if (!launch.kernel().name().equals("rectify_back")) {
                other.launch(launch);
              }
            }));
    assertThatThrownBy(run::check)
        .isInstanceOf(WrongResultException.class)
        .hasMessageContaining("of its norm");
  }
}
