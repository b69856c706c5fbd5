package dev.magpie.cuda.runtime;

import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import java.util.Collection;

/** Who executes the launches of a program, and has its device's clock. */
public interface DeviceHost {
  /** There is memory that nobody has written yet. */
  void allocated(DeviceBuffer buffer);

  /** Executes a launch to its end. */
  void launch(Launch launch, LaunchOptions options);

  /** The launch has ended, and left this in the device's memory. */
  void launched(Collection<DeviceBuffer> live);

  /** Seconds of the device's clock. */
  double seconds();

  /** Whether it must know when the program changes memory that it shares with the device. */
  boolean observesWrites();

  /** Tells the user something. */
  void say(String line);
}
