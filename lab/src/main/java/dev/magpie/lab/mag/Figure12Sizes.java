package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Band;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.data.Shares;
import dev.magpie.lab.run.Description;
import dev.magpie.lab.run.Findings;
import dev.magpie.lab.run.NamedExperiment;
import dev.magpie.lab.run.RunContext;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Figure 12: how the blocks that move share out over sizes. */
record Figure12Sizes(Study study) implements NamedExperiment {
  private static final double[] PAPER_BDI = {0, 38, 24, 38};
  private static final double[] PAPER_MAG_BDI = {30, 24.5, 24.5, 21};
  private static final Set<String> GRAPHS_AND_MORE =
      Set.of("BFS", "BFS2", "FWT", "LBM", "MST", "SSSP");
  private static final Set<String> SOME_SMALL = Set.of("BFS", "BFS2", "HW", "MST", "SSSP");
  private static final Set<String> NONE_SMALL = Set.of("SC", "TP");
  private static final Set<String> GAIN_FROM_22_BITS = Set.of("PVR", "TP", "BFS");
  private static final Set<String> GAIN_64 = Set.of("FWT", "MST", "SC", "SSSP", "TP");
  private static final Set<String> MEDIUM = Set.of("TP", "SC", "PVR");
  private static final Set<String> LEAST = Set.of("BP", "HW");

  @Override
  public Description description() {
    Description.Builder description =
        SimulatedPaper.describe(
                "mag/fig12", "Sizes of the blocks that move", "section VI-A, Figure 12")
            .method(
                "Every block that a controller reads from or writes to DRAM counts with the whole"
                    + " bursts it takes; 128 bytes mean uncompressed. `mag/fig12-data` is the same of"
                    + " blocks at rest.")
            .parameter("codecs", List.of(MagPaper.BDI, MagPaper.MAG_BDI))
            .claim(
                NamedExperiment.never(
                    "bdi.32", "BDI compresses no block to 32 bytes: exceptions", "blocks"))
            .claim(
                NamedExperiment.never(
                    "fewerCompressed",
                    "MAG-aware BDI compresses at least the share that BDI does (to 0.5 points):"
                        + " exceptions",
                    "programs"))
            .claim(programs("noneSmall", "SC and TP have no blocks of 32 bytes (below 0.5 %)", 2))
            .claim(
                programs(
                    "someSmall",
                    "BFS, BFS2, HW, MST and SSSP have 17 to 41 % of blocks of 32 bytes",
                    5))
            .claim(programs("toSmall", "BP and LBM: 32 bytes where BDI takes 64", 2))
            .claim(
                programs(
                    "mostMag",
                    "BFS, BFS2, FWT, LBM, MST and SSSP: at least 78 % compressed by MAG-aware BDI",
                    6))
            .claim(programs("mostBdi", "The same: at least 61 % compressed by BDI", 6))
            .claim(
                programs(
                    "gain22", "PVR, TP and BFS gain the most compressed blocks from 22 bits", 3))
            .claim(
                programs(
                    "gain64",
                    "FWT, MST, SC, SSSP and TP gain the most blocks of 64 bytes or less",
                    5))
            .claim(
                programs("medium", "TP, SC and PVR: a medium share compressed, between others", 3))
            .claim(programs("least", "BP and HW have the most uncompressed blocks", 2));
    for (int i = 0; i < PAPER_BDI.length; i++) {
      String size = ProgramSizes.SIZES.get(i);
      average(description, "magBdi." + i, "MAG-aware BDI, " + size, PAPER_MAG_BDI[i]);
      if (i > 0) {
        average(description, "bdi." + i, "BDI, " + size, PAPER_BDI[i]);
      }
    }
    average(description, "magBdi.compressed", "MAG-aware BDI, compressed at all", 79);
    average(description, "bdi.compressed", "BDI, compressed at all", 62);
    return description.build();
  }

  /** A statement about programs: for how many of those it names it holds. */
  static Claim.Quantity<Findings> programs(String measure, String text, int all) {
    return NamedExperiment.of(measure, text, all, Unit.whole("programs"))
        .notExpected(SimulatedPaper.OTHER_RUNS);
  }

  private static void average(
      Description.Builder description, String measure, String text, double paper) {
    description.claim(
        NamedExperiment.of(measure, text + ", average share", paper, Unit.PERCENT)
            .within(Band.around(paper, 0.5))
            .notExpected(SimulatedPaper.OTHER_RUNS));
  }

  @Override
  public Findings run(RunContext context) {
    Setup plain = SimulatedPaper.BDI;
    Setup aware = SimulatedPaper.MAG_BDI;
    Simulations simulations = Simulations.of(context, study, List.of(plain, aware));
    ExpectedSizes expected = new ExpectedSizes(simulations, context.size());
    ProgramSizes sizes = new ProgramSizes(simulations);
    Shares bdi = sizes.shares(plain);
    Shares magBdi = sizes.shares(aware);
    double[] compressedBdi = simulations.each(plain, Simulation::compressedShare);
    double[] compressedMag = simulations.each(aware, Simulation::compressedShare);
    Findings.Builder findings =
        Findings.builder()
            .measure("bdi.32", bdi.rows().stream().mapToLong(row -> row.counts().getFirst()).sum())
            .measure(
                "fewerCompressed",
                IntStream.range(0, compressedBdi.length)
                    .filter(p -> compressedMag[p] < compressedBdi[p] - 0.5)
                    .count())
            .measure(
                "noneSmall",
                ProgramSizes.count(simulations, aware, NONE_SMALL, each -> each.share(1) < 0.5))
            .measure(
                "someSmall",
                ProgramSizes.count(
                    simulations,
                    aware,
                    SOME_SMALL,
                    each -> each.share(1) >= 17 && each.share(1) <= 41))
            .measure("toSmall", toSmall(simulations))
            .measure(
                "mostMag",
                ProgramSizes.count(
                    simulations, aware, GRAPHS_AND_MORE, each -> each.compressedShare() >= 78))
            .measure(
                "mostBdi",
                ProgramSizes.count(
                    simulations, plain, GRAPHS_AND_MORE, each -> each.compressedShare() >= 61))
            .measure(
                "gain22",
                shared(
                    sizes.largest(3, p -> compressedMag[p] - compressedBdi[p]), GAIN_FROM_22_BITS))
            .measure(
                "gain64",
                shared(
                    sizes.largest(
                        5,
                        p ->
                            simulations.of(aware).get(p).share(1)
                                + simulations.of(aware).get(p).share(2)
                                - simulations.of(plain).get(p).share(2)),
                    GAIN_64))
            .measure("medium", shared(medium(sizes, compressedMag), MEDIUM))
            .measure("least", shared(sizes.largest(2, p -> -compressedMag[p]), LEAST))
            .measure("expected.bdi", expected.count(plain))
            .measure("expected.mag-bdi", expected.count(aware))
            .measure("magBdi.compressed", 100 - magBdi.averages()[3])
            .measure("bdi.compressed", 100 - bdi.averages()[3]);
    for (int i = 0; i < PAPER_BDI.length; i++) {
      findings.measure("magBdi." + i, magBdi.averages()[i]);
      findings.measure("bdi." + i, bdi.averages()[i]);
    }
    return findings
        .chart(bdi.chart("BDI", PAPER_BDI).withCaption("Share of the blocks that move, by size."))
        .chart(
            magBdi
                .chart("MAG-aware BDI", PAPER_MAG_BDI)
                .withCaption("Share of the blocks that move, by size."))
        .table("expected", expected.table())
        .table("bdi", bdi.table("BDI: blocks that move, by size"))
        .table("mag-bdi", magBdi.table("MAG-aware BDI: blocks that move, by size"))
        .build();
  }

  /** In these, most of what BDI moves as 64 bytes moves as 32. */
  private static long toSmall(Simulations simulations) {
    List<String> labels = simulations.study().labels();
    return IntStream.range(0, labels.size())
        .filter(p -> Set.of("BP", "LBM").contains(labels.get(p)))
        .filter(p ->
            simulations.of(SimulatedPaper.MAG_BDI).get(p).share(1)
                > simulations.of(SimulatedPaper.BDI).get(p).share(2) / 2)
        .count();
  }

  /** Those that are neither among the six with the most nor among the two with the least. */
  private static Set<String> medium(ProgramSizes sizes, double[] compressed) {
    Set<String> medium = new HashSet<>(sizes.largest(9, p -> compressed[p]));
    medium.removeAll(sizes.largest(6, p -> compressed[p]));
    return medium;
  }

  private static long shared(Set<String> one, Set<String> other) {
    Set<String> both = new HashSet<>(one);
    both.retainAll(other);
    return both.size();
  }
}
