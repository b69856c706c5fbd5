package dev.magpie.lab.mag;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.result.Figures;
import dev.magpie.lab.run.Experiment;
import dev.magpie.lab.study.Setup;
import dev.magpie.lab.study.Simulation;
import dev.magpie.lab.study.Simulations;
import dev.magpie.lab.study.Study;
import dev.magpie.report.Columns;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Section VI-A: how much of what MAG-aware BDI moves as one burst is zeros and repeated values. */
final class ZerosAndRepeats {
  private static final Setup AWARE = SimulatedPaper.MAG_BDI;

  /** All of BDI, whose codes of zeros and of a repeated value are shorter than all others. */
  private static final Setup ALL_OF_BDI = Setup.of("bdi");

  private static final int ZEROS_BYTES = 1;
  private static final int REPEAT_BYTES = 8;

  static Experiment<?> experiment(Study study) {
    return SimulatedPaper.describe(
            "mag/zeros", "Zeros and repeated values in what moves", "section VI-A")
        .method(
            "All of BDI codes a block of zeros in 1 byte and one of a repeated value of 8 bytes,"
                + " whose deltas are zero, in 8, so that the sizes of its codes count both. Beside"
                + " them is what MAG-aware BDI moves as 32 bytes.")
        .parameter("codecs", List.of(ALL_OF_BDI.codec(), AWARE.codec()))
        .measure(context -> Simulations.of(context, study, List.of(ALL_OF_BDI, AWARE)))
        .claims(
            Claim.of("bp", "BP: most of what moves as 32 bytes is zero")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(Set.of("BP"), p -> zeros(moved, p) <= oneBurst(moved, p) / 2)),
            Claim.of("lbm", "LBM: most of what moves as 32 bytes repeats a value")
                .because(
                    "In a quick run a row of the grid is a block, so that each block has cells"
                        + " beside a wall, which differ from the others by a little. With rows of"
                        + " 120 cells it is so.")
                .nowhere(
                    "programs",
                    moved ->
                        moved.where(
                            Set.of("LBM"),
                            p -> zeros(moved, p) + repeats(moved, p) <= oneBurst(moved, p) / 2)))
        .draw(moved -> {
          Columns<Integer> columns =
              new Columns<Integer>()
                  .text("program", study.labels()::get)
                  .number("zeros", 1, "%", p -> zeros(moved, p))
                  .number("a repeated value", 1, "%", p -> repeats(moved, p))
                  .number("32 B, MAG-aware BDI", 1, "%", p -> oneBurst(moved, p));
          return Figures.none()
              .with(
                  "shares",
                  columns.table(
                      "Blocks that move: zeros, repeated values, and those of one burst",
                      IntStream.range(0, study.labels().size()).boxed().toList()));
        });
  }

  private static double zeros(Simulations moved, int program) {
    return coded(moved, program, ZEROS_BYTES);
  }

  private static double repeats(Simulations moved, int program) {
    return coded(moved, program, REPEAT_BYTES);
  }

  /** Percent of the blocks that all of BDI codes in so many bytes. */
  private static double coded(Simulations moved, int program, int bytes) {
    Simulation simulation = moved.of(ALL_OF_BDI).get(program);
    return 100.0 * simulation.blocksByBytes().getOrDefault(bytes, 0L) / simulation.blocks();
  }

  private static double oneBurst(Simulations moved, int program) {
    return moved.of(AWARE).get(program).share(1);
  }
}
