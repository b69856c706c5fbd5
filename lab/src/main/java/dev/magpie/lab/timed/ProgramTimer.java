package dev.magpie.lab.timed;

import dev.magpie.buddy.Profiler;
import dev.magpie.codec.Codecs;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Measurements;
import dev.magpie.lab.run.ProgramVersion;
import dev.magpie.lab.study.ProgramRecording;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.ptx.Device;
import dev.magpie.workload.cuda.CudaProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Times a part of a program under a memory. It executes once, uncompressed, and its result is
 * checked; a recording of that part is replayed under every memory. Buddy memory and memory that
 * saves bandwidth hold the bytes coded; each line that is read is decoded and compared, and in the
 * end all of them.
 */
final class ProgramTimer {
  /** Which code a run depends on; the figures drawn from it do not count. */
  static final String VERSION =
      ProgramVersion.digest(
          List.of(
              TimedGpu.class,
              Device.class,
              Codecs.class,
              BuddyMemory.class,
              Profiler.class,
              CudaProgram.class),
          ProgramTimer.class);

  private final TimedProgram timed;
  private final TimedSetup setup;
  private final RunSize size;

  ProgramTimer(TimedProgram timed, TimedSetup setup, RunSize size) {
    this.timed = timed;
    this.setup = setup;
    this.size = size;
  }

  /** Everything that decides the result; the program's profile follows from it. */
  String name() {
    return "%s, %s".formatted(timed.name(size), setup);
  }

  TimedRun time(Measurements measurements) {
    return replay(recording(measurements));
  }

  /** What is replayed; recorded where nothing else has needed it. */
  Path recording(Measurements measurements) {
    ProgramTimer recorded = new ProgramTimer(timed, setup.recorded(), size);
    return measurements.file(recorded.name(), recorded::record);
  }

  /** Replays what {@link #record} wrote, under this memory. */
  TimedRun replay(Path recording) {
    TimedGpuBuilder builder = setup.builder(timed, size);
    return setup.change() == TimedSetup.Change.THREE_SWEEPS
        ? ProgramRecording.replayAgain(recording, builder, 3, this::timed)
        : ProgramRecording.replay(recording, builder, this::timed);
  }

  private TimedRun timed(TimedGpu gpu, Recording recording) {
    return TimedRun.of(gpu.result("program", timed.program().name()), gpu.checkLines());
  }

  /** Executes the program under this memory and records the part that is timed. */
  void record(Path file) throws IOException {
    CudaProgram program = timed.program();
    MemoryProfile profile = MemoryProfile.of(timed, size);
    CudaProgram.Run run = program.start().apply(timed.timedSettings(size, profile));
    TimedGpuBuilder builder = setup.builder(timed, size).window(timed.window(size, profile));
    ProgramRecording.record(program, run, new Device(setup.change().usedBytes()), builder, file);
    run.check();
  }
}
