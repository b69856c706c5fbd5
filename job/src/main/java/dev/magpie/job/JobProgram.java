package dev.magpie.job;

import dev.magpie.ptx.Device;
import dev.magpie.ptx.DeviceBuffer;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A job with its module and buffers, and the files that take its results. */
public final class JobProgram implements Program {
  private final Job job;
  private final JobRunner runner;
  private final Map<DeviceBuffer, OutputStream> results = new LinkedHashMap<>();
  private @Nullable SnapshotDirectory snapshots;

  /**
   * Reads a job and all that it needs.
   *
   * @throws JobException if it is not as it must be
   */
  public JobProgram(Path file, LaunchOptions options) {
    this(file, options, new Checks(List.of()));
  }

  /**
   * The same, with something looked for in all launches.
   *
   * @throws JobException if the job is not as it must be
   */
  public JobProgram(Path file, LaunchOptions options, Checks checks) {
    job = JobFile.read(file);
    runner = new JobRunner(job, options, checks);
  }

  /**
   * The files of PTX that a job's kernels are in.
   *
   * @throws JobException if the job is not as it must be
   */
  public static List<Path> modules(Path file) {
    return JobFile.read(file).ptx();
  }

  /**
   * All files that a job is made of: its own, its modules, and those that its buffers are from.
   *
   * @throws JobException if the job is not as it must be
   */
  public static List<Path> files(Path file) {
    Job job = JobFile.read(file);
    List<Path> files = new ArrayList<>(List.of(file));
    files.addAll(job.ptx());
    for (Job.Buffer each : job.buffers().values()) {
      if (each instanceof Job.Buffer.FromFile from) {
        files.add(from.path());
      }
    }
    return files;
  }

  /** What its launches have done so far. */
  public RunResult result() {
    return runner.result();
  }

  @Override
  public String name() {
    return job.file().toString();
  }

  @Override
  public void begin(OutputFiles outputs) {
    beginOutputs(outputs);
    Job.Snapshots wanted = job.snapshots();
    snapshots = wanted == null ? null : SnapshotDirectory.begin(wanted.directory(), wanted.every());
  }

  private void beginOutputs(OutputFiles outputs) {
    job.outputs()
        .forEach((name, path) -> {
          DeviceBuffer buffer = runner.buffers().get(name);
          if (buffer == null) {
            return;
          }
          if (buffer.dtype() == Dtype.BF16) {
            throw new JobException(
                "%s: .npy has no bf16; make buffer '%s' one of u16".formatted(path, name));
          }
          results.put(buffer, outputs.begin("output '%s'".formatted(name), path));
        });
  }

  @Override
  public void execute(Function<Device, Launcher> on) {
    runner.launchThrough(on);
    runner.run(snapshots);
  }

  @Override
  public String finish() throws IOException {
    for (Map.Entry<DeviceBuffer, OutputStream> each : results.entrySet()) {
      NpyWriter.write(Channels.newChannel(each.getValue()), each.getKey().tensor());
    }
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
}
