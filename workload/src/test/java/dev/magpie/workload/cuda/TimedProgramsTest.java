package dev.magpie.workload.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.buddy.BuddyPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program computes the same on a GPU whose time is simulated. */
class TimedProgramsTest {
  /** What they leave beside their results depends on the order of atomics. */
  private static final Set<String> ORDERED_BY_TIME = Set.of("breadth-first", "mst");

  static Stream<CudaProgram> programs() {
    return Stream.of(KernelPrograms.all(), MagPrograms.all(), BuddyPrograms.all())
        .flatMap(List::stream);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void memoryIsThatOfAFunctionalRun(CudaProgram program) {
    CudaProgram.Run run =
        program
            .start()
            .apply(Settings.of(program.parameters(), InputParameter.Size.QUICK, Map.of()));
    Device timed = new Device();
    GpuConfig config = GpuConfigs.named("gtx580").orElseThrow();
    TimedDevice launcher = TimedGpu.builder(config).build(timed);
    execute(program, run, timed, launcher);
    run.check();
    assertThat(launcher.gpu().counts().warpInstructions()).isPositive();
    if (ORDERED_BY_TIME.contains(program.name())) {
      return;
    }

    Device functional = new Device();
    String ptx = program.ptx().text();
    run.execute(
        new Host(
            functional, functional.load(program.name(), ptx), launch -> functional.launch(launch)));
    for (DeviceBuffer buffer : functional.buffers().values()) {
      DeviceBuffer other = Objects.requireNonNull(timed.buffers().get(buffer.name()));
      assertThat(buffer.memory().mismatch(other.memory())).as(buffer.name()).isEqualTo(-1);
    }
  }

  private static void execute(
      CudaProgram program, CudaProgram.Run run, Device device, TimedDevice launcher) {
    run.execute(
        new Host(
            device,
            device.load(program.name(), program.ptx().text()),
            launch -> launcher.launch(launch, LaunchOptions.DEFAULT)));
  }
}
