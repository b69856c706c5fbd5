package dev.magpie.job;

import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;

/** Executes launches, each to its end. */
@FunctionalInterface
public interface Launcher {
  LaunchResult launch(Launch launch, LaunchOptions options);

  /** Seconds that have passed on the device, from any moment on: here, those of the host. */
  default double seconds() {
    return System.nanoTime() / 1e9;
  }

  /** Whether it must be told what the host writes. */
  default boolean observesWrites() {
    return false;
  }
}
