package dev.magpie.lab.study;

import dev.magpie.lab.data.Comparison;
import dev.magpie.lab.run.RunContext;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * All programs of a study under some memory controllers. Simulations are shared between experiments
 * and kept, program by program and controller by controller.
 *
 * @param study the programs
 * @param bySetup for each controller, a simulation of each program
 */
public record Simulations(Study study, Map<Setup, List<Simulation>> bySetup) {

  /** Simulates what was not simulated before; the paper's GPU. */
  public static Simulations of(RunContext context, Study study, List<Setup> setups) {
    Map<String, Supplier<Simulation>> tasks = new LinkedHashMap<>();
    // One program after the other under each controller: those of a program wait for its recording.
    for (Setup setup : setups) {
      for (Study.Subject subject : study.subjects()) {
        ProgramSimulator simulator = new ProgramSimulator(subject, setup, context.size());
        tasks.put(simulator.name(), () -> simulator.simulate(context.measurements()));
      }
    }
    List<Simulation> all =
        context.measurements().all(Simulation.class, SimulatorVersion.DIGEST, tasks);
    Map<Setup, List<Simulation>> bySetup = new LinkedHashMap<>();
    int programs = study.subjects().size();
    for (int s = 0; s < setups.size(); s++) {
      bySetup.put(setups.get(s), List.copyOf(all.subList(s * programs, (s + 1) * programs)));
    }
    return new Simulations(study, bySetup);
  }

  /** A controller's simulations, one a program. */
  public List<Simulation> of(Setup setup) {
    List<Simulation> simulations = bySetup.get(setup);
    if (simulations == null) {
      throw new IllegalArgumentException(setup + " was not asked for");
    }
    return simulations;
  }

  /** The programs as rows of a figure. */
  public Comparison.Subjects subjects() {
    return Comparison.Subjects.of("program", study.labels(), "mean", "mean");
  }

  /** A value for each program. */
  public double[] each(Setup setup, ToDoubleFunction<Simulation> value) {
    return of(setup).stream().mapToDouble(value).toArray();
  }

  /** Those of the named programs of which, by their index, something is so. */
  public List<String> where(Collection<String> programs, IntPredicate test) {
    List<String> labels = study.labels();
    return IntStream.range(0, labels.size())
        .filter(p -> programs.contains(labels.get(p)) && test.test(p))
        .mapToObj(labels::get)
        .toList();
  }

  /** The programs in which a value, by their index, is largest. */
  public Set<String> largest(int count, IntToDoubleFunction value) {
    return IntStream.range(0, study.subjects().size())
        .boxed()
        .sorted(Comparator.comparingDouble((Integer p) -> value.applyAsDouble(p)).reversed())
        .limit(count)
        .map(study.labels()::get)
        .collect(Collectors.toSet());
  }

  /** Time without compression over time with it, program by program. */
  public double[] speedups(Setup setup) {
    return compare(setup, Simulation::cycles, (before, after) -> before / after);
  }

  /** Share of DRAM traffic that compression saves, metadata counted, program by program. */
  public double[] bandwidthReductions(Setup setup) {
    return compare(setup, Simulation::dramBytes, (before, after) -> 1 - after / before);
  }

  private double[] compare(
      Setup setup, ToDoubleFunction<Simulation> value, DoubleBinaryOperator operator) {
    double[] before = each(setup.baseline(), value);
    double[] after = each(setup, value);
    Arrays.setAll(after, p -> operator.applyAsDouble(before[p], after[p]));
    return after;
  }
}
