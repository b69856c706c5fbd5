package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.data.Survey;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** Figure 12: the distribution of sizes of the blocks that move. */
final class Figure12Sizes {
  private static final Setup PLAIN = SimulatedPaper.BDI;
  private static final Setup AWARE = SimulatedPaper.MAG_BDI;

  static final Set<String> GRAPHS_AND_MORE = Set.of("BFS", "BFS2", "FWT", "LBM", "MST", "SSSP");
  static final Set<String> SOME_SMALL = Set.of("BFS", "BFS2", "HW", "MST", "SSSP");
  static final Set<String> NONE_SMALL = Set.of("SC", "TP");
  private static final Set<String> GAIN_FROM_22_BITS = Set.of("PVR", "TP", "BFS");
  private static final Set<String> GAIN_64 = Set.of("FWT", "MST", "SC", "SSSP", "TP");
  private static final Set<String> TO_SMALL = Set.of("BP", "LBM");
  private static final Set<String> MEDIUM = Set.of("TP", "SC", "PVR");
  private static final Set<String> LEAST = Set.of("BP", "HW");
  private static final Set<String> GRAPHS = Set.of("BFS", "BFS2", "MST", "SSSP");

  private static final Map<String, String> WHY =
      Map.of(
          "magBdi.0",
          "BFS2 alone has so many more of them than the paper's 17 to 41 %, as most of what it"
              + " gathers are levels, that the average rises by as much.",
          "magBdi.1",
          "In quick runs this is the size of node numbers, which have 14 bits; with eight times the"
              + " nodes a third of what BFS2 moves takes 96 bytes. In full runs SC's blocks are"
              + " missing, nine points: all have this size where its values are bytes"
              + " (`mag/inputs`), and then none has 96.",
          "magBdi.2",
          "SC's blocks are missing: all would have this size if its values had 16 bits and not 31"
              + " (`mag/inputs`), which makes nine points, and then none would have 64 bytes; of this"
              + " shortfall and that of 64 bytes SC explains one. In quick runs node numbers are too"
              + " small for it.",
          "bdi.2",
          "In a full run numbers of nodes have 20 bits, which BDI leaves uncompressed; those of quick"
              + " runs, of 14, are two fifths of what it moves of BFS and BFS2, as 96 bytes.",
          "bdi.compressed",
          "None of SC's blocks compresses, which makes nine points; where its values are bytes all do"
              + " (`mag/inputs`).",
          "magBdi.compressed",
          "No block of SC compresses, and with values of 16 bits each would (`mag/inputs`).");

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/fig12", "Sizes of the blocks that move", "section VI-A, Figure 12")
        .method(
            "Every block that a controller reads from or writes to DRAM counts with the whole"
                + " bursts it takes; 128 bytes mean uncompressed. `mag/fig12-data` is the same of"
                + " blocks at rest.")
        .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
        .measure(context -> measure(context, study))
        .claims(
            Claim.consistency("bdi.32", "BDI compresses no block to 32 bytes")
                .never("blocks", moved -> moved.shares.smallUnderBdi()),
            // Lines leave the L2 at other times under each codec, which alone could make it false.
            Claim.consistency(
                    "fewerCompressed", "MAG-aware BDI compresses no smaller share than BDI")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(
                            study.labels(),
                            p -> moved.compressed(AWARE, p) < moved.compressed(PLAIN, p))),
            Claim.of("noneSmall", "SC and TP: no blocks of 32 bytes, though some compress")
                .because(
                    "SC's values have 31 bits, and no block compresses at all; with 16 or 8 bits it is"
                        + " so (`mag/inputs`).")
                .nowhere("programs", Moved::notLargeOnly),
            Claim.of(
                    "someSmall",
                    "BFS, BFS2, HW, MST and SSSP have 17 to 41 % of blocks of 32 bytes")
                .because(
                    "Most of what BFS2 gathers are levels, which take 32 bytes, and most of what"
                        + " SSSP gathers are distances, which take 64. Crossings of MST's road"
                        + " graph are numbered row by row, so neighbours have nearer numbers than"
                        + " in the road networks of the literature.")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(
                            SOME_SMALL,
                            p -> {
                              long percent = Math.round(moved.share(AWARE, p, 1));
                              return percent < 17 || percent > 41;
                            })),
            Claim.of("toSmall", "BP and LBM: most of what BDI moves as 64 bytes moves as 32")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(
                            TO_SMALL,
                            p -> moved.share(AWARE, p, 1) <= moved.share(PLAIN, p, 2) / 2)),
            Claim.of(
                    "mostMag",
                    "BFS, BFS2, FWT, LBM, MST and SSSP: at least 78 % compressed by MAG-aware BDI")
                .because(
                    "FWT's data are uniform floats, as in the CUDA sample: only the zeros behind"
                        + " its kernel compress.")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(
                            GRAPHS_AND_MORE, p -> Math.round(moved.compressed(AWARE, p)) < 78)),
            Claim.of("mostBdi", "The same: at least 61 % compressed by BDI")
                .because(
                    "FWT as under MAG-aware BDI. BFS's masks are words of bytes of 0 and 1, which"
                        + " take up to 22 bits, and the targets of its edges 20.")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(
                            GRAPHS_AND_MORE, p -> Math.round(moved.compressed(PLAIN, p)) < 61)),
            Claim.of(
                    "graphs",
                    "BFS, BFS2, MST and SSSP: more compressed by MAG-aware BDI than on average")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(
                            GRAPHS,
                            p ->
                                moved.compressed(AWARE, p)
                                    <= Survey.mean(moved.compressed(AWARE)))),
            Claim.of("gain22", "PVR, TP and BFS gain the most compressed blocks from 22 bits")
                .because(
                    "In a quick run PVR has so few records that hardly any of its numbers takes 17"
                        + " to 22 bits; with eight times as many, and more so in a full run, they"
                        + " do.")
                .nowhere(
                    "programs",
                    moved ->
                        moved.notLargest(
                            GAIN_FROM_22_BITS,
                            p -> moved.compressed(AWARE, p) - moved.compressed(PLAIN, p))),
            Claim.of("gain64", "FWT, MST, SC, SSSP and TP gain the most blocks of 64 bytes or less")
                .because(
                    "BDI moves hardly any block of FWT as 96 bytes here, which MAG-aware BDI could"
                        + " make smaller, and none of SC, whose blocks do so where its values are"
                        + " bytes (`mag/inputs`).")
                .nowhere(
                    "programs",
                    moved ->
                        moved.notLargest(
                            GAIN_64,
                            p ->
                                moved.share(AWARE, p, 1)
                                    + moved.share(AWARE, p, 2)
                                    - moved.share(PLAIN, p, 2))),
            Claim.of("medium", "TP, SC and PVR: a medium share compressed, between others")
                .because(
                    "SC's values have 31 bits and do not compress; all of its blocks do where they"
                        + " have 16 or 8 (`mag/inputs`). PVR is among the six that compress most, as FWT"
                        + " is not.")
                .nowhere("programs", Moved::notMedium),
            Claim.of("least", "BP and HW have the most uncompressed blocks")
                .because("SC, of 31 bits, and FWT, of uniform floats, have more than both.")
                .nowhere(
                    "programs", moved -> moved.notLargest(LEAST, p -> -moved.compressed(AWARE, p))))
        .claims(SizeShares.claims(WHY, Moved::shares))
        .value("expected.bdi", moved -> moved.expected.count(PLAIN))
        .value("expected.mag-bdi", moved -> moved.expected.count(AWARE))
        .value("bdi.0", moved -> moved.shares.bdi().averages()[0])
        .draw(moved ->
            moved.shares.addTo(
                Figures.none().with("expected", moved.expected.table()),
                "Share of the blocks that move, by size.",
                "blocks that move, by size"));
  }

  private static Moved measure(RunContext context, Study study) {
    Simulations simulations = Simulations.of(context, study, List.of(PLAIN, AWARE));
    return new Moved(
        simulations, SizeShares.of(simulations), new ExpectedSizes(simulations, context.size()));
  }

  /**
   * What moved.
   *
   * @param simulations under BDI and MAG-aware BDI
   * @param shares of what moved
   * @param expected what the programs' data let one expect
   */
  record Moved(Simulations simulations, SizeShares shares, ExpectedSizes expected) {
    private double[] compressed(Setup setup) {
      return simulations.each(setup, Simulation::compressedShare);
    }

    private double compressed(Setup setup, int program) {
      return simulations.of(setup).get(program).compressedShare();
    }

    private double share(Setup setup, int program, int bursts) {
      return simulations.of(setup).get(program).share(bursts);
    }

    private List<String> where(Collection<String> programs, IntPredicate test) {
      return simulations.where(programs, test);
    }

    /** Those of the programs that are not as many in which a value is largest. */
    private List<String> notLargest(Set<String> programs, IntToDoubleFunction value) {
      Set<String> largest = simulations.largest(programs.size(), value);
      return where(programs, p -> !largest.contains(simulations.study().labels().get(p)));
    }

    /** Those among the six programs with the most or the two with the least. */
    private List<String> notMedium() {
      Set<String> most = simulations.largest(GRAPHS_AND_MORE.size(), p -> compressed(AWARE, p));
      Set<String> least = simulations.largest(LEAST.size(), p -> -compressed(AWARE, p));
      return MEDIUM.stream()
          .filter(each -> most.contains(each) || least.contains(each))
          .sorted()
          .toList();
    }

    /** Those of which nothing compresses, or some to a burst. */
    private List<String> notLargeOnly() {
      return where(
          NONE_SMALL,
          p -> Math.round(share(AWARE, p, 1)) > 0 || Math.round(compressed(AWARE, p)) == 0);
    }
  }
}
