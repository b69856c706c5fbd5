package dev.magpie.lab.mag;

import dev.magpie.lab.result.RunSize;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The sizes that programs' arrays let one expect of their blocks, by what the arrays hold: zeros,
 * small numbers and constants 64 bytes under BDI and 32 under MAG-aware BDI, node numbers of 14
 * bits 96 and 64, of 18 to 20 bits 128 and 96, noise 128 under both. What moves beyond them is what
 * programs make of their arrays while they run.
 */
final class ExpectedSizes {

  /** Bursts under BDI, and under MAG-aware BDI. */
  private record Expected(List<Integer> bdi, List<Integer> magBdi) {}

  private static final Expected ZEROS_AND_NOISE = new Expected(List.of(2, 4), List.of(1, 4));

  /** Levels or distances, node arrays, targets of edges, masks of bytes. */
  private static final Expected LARGE_GRAPH = new Expected(List.of(2, 4), List.of(1, 2, 3));

  private static final Expected SMALL_GRAPH = new Expected(List.of(2, 3), List.of(1, 2));

  /** Distances, which are sums of weights, and weights, too. */
  private static final Expected WEIGHTED_GRAPH = new Expected(List.of(2, 3, 4), List.of(1, 2, 3));

  private static final Map<String, Expected> FULL =
      Map.ofEntries(
          Map.entry("BP", ZEROS_AND_NOISE),
          Map.entry("BFS", LARGE_GRAPH),
          Map.entry("BFS2", LARGE_GRAPH),
          Map.entry("FWT", ZEROS_AND_NOISE),
          Map.entry("HW", ZEROS_AND_NOISE),
          Map.entry("LBM", new Expected(List.of(2, 4), List.of(1, 3))),
          Map.entry("MST", new Expected(List.of(2, 3), List.of(1, 2))),
          Map.entry("PVR", new Expected(List.of(2, 3, 4), List.of(1, 2, 3, 4))),
          Map.entry("SC", new Expected(List.of(4), List.of(4))),
          Map.entry("SSSP", WEIGHTED_GRAPH),
          Map.entry("TP", new Expected(List.of(3, 4), List.of(2, 3))));

  private static final Map<String, Expected> QUICK =
      Map.of("BFS", SMALL_GRAPH, "BFS2", SMALL_GRAPH, "SSSP", SMALL_GRAPH);

  private final Simulations simulations;
  private final RunSize size;

  /** Of runs of one size; graphs of quick runs have fewer nodes. */
  ExpectedSizes(Simulations simulations, RunSize size) {
    this.simulations = simulations;
    this.size = size;
  }

  /** Programs of which at least nine tenths of the blocks have the sizes expected of few. */
  long count(Setup setup) {
    return simulations.study().labels().stream()
        .filter(program -> !isAny(setup, program))
        .filter(program -> share(setup, program) >= 90)
        .count();
  }

  /** Which sizes are expected, and what share of the blocks has them. */
  Table table() {
    Columns<String> columns = new Columns<String>().text("program", program -> program);
    add(columns, "BDI", SimulatedPaper.BDI);
    add(columns, "MAG-aware BDI", SimulatedPaper.MAG_BDI);
    return columns.table(
        "Blocks that have the sizes which the programs' data let one expect",
        simulations.study().labels());
  }

  private void add(Columns<String> columns, String codec, Setup setup) {
    columns
        .text(codec + " expected", program -> sizes(setup, program))
        .number(codec, 1, "%", program -> isAny(setup, program) ? null : share(setup, program));
  }

  private List<Integer> expected(Setup setup, String program) {
    Expected full = FULL.getOrDefault(program, new Expected(List.of(), List.of()));
    Expected expected = size == RunSize.QUICK ? QUICK.getOrDefault(program, full) : full;
    return setup.equals(SimulatedPaper.BDI) ? expected.bdi : expected.magBdi;
  }

  private double share(Setup setup, String program) {
    int index = simulations.study().labels().indexOf(program);
    Simulation simulation = simulations.of(setup).get(index);
    return expected(setup, program).stream().mapToDouble(simulation::share).sum();
  }

  /** Whether all sizes that the codec has are expected, which says nothing. BDI has no 32 bytes. */
  private boolean isAny(Setup setup, String program) {
    return expected(setup, program).size() == (setup.equals(SimulatedPaper.BDI) ? 3 : 4);
  }

  private String sizes(Setup setup, String program) {
    if (isAny(setup, program)) {
      return "any";
    }
    return expected(setup, program).stream()
        .map(each -> SizeShares.SIZES.get(each - 1))
        .collect(Collectors.joining(", "));
  }
}
