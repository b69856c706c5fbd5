package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Figure 12: the distribution of sizes of the blocks that move. */
final class Figure12Sizes {
  private static final Setup PLAIN = SimulatedPaper.BDI;
  private static final Setup AWARE = SimulatedPaper.MAG_BDI;
  private static final SizeShares.Averages<Moved> AVERAGES =
      new SizeShares.Averages<>(Moved::shares, 0.5, SimulatedPaper.OTHER_RUNS);

  private static final Set<String> GRAPHS_AND_MORE =
      Set.of("BFS", "BFS2", "FWT", "LBM", "MST", "SSSP");
  private static final Set<String> SOME_SMALL = Set.of("BFS", "BFS2", "HW", "MST", "SSSP");
  private static final Set<String> NONE_SMALL = Set.of("SC", "TP");
  private static final Set<String> GAIN_FROM_22_BITS = Set.of("PVR", "TP", "BFS");
  private static final Set<String> GAIN_64 = Set.of("FWT", "MST", "SC", "SSSP", "TP");
  private static final Set<String> MEDIUM = Set.of("TP", "SC", "PVR");
  private static final Set<String> LEAST = Set.of("BP", "HW");

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
            Claim.of("bdi.32", "BDI compresses no block to 32 bytes")
                .never("blocks", moved -> moved.shares.smallUnderBdi()),
            Claim.of(
                    "fewerCompressed",
                    "MAG-aware BDI compresses at least the share that BDI does (to 0.5 points)")
                .never("programs", Figure12Sizes::fewerCompressed),
            SimulatedPaper.claim("noneSmall", "SC and TP have no blocks of 32 bytes (below 0.5 %)")
                .whole(
                    2,
                    "programs",
                    moved ->
                        moved.simulations.count(AWARE, NONE_SMALL, each -> each.share(1) < 0.5)),
            SimulatedPaper.claim(
                    "someSmall",
                    "BFS, BFS2, HW, MST and SSSP have 17 to 41 % of blocks of 32 bytes")
                .whole(
                    5,
                    "programs",
                    moved ->
                        moved.simulations.count(
                            AWARE, SOME_SMALL, each -> each.share(1) >= 17 && each.share(1) <= 41)),
            SimulatedPaper.claim("toSmall", "BP and LBM: 32 bytes where BDI takes 64")
                .whole(2, "programs", Figure12Sizes::toSmall),
            SimulatedPaper.claim(
                    "mostMag",
                    "BFS, BFS2, FWT, LBM, MST and SSSP: at least 78 % compressed by MAG-aware BDI")
                .whole(
                    6,
                    "programs",
                    moved ->
                        moved.simulations.count(
                            AWARE, GRAPHS_AND_MORE, each -> each.compressedShare() >= 78)),
            SimulatedPaper.claim("mostBdi", "The same: at least 61 % compressed by BDI")
                .whole(
                    6,
                    "programs",
                    moved ->
                        moved.simulations.count(
                            PLAIN, GRAPHS_AND_MORE, each -> each.compressedShare() >= 61)),
            SimulatedPaper.claim(
                    "gain22", "PVR, TP and BFS gain the most compressed blocks from 22 bits")
                .whole(
                    3,
                    "programs",
                    moved ->
                        moved.largest(
                            GAIN_FROM_22_BITS,
                            3,
                            p -> moved.compressed(AWARE)[p] - moved.compressed(PLAIN)[p])),
            SimulatedPaper.claim(
                    "gain64", "FWT, MST, SC, SSSP and TP gain the most blocks of 64 bytes or less")
                .whole(
                    5,
                    "programs",
                    moved ->
                        moved.largest(
                            GAIN_64,
                            5,
                            p ->
                                moved.share(AWARE, p, 1)
                                    + moved.share(AWARE, p, 2)
                                    - moved.share(PLAIN, p, 2))),
            SimulatedPaper.claim(
                    "medium", "TP, SC and PVR: a medium share compressed, between others")
                .whole(
                    3,
                    "programs",
                    moved -> shared(medium(moved.simulations, moved.compressed(AWARE)), MEDIUM)),
            SimulatedPaper.claim("least", "BP and HW have the most uncompressed blocks")
                .whole(
                    2,
                    "programs",
                    moved -> moved.largest(LEAST, 2, p -> -moved.compressed(AWARE)[p])))
        .claims(
            IntStream.range(0, SizeShares.SIZES.size())
                .boxed()
                // BDI has none of the smallest size.
                .flatMap(i -> Stream.of(AVERAGES.magBdi(i), AVERAGES.bdi(i)).limit(i == 0 ? 1 : 2)))
        .claims(AVERAGES.compressed())
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

    private double share(Setup setup, int program, int bursts) {
      return simulations.of(setup).get(program).share(bursts);
    }

    /** How many of these programs are among those in which a value is largest. */
    private long largest(Set<String> programs, int count, IntToDoubleFunction value) {
      return shared(simulations.largest(count, value), programs);
    }
  }

  private static long fewerCompressed(Moved moved) {
    double[] bdi = moved.compressed(PLAIN);
    double[] magBdi = moved.compressed(AWARE);
    return IntStream.range(0, bdi.length).filter(p -> magBdi[p] < bdi[p] - 0.5).count();
  }

  /** In these, most of what BDI moves as 64 bytes moves as 32. */
  private static long toSmall(Moved moved) {
    List<String> labels = moved.simulations.study().labels();
    return IntStream.range(0, labels.size())
        .filter(p -> Set.of("BP", "LBM").contains(labels.get(p)))
        .filter(p -> moved.share(AWARE, p, 1) > moved.share(PLAIN, p, 2) / 2)
        .count();
  }

  /** Those that are neither among the six with the most nor among the two with the least. */
  private static Set<String> medium(Simulations simulations, double[] compressed) {
    Set<String> medium = new HashSet<>(simulations.largest(9, p -> compressed[p]));
    medium.removeAll(simulations.largest(6, p -> compressed[p]));
    return medium;
  }

  private static long shared(Set<String> one, Set<String> other) {
    Set<String> both = new HashSet<>(one);
    both.retainAll(other);
    return both.size();
  }
}
