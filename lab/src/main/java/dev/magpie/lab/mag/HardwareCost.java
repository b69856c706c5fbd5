package dev.magpie.lab.mag;

import dev.magpie.gpu.config.GpuConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Unit;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.report.Columns;
import dev.magpie.report.Table;
import java.util.List;
import java.util.stream.IntStream;

/** Section V-B: what the metadata cache takes of area, power and energy. */
final class HardwareCost {
  /** A GTX 580: GF110, 520 mm2, 244 W (NVIDIA's data sheet and the GF100 white paper). */
  private static final double DIE_SQUARE_MILLIMETRES = 520;

  private static final double BOARD_WATTS = 244;

  /** CACTI 6.5's SRAM cell: 146 squares of the feature size (HPL-2009-85), at 32 nm. */
  private static final double CELL_SQUARES = 146;

  private static final double FEATURE_MILLIMETRES = 32e-6;
  private static final double CACHE_BITS = 8.0 * (16 << 10);

  /** The paper's own, from CACTI 6.5. */
  private static final double PAPER_SQUARE_MILLIMETRES = 0.005;

  private static final double PAPER_WATTS = 0.1e-3;

  /** Percent of a GTX 580. */
  private static final double AREA_SHARE = 100 * PAPER_SQUARE_MILLIMETRES / DIE_SQUARE_MILLIMETRES;

  private static final double POWER_SHARE = 100 * PAPER_WATTS / BOARD_WATTS;

  /** What SLC takes beside E2MC, and E2MC itself, percent of a GTX 580 (their papers). */
  private static final double SLC_AREA = 0.0015;

  private static final double SLC_POWER = 0.0008;
  private static final double E2MC_AREA = 5.8;
  private static final double E2MC_POWER = 1.5;

  /** Of Table IV, each with a cache (section IV-F). */
  private static final int CONTROLLERS = 6;

  /** Its memory and its metadata caches have the figures of energy. */
  private static final GpuConfig GPU = GpuConfigs.named("gtx580").orElseThrow();

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/hardware-cost", "Area and power of the metadata cache", "section V-B")
        .method(
            "The paper's 0.005 mm2 and 0.1 mW, from CACTI 6.5 at 32 nm, against a GTX 580 of 520"
                + " mm2 and 244 W. Beside it the least that its bits can take: 131,072 cells of 146"
                + " F2, as CACTI has them.")
        .method("SLC and E2MC take what their papers say, as the MAG paper cites them.")
        .method(
            "Energy: the paper's 1.4 pJ a read and 0.97 pJ a write of the cache for each look-up of"
                + " each program, against the energy of the bursts that compression saves.")
        .deviation(
            "Energy of a burst is ours: column and I/O of GDDR5 as in the preset, without"
                + " activates.")
        .parameter("codec", MagPaper.MAG_BDI)
        .measure(context ->
            Simulations.of(context, study, List.of(SimulatedPaper.NONE, SimulatedPaper.MAG_BDI)))
        .claims(
            Claim.of("area", "Area of the cache")
                .open("0.005 mm2", "CACTI 6.5, and what the paper sets in it."),
            Claim.of("power", "Power of the cache").open("0.1 mW", "The same; and at what rate."),
            Claim.of("units", "Three compressors in place of six take less power")
                .open("yes", "How often their gates switch; `mag/fig8` has their area."),
            Claim.consistency(
                    "areaShare",
                    "What rounds to 0.005 mm2 can be what rounds to 0.0009 % of a GTX 580")
                .holds(_ ->
                    0.0045 < 0.0095e-3 * DIE_SQUARE_MILLIMETRES
                        && 0.0055 > 0.0085e-3 * DIE_SQUARE_MILLIMETRES),
            Claim.consistency("powerShare", "Power of the cache, of a GTX 580")
                .is("0.00004", new Unit("%", 5), _ -> POWER_SHARE),
            Claim.consistency(
                    "paper.all-caches.area", "Area of the caches of all controllers, of a GTX 580")
                .because("Section IV-F has a cache in each of six controllers, and V-B counts one.")
                .is("0.0009", new Unit("%", 4), _ -> CONTROLLERS * AREA_SHARE),
            Claim.consistency(
                    "paper.all-caches.power",
                    "Power of the caches of all controllers, of a GTX 580")
                .because("So it is with power: six of 0.1 mW.")
                .is("0.00004", new Unit("%", 5), _ -> CONTROLLERS * POWER_SHARE),
            Claim.consistency("cells", "Area of the cells of the cache alone")
                .because(
                    "16 KiB are 131,072 cells, and a cell of 146 F2 at 32 nm takes 0.15 um2: cells"
                        + " alone take four times the paper's area.")
                .atMost(
                    PAPER_SQUARE_MILLIMETRES,
                    new Unit("mm2", 4),
                    _ -> CACHE_BITS * CELL_SQUARES * FEATURE_MILLIMETRES * FEATURE_MILLIMETRES),
            Claim.consistency(
                    "belowSlc",
                    "By the papers' figures, the cache takes less area and power than SLC and E2MC"
                        + " below it")
                .holds(
                    _ -> AREA_SHARE < SLC_AREA + E2MC_AREA && POWER_SHARE < SLC_POWER + E2MC_POWER),
            Claim.consistency("readEnergy", "Energy of a read of the cache")
                .is(
                    "0.0014",
                    new Unit("nJ", 5),
                    _ -> 1e-3 * GPU.energy().metadataCache().readPicojoules()),
            Claim.consistency("writeEnergy", "Energy of a write of the cache")
                .is(
                    "0.00097",
                    new Unit("nJ", 5),
                    _ -> 1e-3 * GPU.energy().metadataCache().writePicojoules()))
        .value(
            "not-worthwhile",
            simulations ->
                simulations
                    .where(
                        study.labels(),
                        p -> cacheEnergy(simulations, p) >= savedEnergy(simulations, p))
                    .size())
        .draw(simulations -> draw(simulations, study));
  }

  private static Figures draw(Simulations simulations, Study study) {
    Columns<Integer> columns =
        new Columns<Integer>()
            .text("program", study.labels()::get)
            .number(
                "look-ups",
                0,
                p -> simulations.of(SimulatedPaper.MAG_BDI).get(p).metadataAccesses())
            .number("cache", 3, "uJ", p -> cacheEnergy(simulations, p))
            .number("bursts saved", 3, "uJ", p -> savedEnergy(simulations, p))
            .number(
                "share",
                2,
                "%",
                p -> 100 * cacheEnergy(simulations, p) / savedEnergy(simulations, p));
    return Figures.none()
        .with(
            "parts",
            Table.titled("What parts take of a GTX 580")
                .text("part")
                .number("area", 4, "%")
                .number("power", 5, "%")
                .text("source")
                .row(
                    "metadata cache, 16 KiB",
                    AREA_SHARE,
                    POWER_SHARE,
                    "MAG paper, CACTI 6.5, 32 nm")
                .row("SLC beside E2MC", SLC_AREA, SLC_POWER, "SLC (DATE 2019)")
                .row("E2MC", E2MC_AREA, E2MC_POWER, "E2MC (IPDPS 2017)")
                .build())
        .with(
            "energy",
            columns.table(
                "Energy of the metadata cache, and of the bursts saved",
                IntStream.range(0, study.subjects().size()).boxed().toList()));
  }

  /** What a program's look-ups take, in microjoules. */
  private static double cacheEnergy(Simulations simulations, int program) {
    Simulation after = simulations.of(SimulatedPaper.MAG_BDI).get(program);
    return 1e6
        * GPU.energy().metadataCache().joules(after.metadataAccesses(), after.metadataMisses());
  }

  /** What the bursts that compression saves would take, in microjoules. */
  private static double savedEnergy(Simulations simulations, int program) {
    long bytes =
        simulations.of(SimulatedPaper.NONE).get(program).dramBytes()
            - simulations.of(SimulatedPaper.MAG_BDI).get(program).dramBytes();
    return 1e6 * (GPU.dram().energy().columnJoules(bytes) + GPU.dram().energy().ioJoules(bytes));
  }
}
