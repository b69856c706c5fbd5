package dev.magpie.lab.timed;

import static java.util.Objects.requireNonNull;

import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.recording.Recording;
import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.run.Measurements;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.ProgramRecording;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How often entries outgrow their place in the part of a program that is timed, with all of its
 * memory coded.
 *
 * @param warpInstructions executed
 * @param codedAccesses reads and writes of memory
 * @param overflows writes to it after which an entry needs more sectors than before
 */
public record OverflowRun(long warpInstructions, long codedAccesses, long overflows) {
  /** Targets of 4x for all: whatever spills, all entries are coded. */
  private static final TimedSetup ALL_CODED =
      TimedSetup.of(new TimedMemory.Spilling(10_000), TimedSetup.NVLINK2);

  /** Runs of some programs, in their order. */
  public static List<OverflowRun> of(RunContext context, List<TimedProgram> programs) {
    Map<String, Supplier<OverflowRun>> tasks = new LinkedHashMap<>();
    for (TimedProgram program : programs) {
      ProgramTimer timer = new ProgramTimer(program, ALL_CODED, context.size());
      tasks.put(timer.name(), () -> of(timer, program, context.size(), context.measurements()));
    }
    return context.measurements().all(OverflowRun.class, ProgramTimer.VERSION, tasks);
  }

  private static OverflowRun of(
      ProgramTimer timer, TimedProgram program, RunSize size, Measurements measurements) {
    return ProgramRecording.replay(
        timer.recording(measurements), ALL_CODED.builder(program, size), OverflowRun::of);
  }

  private static OverflowRun of(TimedGpu gpu, Recording recording) {
    SimulationResult result = gpu.result("program", "all coded");
    SimulationResult.Buddy buddy = requireNonNull(result.buddy(), "all memory has targets");
    return new OverflowRun(result.warpInstructions(), buddy.accesses(), buddy.overflows());
  }

  /** Overflows for a hundred warp-instructions. */
  public double perInstruction() {
    return 100.0 * overflows / warpInstructions;
  }
}
