package dev.magpie.workload.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code gtx580-gpgpusim3} against GPGPU-Sim, SM2_GTX480 with 16 multiprocessors at 822 MHz and
 * memory at 1002 MHz.
 */
class GpgpuSimCyclesTest {
  @ParameterizedTest
  @CsvSource({"vector-add, elements, 1048576, 93623", "transpose, side, 1024, 92183"})
  void cyclesAreNearThoseOfGpgpuSim(String name, String parameter, String value, long cycles) {
    CudaProgram program =
        KernelPrograms.all().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    CudaProgram.Run run =
        program
            .start()
            .apply(
                Settings.of(
                    program.parameters(), InputParameter.Size.QUICK, Map.of(parameter, value)));
    Device device = new Device();
    TimedDevice timed =
        TimedGpu.builder(GpuConfigs.named("gtx580-gpgpusim3").orElseThrow()).build(device);
    run.execute(
        new Host(
            device,
            device.load(name, program.ptx().text()),
            launch -> timed.launch(launch, LaunchOptions.DEFAULT)));
    assertThat(timed.gpu().cycle()).isCloseTo(cycles, withinPercentage(10));
  }
}
