package dev.magpie.lab.timed;

import dev.magpie.gpu.stream.LaunchWindow;
import dev.magpie.lab.result.RunSize;
import dev.magpie.workload.buddy.BuddyPrograms;
import dev.magpie.workload.cuda.CudaProgram;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.input.Settings;
import dev.magpie.workload.training.TrainingKernels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A program that is timed, and which part of it.
 *
 * @param label what reports call it
 * @param program which
 * @param input what is changed about its input in runs of a size
 * @param training whether it trains a network; the others are HPC programs
 * @param part what of it is timed
 */
public record TimedProgram(
    String label, CudaProgram program, Map<String, String> input, boolean training, Part part) {
  /** The Buddy paper's, in its order. */
  public static final List<TimedProgram> ALL =
      Stream.concat(
              BuddyPrograms.all().stream().map(each -> of(each, false, hpc(each.name()))),
              TrainingKernels.all().stream().map(each -> of(each, true, new LastStep(2))))
          .toList();

  private static final String STEPS = "steps";
  private static final String BEFORE = "before";

  public TimedProgram {
    input = Map.copyOf(input);
  }

  /** What of a program is timed. */
  public sealed interface Part {}

  /** All launches: of programs whose memory compresses alike from beginning to end. */
  public record Whole() implements Part {}

  /**
   * The last of a few steps, when all memory has been written: of training.
   *
   * @param steps how many
   */
  public record LastStep(int steps) implements Part {}

  /**
   * The step after which memory compresses most nearly as it does on average over a run, as the
   * Buddy paper chooses its traces (section IV-A): of programs whose memory changes.
   *
   * @param profiled the input whose memory is profiled over a whole run, by the size of what is
   *     timed, as far as it is not the quick one
   * @param profiledSteps how many steps that run has
   * @param quickSteps how many a run of the quick size has
   * @param fullSteps how many a run of the full size has
   */
  public record TypicalStep(
      Function<RunSize, Map<String, String>> profiled,
      int profiledSteps,
      int quickSteps,
      int fullSteps)
      implements Part {

    /** Steps up to the end of the one that is timed. */
    private int steps(RunSize size, MemoryProfile profile) {
      int all = size == RunSize.QUICK ? quickSteps : fullSteps;
      return Math.max(1, (int) Math.ceil(profile.typicalPart() * all));
    }
  }

  private static Part hpc(String name) {
    return switch (name) {
      // As long as waves need to reach all sides, with some steps more. Absorbing layers are as
      // thick on every grid, and so a smaller one does not compress as a larger one does.
      case "seismic-cuda" -> new TypicalStep(TimedProgram::wavesOf, 100, 100, 100);
      // Blasts on 10, 19 and 30 elements an edge are done after so many steps.
      case "lulesh-cuda" -> new TypicalStep(_ -> Map.of("edge", "10"), 231, 540, 932);
      default -> new Whole();
    };
  }

  private static Map<String, String> wavesOf(RunSize size) {
    return size == RunSize.QUICK ? Map.of() : Map.of("x", "64", "y", "64", "z", "64");
  }

  private static TimedProgram of(CudaProgram program, boolean training, Part part) {
    String label = program.name().replaceFirst("-cuda$", "");
    return new TimedProgram(label, program, Map.of(), training, part);
  }

  /** All launches of a program with something changed about its input. */
  public static TimedProgram of(CudaProgram program, Map<String, String> input) {
    return new TimedProgram(program.name(), program, input, false, new Whole());
  }

  /** Everything that decides what is executed in a run of a size. */
  String name(RunSize size) {
    Map<String, String> all = new TreeMap<>(input);
    all.put("size", size.toString());
    return "%s %s, %s".formatted(program.name(), all, TimedSetup.gpuName(size));
  }

  /**
   * The input whose memory is profiled: a small one, of a program that compresses alike on it, for
   * a run of a size.
   */
  Settings profiledSettings(RunSize size) {
    return switch (part) {
      case Whole _ -> settings(InputParameter.Size.QUICK, Map.of());
      case LastStep last -> settings(InputParameter.Size.QUICK, steps(last.steps));
      case TypicalStep typical -> {
        Map<String, String> changed = new HashMap<>(typical.profiled.apply(size));
        changed.putAll(steps(typical.profiledSteps));
        yield settings(InputParameter.Size.QUICK, changed);
      }
    };
  }

  /** The input that is timed. */
  Settings timedSettings(RunSize size, MemoryProfile profile) {
    return settings(
        size == RunSize.QUICK ? InputParameter.Size.QUICK : InputParameter.Size.FULL,
        switch (part) {
          case Whole _ -> Map.of();
          case LastStep last -> steps(last.steps);
          case TypicalStep typical -> steps(typical.steps(size, profile));
        });
  }

  /** The launches of it that are timed. */
  LaunchWindow window(RunSize size, MemoryProfile profile) {
    return switch (part) {
      case Whole _ -> LaunchWindow.ALL;
      case LastStep last -> lastOf(last.steps, profile.launches() / last.steps);
      case TypicalStep typical ->
          lastOf(typical.steps(size, profile), profile.launches() / typical.profiledSteps);
    };
  }

  private static LaunchWindow lastOf(int steps, int launches) {
    return new LaunchWindow((steps - 1) * launches, launches, 1);
  }

  private Settings settings(InputParameter.Size size, Map<String, String> changed) {
    Map<String, String> all = new HashMap<>(input);
    all.putAll(changed);
    // A lead of the host's own would be in no snapshot.
    if (program.parameters().stream().anyMatch(each -> each.name().equals(BEFORE))) {
      all.put(BEFORE, "0");
    }
    return Settings.of(program.parameters(), size, all);
  }

  private static Map<String, String> steps(int steps) {
    return Map.of(STEPS, String.valueOf(steps));
  }
}
