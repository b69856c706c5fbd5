package dev.magpie.lab.sweep;

import dev.magpie.gpu.TimedDevice;
import dev.magpie.job.Launcher;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;

/**
 * Executes the launches of a program on a timed GPU, whose time it has.
 *
 * @param before each launch
 */
public record TimedLauncher(TimedDevice device, Runnable before) implements Launcher {
  /** One that does nothing else. */
  public TimedLauncher(TimedDevice device) {
    this(device, () -> {});
  }

  @Override
  public LaunchResult launch(Launch launch, LaunchOptions options) {
    before.run();
    return device.launch(launch, options);
  }

  @Override
  public double seconds() {
    return device.gpu().cycle() / (device.gpu().config().clockMegahertz() * 1e6);
  }

  @Override
  public boolean observesWrites() {
    return true;
  }
}
