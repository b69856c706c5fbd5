package dev.magpie.lab.study;

import dev.magpie.codec.Codecs;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.lab.run.ProgramVersion;
import dev.magpie.memory.layout.BandwidthMemory;
import dev.magpie.ptx.Device;
import dev.magpie.workload.cuda.CudaProgram;
import java.util.List;

/** Which code a simulation's result depends on; the figures drawn from it do not count. */
final class SimulatorVersion {
  static final String DIGEST =
      ProgramVersion.digest(
          List.of(
              TimedGpu.class, Device.class, Codecs.class, BandwidthMemory.class, CudaProgram.class),
          SimulatorVersion.class);

  private SimulatorVersion() {}
}
