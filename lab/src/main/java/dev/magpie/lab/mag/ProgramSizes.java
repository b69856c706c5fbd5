package dev.magpie.lab.mag;

import dev.magpie.lab.data.Shares;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How the blocks that programs move share out over sizes. */
final class ProgramSizes {
  static final List<String> SIZES = List.of("32 B", "64 B", "96 B", "128 B");

  private final Simulations simulations;

  ProgramSizes(Simulations simulations) {
    this.simulations = simulations;
  }

  /** Blocks by bursts under a controller, program by program. */
  Shares shares(Setup setup) {
    List<Simulation> each = simulations.of(setup);
    return new Shares(
        SIZES,
        IntStream.range(0, each.size())
            .mapToObj(p ->
                new Shares.Row(
                    simulations.study().labels().get(p),
                    each.get(p).memoryBytes(),
                    each.get(p).blocksByBursts().subList(1, SIZES.size() + 1)))
            .toList(),
        List.of());
  }

  /** The programs in which a value is largest. */
  Set<String> largest(int count, ToDoubleFunction<Integer> value) {
    List<String> labels = simulations.study().labels();
    return IntStream.range(0, labels.size())
        .boxed()
        .sorted(Comparator.comparingDouble(value).reversed())
        .limit(count)
        .map(labels::get)
        .collect(Collectors.toSet());
  }

  /** How many of the named programs have a value that passes. */
  static long count(
      Simulations simulations, Setup setup, Set<String> programs, Predicate<Simulation> test) {
    List<String> labels = simulations.study().labels();
    return IntStream.range(0, labels.size())
        .filter(p -> programs.contains(labels.get(p)))
        .filter(p -> test.test(simulations.of(setup).get(p)))
        .count();
  }
}
