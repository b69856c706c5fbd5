package dev.magpie.cli.silicon;

import dev.magpie.gpu.silicon.LaunchTimes;
import dev.magpie.gpu.silicon.SiliconDevice;
import dev.magpie.gpu.silicon.SiliconGpu;
import java.util.List;

/**
 * What a program's launches took on a real GPU.
 *
 * @param clockMegahertz of the multiprocessors when the last launch had ended, as measured
 * @param runs of each launch, every time with the same memory and cold caches
 * @param emptyLaunch what a launch takes that does nothing, in microseconds
 */
record SiliconResult(
    String program,
    SiliconGpu gpu,
    double clockMegahertz,
    int runs,
    double emptyLaunch,
    List<Timed> launches) {

  /** One launch; times in microseconds. */
  record Timed(
      int number,
      String kernel,
      String grid,
      String block,
      double median,
      double least,
      double most) {
    static Timed of(LaunchTimes times) {
      return new Timed(
          times.number(),
          times.kernel(),
          times.grid().toString(),
          times.block().toString(),
          times.median(),
          times.least(),
          times.most());
    }
  }

  /** All that a device has timed. */
  static SiliconResult of(String program, SiliconDevice device, int runs) {
    return new SiliconResult(
        program,
        device.gpu(),
        device.clockMegahertz(),
        runs,
        runs == 0 ? 0 : device.emptyLaunch().median(),
        device.times().stream().map(Timed::of).toList());
  }
}
