package dev.magpie.job;

import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;

/** Executes launches, each to its end. */
@FunctionalInterface
public interface Launcher {
  LaunchResult launch(Launch launch, LaunchOptions options);
}
