package dev.magpie.lab.study;

import dev.magpie.codec.CodecSpec;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Measurements;
import dev.magpie.ptx.Device;
import dev.magpie.ptx.LaunchOptions;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.cuda.ProgramRunner;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a program under a memory controller. It executes once, uncompressed, and its result is
 * checked; a recording of that is replayed under every controller that changes no values. Under a
 * lossy codec it executes again.
 */
final class ProgramSimulator {
  private static final Setup UNCOMPRESSED = Setup.of("none");

  private final Study.Subject subject;
  private final Setup setup;
  private final RunSize size;

  ProgramSimulator(Study.Subject subject, Setup setup, RunSize size) {
    this.subject = subject;
    this.setup = setup;
    this.size = size;
  }

  /** Everything that decides the result. */
  String name() {
    return "%s, %s".formatted(programName(), setup);
  }

  private String programName() {
    return "%s %s, %s"
        .formatted(
            subject.program().name(), subject.settings(size).values(), GpuVariants.name(size));
  }

  /**
   * Runs the program to its end.
   *
   * @throws dev.magpie.workload.cuda.WrongResultException if its result is not that of plain Java
   */
  Simulation simulate(Measurements measurements) {
    return approximates() ? execute() : replay(measurements.file(recordingName(), this::record));
  }

  private String recordingName() {
    Variation variation = setup.variation().ofRecording();
    return variation == Variation.NONE ? programName() : programName() + ", " + variation;
  }

  private boolean approximates() {
    return CodecSpec.parse(setup.codec()).family().isLossy()
        && !subject.program().approximation().mayDiffer().isEmpty();
  }

  /** Records the program, uncompressed. */
  void record(Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      Setup recorded = UNCOMPRESSED.with(setup.variation().ofRecording());
      new ProgramSimulator(subject, recorded, size).execute(out);
    }
  }

  Simulation execute() {
    try {
      return execute(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Simulation execute(@Nullable OutputStream recording) throws IOException {
    CudaProgram program = subject.program();
    CudaProgram.Run run = program.start().apply(subject.settings(size));
    Device device = new Device(setup.variation().usedBytes());
    TimedGpuBuilder builder = GpuVariants.builder(setup, size);
    if (recording != null) {
      builder.recording(recording);
    }
    return ProgramRecording.execute(
        program,
        run,
        device,
        builder,
        timed -> Simulation.of(timed.gpu(), timed.memoryBytes(), error(run, device)));
  }

  /** Replays a recording of the program. */
  Simulation replay(Path file) {
    return ProgramRecording.replay(
        file,
        GpuVariants.builder(setup, size),
        (gpu, recording) -> Simulation.of(gpu, recording.image().bytes(), 0));
  }

  /** Checks an exact result; finds how far an approximated one is off. */
  private double error(CudaProgram.Run run, Device device) {
    if (!approximates()) {
      run.check();
      return 0;
    }
    CudaProgram program = subject.program();
    List<Map<String, MemorySegment>> results = new ArrayList<>();
    ProgramRunner.execute(
        program,
        run,
        program.ptx().text(),
        LaunchOptions.DEFAULT,
        (exact, _) -> {
          results.clear();
          results.add(ResultError.results(exact, program.approximation()));
        });
    return ResultError.mean(results.getFirst(), device);
  }
}
