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
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.ptx.ir.Variable;
import dev.magpie.snapshot.SnapshotException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs a job on a device. */
final class JobRunner {
  /** Characters of a structure in a message. */
  private static final int MOST_SHOWN = 500;

  private final Job job;
  private final Device device = new Device();
  private final Map<String, DeviceBuffer> buffers = new LinkedHashMap<>();
  private final RunTotals totals = new RunTotals();
  private final LaunchOptions options;
  private final JobModules modules;
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
    modules = new JobModules(device, job);
    try (BufferContents contents = new BufferContents(device, new JobScope(buffers, 0))) {
      job.buffers().forEach((name, buffer) -> buffers.put(name, allocate(contents, name, buffer)));
    }
    for (Job.Step step : job.steps()) {
      switch (step) {
        case LaunchStep launch -> check(launch);
        case LoopStep loop -> {
          Job.times(loop.most(), scope(0));
          check(loop.at(), loop.until());
          loop.reset().forEach((name, number) -> checkReset(loop, name, number));
          loop.launches().forEach(this::check);
        }
      }
    }
  }

  private DeviceBuffer allocate(BufferContents contents, String name, Job.Buffer buffer) {
    try {
      DeviceBuffer made = contents.allocate(name, buffer);
      if (buffer instanceof Job.Buffer.Unwritten) {
        checks.unwritten(made);
      }
      return made;
    } catch (PtxException | SnapshotException e) {
      throw new JobException("%s: %s".formatted(buffer.at(), e.getMessage()), e);
    }
  }

  private JobScope scope(long iteration) {
    return new JobScope(buffers, iteration);
  }

  private DeviceBuffer buffer(String name) {
    DeviceBuffer buffer = buffers.get(name);
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
    long index = Job.index(until.index(), scope(0));
    if (index >= elements) {
      throw new JobException(
          "%s: until: '%s' has %d elements, and index %d is beyond them"
              .formatted(at, until.buffer(), elements, index));
    }
    until.equals().bits(buffer.dtype(), scope(0));
  }

  private void checkReset(LoopStep loop, String name, Formula number) {
    DeviceBuffer buffer = buffer(name);
    if (buffer.bytes() == 0) {
      throw new JobException("%s: reset: '%s' is empty".formatted(loop.at(), name));
    }
    number.bits(buffer.dtype(), scope(0));
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
    long most = Job.times(loop.most(), scope(0));
    for (long i = 0; i < most; i++) {
      loop.reset()
          .forEach((name, number) -> {
            DeviceBuffer buffer = buffer(name);
            long bits = number.bits(buffer.dtype(), scope(0));
            Numbers.set(buffer.memory(), 0, buffer.dtype().bytes(), bits);
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
    fail(loop.at(), most, loop.until());
  }

  private void repeat(LaunchStep step, long iteration) {
    Launch launch = launch(step, iteration);
    long repeat = Job.times(step.repeat(), scope(iteration));
    for (long i = 0; i < repeat; i++) {
      execute(launch);
      if (holds(step.until())) {
        return;
      }
    }
    fail(step.at(), repeat, step.until());
  }

  private void fail(String at, long times, @Nullable Condition until) {
    if (until != null) {
      throw new NotConvergedException(
          "%s: after %d times '%s' at %d is still not %s"
              .formatted(
                  at,
                  times,
                  until.buffer(),
                  Job.index(until.index(), scope(0)),
                  until.equals().text()));
    }
  }

  private boolean holds(@Nullable Condition until) {
    if (until == null) {
      return false;
    }
    DeviceBuffer buffer = buffer(until.buffer());
    copied(buffer, Direction.TO_HOST);
    return Numbers.equal(
        buffer.memory(),
        Job.index(until.index(), scope(0)),
        buffer.dtype(),
        until.equals().bits(buffer.dtype(), scope(0)));
  }

  /** The host copies an element, to look at it or to set it. */
  private void copied(DeviceBuffer buffer, Direction direction) {
    device.copied(new HostCopy(direction, buffer.dtype().bytes()));
  }

  private Launch launch(LaunchStep step, long iteration) {
    Kernel kernel = modules.kernel(step);
    JobScope scope = scope(iteration);
    List<Argument> arguments = new ArrayList<>();
    for (int i = 0; i < step.arguments().size(); i++) {
      if (step.arguments().get(i) instanceof JobArgument.Structure structure
          && i < kernel.parameters().size()) {
        check(kernel, i, structure);
      }
      arguments.add(step.arguments().get(i).argument(scope));
    }
    return new Launch(kernel, step.grid(scope), step.block(scope), step.shared(scope), arguments);
  }

  /** A structure that is not the parameter's shows where its members lie. */
  private static void check(Kernel kernel, int index, JobArgument.Structure structure) {
    Variable parameter = kernel.parameters().get(index);
    boolean isLarger = structure.alignment() > parameter.alignment();
    if (structure.bytes() != parameter.bytes() || isLarger) {
      throw new PtxException(
          "kernel %s: argument %d is a structure of %d bytes aligned to %d, and the parameter has %d"
                  .formatted(
                      kernel.shortName(),
                      index + 1,
                      structure.bytes(),
                      structure.alignment(),
                      parameter.bytes())
              + " aligned to %d: %s"
                  .formatted(parameter.alignment(), shortened(structure.shown())));
    }
  }

  /** Structures in structures, of long expressions, are more than a line. */
  private static String shortened(String layout) {
    return layout.length() <= MOST_SHOWN ? layout : layout.substring(0, MOST_SHOWN) + "...";
  }

  private void execute(Launch launch) {
    LaunchResult result = launcher.launch(launch, checks.begin(options));
    checks.end();
    totals.add(result);
    if (snapshots != null) {
      snapshots.after(totals.launches(), buffers.values());
    }
  }
}
