package dev.magpie.cli.simulate;

import dev.magpie.cli.output.BadUsageException;
import dev.magpie.cli.output.Console;
import dev.magpie.cli.output.Meter;
import dev.magpie.cli.output.Outputs;
import dev.magpie.cli.run.WorkloadProgram;
import dev.magpie.gpu.TimedDevice;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.accelsim.AccelSimTrace;
import dev.magpie.gpu.accelsim.TraceKernel;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.gpu.stream.LaunchWindow.Phase;
import dev.magpie.job.Program;
import dev.magpie.lab.sweep.TimedLauncher;
import dev.magpie.ptx.Device;
import dev.magpie.workload.cuda.Approximation;
import dev.magpie.workload.cuda.Approximation.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Where launches come from. */
public sealed interface Source extends AutoCloseable {
  /** What kind of source it is, in results. */
  String kind();

  /** What it is called. */
  String name();

  /** Warp-instructions that will be issued; {@link Long#MAX_VALUE} if nobody knows. */
  default long warpInstructions() {
    return Long.MAX_VALUE;
  }

  /** Begins the files that it writes. */
  default void begin(Outputs outputs) {}

  /**
   * Runs all launches.
   *
   * @param builder of the GPU
   * @param made is told of the GPU before the first launch
   * @return what to tell the user; empty for nothing
   */
  String run(TimedGpuBuilder builder, Consumer<TimedGpu> made) throws IOException;

  /**
   * Puts in place what is no single file, once all files are in theirs.
   *
   * @return what to tell the user; empty for nothing
   */
  default String commit() throws IOException {
    return "";
  }

  @Override
  default void close() throws IOException {}

  /**
   * Kernels that are executed.
   *
   * @param approximable what lossy codecs may change
   */
  record Executed(String kind, Program program, Approximation approximable, BuddyOptions buddy)
      implements Source {
    @Override
    public String name() {
      return program.name();
    }

    @Override
    public void begin(Outputs outputs) {
      program.begin(outputs::begin);
    }

    @Override
    public String run(TimedGpuBuilder builder, Consumer<TimedGpu> made) throws IOException {
      List<String> remarks = new ArrayList<>();
      profiled().ifPresent(builder::program);
      program.execute(device -> {
        TimedDevice timed = builder.build(device, approximable::bytesThatMayDiffer);
        made.accept(timed.gpu());
        return new TimedLauncher(
            timed,
            () -> {
              if (remarks.isEmpty()) {
                remarks.add(check(device));
              }
            });
      });
      // Others compare nothing: they write what they have computed.
      remarks.add(
          !isWorkload() || approximable.mayDiffer().isEmpty()
              ? program.finish()
              : "the codec may have changed %s; the result was not compared".formatted(names()));
      return remarks.stream().filter(each -> !each.isEmpty()).collect(Collectors.joining("\n"));
    }

    /** What profiles call the program: they know none of others. */
    private Optional<String> profiled() {
      return isWorkload() ? Optional.of(program.name()) : Optional.empty();
    }

    private boolean isWorkload() {
      return program instanceof WorkloadProgram;
    }

    private String names() {
      return approximable.mayDiffer().stream().map(Part::buffer).collect(Collectors.joining(", "));
    }

    /** Buffers are there when the first kernel begins, so that names can be checked. */
    private String check(Device device) {
      SortedMap<String, Long> there = new TreeMap<>();
      device.buffers().values().forEach(each -> there.put(each.name(), each.bytes()));
      for (Part part : approximable.mayDiffer()) {
        BadUsageException.when(
            !there.containsKey(part.buffer()),
            "--approximate: no buffer is called '%s'; there are %s"
                .formatted(part.buffer(), String.join(", ", there.keySet())));
      }
      return buddy.check(profiled(), there);
    }

    @Override
    public String commit() throws IOException {
      return program.commit();
    }

    @Override
    public void close() throws IOException {
      program.close();
    }
  }

  /** A recording of such. */
  record Replayed(
      String kind, String name, Recording recording, long warpInstructions, String remark)
      implements Source {
    static Replayed open(Path file, BuddyOptions buddy, WindowOptions window) throws IOException {
      Recording recording = Recording.open(file);
      try {
        if (recording.launches() > 0) {
          window.check(file.toString(), recording.firstLaunch(), recording.lastLaunch());
        }
        return new Replayed(
            "recording",
            file.toString(),
            recording,
            recording.warpInstructions(window.window()),
            check(file, recording, buddy));
      } catch (BadUsageException e) {
        recording.close();
        throw e;
      }
    }

    /** What another source has executed, under its name. */
    static Replayed of(Source executed, Recording recording) {
      return new Replayed(
          executed.kind(), executed.name(), recording, recording.warpInstructions(), "");
    }

    private static String check(Path file, Recording recording, BuddyOptions buddy) {
      BadUsageException.when(
          buddy.isByName() && !recording.hasAllocations(),
          file + ": the recording has no names of allocations; record it anew");
      BadUsageException.when(
          buddy.timesHostCopies() && !recording.hasAllocations(),
          file + ": the recording has no copies of the host; record it anew");
      SortedMap<String, Long> there = new TreeMap<>();
      recording.allocations().forEach((name, each) -> there.put(name, each.bytes()));
      return buddy.check(recording.program(), there);
    }

    @Override
    public String run(TimedGpuBuilder builder, Consumer<TimedGpu> made) {
      TimedGpu gpu = builder.build(recording.image());
      made.accept(gpu);
      gpu.replay(recording);
      return remark;
    }

    @Override
    public void close() throws IOException {
      recording.close();
    }
  }

  /** Traces of a GPU. */
  record Traced(String kind, String name, AccelSimTrace trace) implements Source {
    static Traced open(Path list, Console console) throws IOException {
      BadUsageException.when(
          !Files.isRegularFile(list), list + ": is no file; name a kernelslist.g");
      long bytes = 0;
      for (Path each : AccelSimTrace.files(list)) {
        bytes += Files.exists(each) ? Files.size(each) : 0;
      }
      try (Meter meter = new Meter(console, bytes)) {
        return new Traced("accel-sim", list.toString(), AccelSimTrace.open(list, meter));
      }
    }

    @Override
    public long warpInstructions() {
      return trace.kernels().stream().mapToLong(TraceKernel::warpInstructions).sum();
    }

    @Override
    public String run(TimedGpuBuilder builder, Consumer<TimedGpu> made) {
      TimedGpu gpu = builder.build(trace.image());
      made.accept(gpu);
      for (TraceKernel kernel : trace.kernels()) {
        if (kernel.shape().blocks() > 0) {
          if (gpu.nextPhase() == Phase.FAST_FORWARD) {
            gpu.skip();
          } else {
            gpu.run(kernel);
          }
        }
      }
      List<String> unknown =
          trace.kernels().stream()
              .flatMap(kernel -> kernel.unknownOperations().stream())
              .distinct()
              .sorted()
              .toList();
      return unknown.isEmpty()
          ? ""
          : "operations that are not known count as simple ones of integers: "
              + String.join(", ", unknown);
    }

    @Override
    public void close() throws IOException {
      trace.close();
    }
  }
}
