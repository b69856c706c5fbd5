package dev.magpie.job;

import dev.magpie.job.Job.Condition;
import dev.magpie.job.Job.LaunchStep;
import dev.magpie.job.Job.LoopStep;
import dev.magpie.ptx.Argument;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.HostCopy;
import dev.magpie.ptx.HostCopy.Direction;
import dev.magpie.ptx.Kernel;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import dev.magpie.ptx.Module;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.settings.InputFiles;
import dev.magpie.settings.IoReason;
import dev.magpie.snapshot.SnapshotException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs a job on a device. */
final class JobRunner {
  private static final String ITERATION = "$i";

  /** A library of kernels for many GPUs has some tens of MiB. */
  private static final int MOST_PTX_BYTES = 256 << 20;

  private final Job job;
  private final Device device = new Device();
  private final Map<String, DeviceBuffer> buffers = new LinkedHashMap<>();
  private final RunTotals totals = new RunTotals();
  private final LaunchOptions options;
  private final Module module;
  private @Nullable SnapshotDirectory snapshots;
  private final Checks checks;
  private Launcher launcher = device::launch;

  /**
   * Loads the module and the buffers, and checks all launches.
   *
   * @throws PtxException if the module or a launch is not as it must be
   */
  JobRunner(Job job, LaunchOptions options, Checks checks) {
    this.job = job;
    this.options = options;
    this.checks = checks;
    module = device.load(job.ptx().toString(), text(job));
    job.buffers()
        .forEach((name, contents) -> {
          try {
            BufferContents.allocate(device, name, contents);
          } catch (JobException | PtxException | SnapshotException e) {
            throw new JobException("%s: %s".formatted(contents.at(), e.getMessage()), e);
          }
          buffers.put(name, buffer(name));
          if (contents instanceof Job.Buffer.Unwritten) {
            checks.unwritten(buffer(name));
          }
        });
    for (Job.Step step : job.steps()) {
      switch (step) {
        case LaunchStep launch -> check(launch);
        case LoopStep loop -> {
          check(loop.at(), loop.until());
          loop.reset().forEach((name, number) -> checkReset(loop, name, number));
          loop.launches().forEach(this::check);
        }
      }
    }
  }

  private static String text(Job job) {
    try {
      return InputFiles.text(job.ptx(), MOST_PTX_BYTES);
    } catch (IOException e) {
      String problem =
          switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case CharacterCodingException _ -> "is not text, so it is not PTX";
            default -> "cannot be read: " + IoReason.of(e);
          };
      throw new JobException("%s: %s: %s".formatted(job.ptxAt(), job.ptx(), problem), e);
    }
  }

  private DeviceBuffer buffer(String name) {
    DeviceBuffer buffer = device.buffers().get(name);
    if (buffer == null) {
      throw new JobException("%s: no buffer is called '%s'".formatted(job.file(), name));
    }
    return buffer;
  }

  private void check(LaunchStep step) {
    try {
      device.check(launch(step, 0));
    } catch (PtxException e) {
      throw new JobException("%s: %s".formatted(step.at(), e.getMessage()), e);
    }
    check(step.at(), step.until());
  }

  private void check(String at, @Nullable Condition until) {
    if (until == null) {
      return;
    }
    DeviceBuffer buffer = buffer(until.buffer());
    long elements = buffer.bytes() / buffer.dtype().bytes();
    if (until.index() >= elements) {
      throw new JobException(
          "%s: until: '%s' has %d elements, and index %d is beyond them"
              .formatted(at, until.buffer(), elements, until.index()));
    }
    number(at, buffer, until.equals());
  }

  private void checkReset(LoopStep loop, String name, String number) {
    DeviceBuffer buffer = buffer(name);
    if (buffer.bytes() == 0) {
      throw new JobException("%s: reset: '%s' is empty".formatted(loop.at(), name));
    }
    number(loop.at(), buffer, number);
  }

  private static long number(String at, DeviceBuffer buffer, String number) {
    try {
      return Numbers.bits(buffer.dtype(), number);
    } catch (IllegalArgumentException e) {
      throw new JobException("%s: '%s': %s".formatted(at, buffer.name(), e.getMessage()), e);
    }
  }

  Map<String, DeviceBuffer> buffers() {
    return buffers;
  }

  RunResult result() {
    return totals.result();
  }

  /** Lets somebody else execute the launches. */
  void launchThrough(Function<Device, Launcher> other) {
    launcher = other.apply(device);
  }

  /** Executes all steps; snapshots go to a directory if there is one. */
  void run(@Nullable SnapshotDirectory directory) {
    snapshots = directory;
    for (Job.Step step : job.steps()) {
      switch (step) {
        case LaunchStep launch -> repeat(launch, 0);
        case LoopStep loop -> loop(loop);
      }
    }
  }

  private void loop(LoopStep loop) {
    for (long i = 0; i < loop.most(); i++) {
      loop.reset()
          .forEach((name, number) -> {
            DeviceBuffer buffer = buffer(name);
            Numbers.set(
                buffer.memory(), 0, buffer.dtype().bytes(), Numbers.bits(buffer.dtype(), number));
            device.wrote(buffer);
            copied(buffer, Direction.TO_DEVICE);
          });
      for (LaunchStep launch : loop.launches()) {
        repeat(launch, i);
      }
      if (holds(loop.until())) {
        return;
      }
    }
    fail(loop.at(), loop.most(), loop.until());
  }

  private void repeat(LaunchStep step, long iteration) {
    Launch launch = launch(step, iteration);
    for (long i = 0; i < step.repeat(); i++) {
      execute(launch);
      if (holds(step.until())) {
        return;
      }
    }
    fail(step.at(), step.repeat(), step.until());
  }

  private static void fail(String at, long times, @Nullable Condition until) {
    if (until != null) {
      throw new NotConvergedException(
          "%s: after %d times '%s' at %d is still not %s"
              .formatted(at, times, until.buffer(), until.index(), until.equals()));
    }
  }

  private boolean holds(@Nullable Condition until) {
    if (until == null) {
      return false;
    }
    DeviceBuffer buffer = buffer(until.buffer());
    copied(buffer, Direction.TO_HOST);
    return Numbers.equal(buffer.memory(), until.index(), buffer.dtype(), until.equals());
  }

  /** The host copies an element, to look at it or to set it. */
  private void copied(DeviceBuffer buffer, Direction direction) {
    device.copied(new HostCopy(direction, buffer.dtype().bytes()));
  }

  private Launch launch(LaunchStep step, long iteration) {
    Kernel kernel = module.kernel(step.kernel());
    List<Argument> arguments = new ArrayList<>();
    for (String argument : step.arguments()) {
      arguments.add(
          argument.startsWith("@")
              ? Argument.of(buffer(argument.substring(1)))
              : scalar(step, argument.replace(ITERATION, String.valueOf(iteration))));
    }
    return new Launch(kernel, step.grid(), step.block(), step.sharedBytes(), arguments);
  }

  private static Argument scalar(LaunchStep step, String argument) {
    try {
      return Numbers.argument(argument);
    } catch (IllegalArgumentException e) {
      throw new JobException(
          "%s: argument '%s': %s".formatted(step.at(), argument, e.getMessage()), e);
    }
  }

  private void execute(Launch launch) {
    LaunchResult result = launcher.launch(launch, checks.begin(options));
    checks.end();
    totals.add(result);
    if (snapshots != null) {
      snapshots.after(totals.launches(), buffers);
    }
  }
}
