package dev.magpie.cli.exec;

import dev.magpie.cuda.CudaExecution;
import dev.magpie.cuda.runtime.DeviceHost;
import dev.magpie.job.Checks;
import dev.magpie.job.Launcher;
import dev.magpie.job.OutputFiles;
import dev.magpie.job.Program;
import dev.magpie.job.RunResult;
import dev.magpie.job.RunTotals;
import dev.magpie.job.SnapshotDirectory;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.Launch;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.ptx.LaunchResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A program of CUDA that is executed, and what its kernels did. */
final class ExecutedProgram implements Program {
  private final String name;
  private final List<String> command;
  private final CudaExecution execution;
  private final Checks checks;
  private final @Nullable SnapshotDirectory snapshots;
  private final Consumer<String> say;
  private final RunTotals totals = new RunTotals();
  private boolean isTimed;
  private int status;

  /**
   * A program.
   *
   * @param name what results call it
   * @param command which executes it
   * @param snapshots takes what is allocated; null if nobody wants it
   * @param say is told what the user should know
   */
  ExecutedProgram(
      String name,
      List<String> command,
      CudaExecution execution,
      Checks checks,
      @Nullable SnapshotDirectory snapshots,
      Consumer<String> say) {
    this.name = name;
    this.command = List.copyOf(command);
    this.execution = execution;
    this.checks = checks;
    this.snapshots = snapshots;
    this.say = say;
  }

  @Override
  public String name() {
    return name;
  }

  /** Its exit status. */
  int status() {
    return status;
  }

  /** What its launches have done. */
  RunResult result() {
    return totals.result();
  }

  long launches() {
    return totals.launches();
  }

  @Override
  public void begin(OutputFiles outputs) {
    // It writes what it writes itself.
  }

  @Override
  public void execute(Function<Device, Launcher> on) {
    try {
      status =
          execution.run(new ProcessBuilder(command).inheritIO(), device -> new Host(device, on));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String finish() {
    return "";
  }

  @Override
  public String commit() throws IOException {
    if (snapshots == null) {
      return "";
    }
    snapshots.commit();
    return "wrote %d snapshots into %s".formatted(snapshots.count(), snapshots.place());
  }

  @Override
  public void close() {
    if (snapshots != null) {
      snapshots.close();
    }
  }

  /** Executes the launches of one process's device. */
  private final class Host implements DeviceHost {
    private final Device device;
    private final Function<Device, Launcher> on;

    /** Made with the first launch, when there is memory. */
    private @Nullable Launcher launcher;

    /** Of the last launch, among those of all processes. */
    private long number;

    /** The launcher's clock when it was made: until then, this clock stands still. */
    private double start;

    Host(Device device, Function<Device, Launcher> on) {
      this.device = device;
      this.on = on;
      device.tellHostWrites(checks::written);
    }

    private Launcher launcher() {
      Launcher made = launcher;
      if (made == null) {
        synchronized (ExecutedProgram.this) {
          made = isTimed ? device::launch : on.apply(device);
          if (isTimed) {
            say.accept(
                "another process of the command launches kernels: they are executed, and not timed;"
                    + " one GPU is");
          }
          isTimed |= made.observesWrites();
        }
        start = made.seconds();
        launcher = made;
      }
      return made;
    }

    @Override
    public void allocated(DeviceBuffer buffer) {
      checks.unwritten(buffer);
    }

    @Override
    public void launch(Launch launch, LaunchOptions options) {
      LaunchResult result = launcher().launch(launch, checks.begin(options));
      checks.end();
      synchronized (ExecutedProgram.this) {
        totals.add(result);
        number = totals.launches();
      }
    }

    @Override
    public void launched(Collection<DeviceBuffer> live) {
      if (snapshots != null) {
        synchronized (ExecutedProgram.this) {
          snapshots.after(number, live);
        }
      }
    }

    @Override
    public double seconds() {
      return launcher == null ? 0 : launcher.seconds() - start;
    }

    @Override
    public boolean observesWrites() {
      return launcher().observesWrites() || checks.areAny();
    }

    @Override
    public void say(String line) {
      say.accept(line);
    }
  }
}
