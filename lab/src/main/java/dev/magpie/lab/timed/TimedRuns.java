package dev.magpie.lab.timed;

import dev.magpie.lab.run.RunContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Programs under some memories. Runs are shared between experiments and kept, program by program
 * and memory by memory.
 *
 * @param programs which
 * @param bySetup for each memory, a run of each program
 */
public record TimedRuns(List<TimedProgram> programs, Map<TimedSetup, List<TimedRun>> bySetup) {
  public TimedRuns {
    programs = List.copyOf(programs);
    bySetup = Map.copyOf(bySetup);
  }

  /** Times what was not timed before. */
  public static TimedRuns of(
      RunContext context, List<TimedProgram> programs, List<TimedSetup> setups) {
    Map<String, Supplier<TimedRun>> tasks = new LinkedHashMap<>();
    // Program by program: a recording is as large as many results, and used up then.
    for (TimedProgram program : programs) {
      for (TimedSetup setup : setups) {
        ProgramTimer timer = new ProgramTimer(program, setup, context.size());
        tasks.put(timer.name(), () -> timer.time(context.measurements()));
      }
    }
    List<TimedRun> all = context.measurements().all(TimedRun.class, ProgramTimer.VERSION, tasks);
    Map<TimedSetup, List<TimedRun>> bySetup = new LinkedHashMap<>();
    for (int s = 0; s < setups.size(); s++) {
      List<TimedRun> runs = new ArrayList<>();
      for (int p = 0; p < programs.size(); p++) {
        runs.add(all.get(p * setups.size() + s));
      }
      bySetup.put(setups.get(s), List.copyOf(runs));
    }
    return new TimedRuns(programs, bySetup);
  }

  public TimedRun of(TimedProgram program, TimedSetup setup) {
    List<TimedRun> runs = bySetup.get(setup);
    if (runs == null) {
      throw new IllegalArgumentException(setup + " was not asked for");
    }
    return runs.get(programs.indexOf(program));
  }

  /** The program of a label. */
  public TimedProgram program(String label) {
    return programs.stream().filter(each -> each.label().equals(label)).findFirst().orElseThrow();
  }

  /** The same with those of the programs of which something is so. */
  public TimedRuns where(Predicate<TimedProgram> test) {
    List<TimedProgram> some = programs.stream().filter(test).toList();
    Map<TimedSetup, List<TimedRun>> of = new LinkedHashMap<>();
    bySetup
        .keySet()
        .forEach(setup -> of.put(setup, some.stream().map(each -> of(each, setup)).toList()));
    return new TimedRuns(some, of);
  }

  /** Those that train networks. */
  public TimedRuns training() {
    return where(TimedProgram::training);
  }

  /** The others. */
  public TimedRuns hpc() {
    return where(each -> !each.training());
  }

  /** Time without compression over time with it. */
  public double speed(TimedProgram program, TimedSetup setup) {
    return (double) of(program, TimedSetup.BASE).cycles() / of(program, setup).cycles();
  }

  /** Percent by which a program takes longer than without compression; negative if less long. */
  public double slowdown(TimedProgram program, TimedSetup setup) {
    return 100 * (1 / speed(program, setup) - 1);
  }

  /** Geometric mean of all programs' speeds. */
  public double meanSpeed(TimedSetup setup) {
    return Math.exp(mean(each -> Math.log(speed(each, setup))));
  }

  /** The same as percent by which programs take longer. */
  public double meanSlowdown(TimedSetup setup) {
    return 100 * (1 / meanSpeed(setup) - 1);
  }

  /** Arithmetic mean over programs. */
  public double mean(ToDoubleFunction<TimedProgram> value) {
    return programs.stream().mapToDouble(value).average().orElse(Double.NaN);
  }
}
