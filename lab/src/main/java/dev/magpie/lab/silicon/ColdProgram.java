package dev.magpie.lab.silicon;

import dev.magpie.codec.Codecs;
import dev.magpie.gpu.SimulationResult.Launch;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.lab.run.ProgramVersion;
import dev.magpie.lab.study.ProgramRecording;
import dev.magpie.ptx.Device;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.kernel.KernelPrograms;
import dev.magpie.workload.mag.MagPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program on a simulated GPU without compression, every launch with cold caches.
 *
 * @param settings what is not as in its full size
 */
record ColdProgram(String name, Map<String, String> settings, String gpu) {
  /** Which code a run depends on. */
  static final String VERSION =
      ProgramVersion.digest(
          List.of(TimedGpu.class, Device.class, Codecs.class, CudaProgram.class),
          ColdProgram.class);

  /** Everything that decides the result. */
  String measurement() {
    return "cold %s %s, %s".formatted(name, settings, gpu);
  }

  /** Its launches, when its result is checked. */
  List<Launch> launches() {
    CudaProgram program =
        Stream.of(KernelPrograms.all(), MagPrograms.all())
            .flatMap(List::stream)
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();
    CudaProgram.Run run =
        program
            .start()
            .apply(Settings.of(program.parameters(), InputParameter.Size.FULL, settings));
    try {
      List<Launch> launches =
          ProgramRecording.execute(
              program,
              run,
              new Device(),
              TimedGpu.builder(GpuConfigs.named(gpu).orElseThrow()).coldCaches(),
              timed -> timed.gpu().result("program", name).launches());
      run.check();
      return launches;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
