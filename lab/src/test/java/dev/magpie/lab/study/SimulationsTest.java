package dev.magpie.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.lab.result.RunSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is made of counters, and that simulations are what they are said to be. */
class SimulationsTest {
  private static final Setup NONE = Setup.of("none");
  private static final Setup MAG_BDI = Setup.of("mag-bdi");

  private static Simulation simulation(
      long cycles, long dramBytes, List<Long> blocks, Map<Integer, Long> coded) {
    return new Simulation(cycles, 1, 1, 1, dramBytes, 0, blocks, coded, 200, 3, 0.5, 1, 1, 0);
  }

  @Test
  void runsTakeTheProgramsSizes() {
    Study.Subject transform =
        Study.MAG_PAPER.subjects().stream()
            .filter(subject -> subject.label().equals("FWT"))
            .findFirst()
            .orElseThrow();
    assertThat(
            Stream.of(RunSize.values())
                .map(size -> transform.settings(size).values().get("log-data")))
        .containsExactly("16", "21", "23");
  }

  @Test
  void whatWouldTakeTooLongInTheSizeOfTheLiteratureRunsInItsFullSize() {
    assertThat(Study.MAG_PAPER.subjects())
        .filteredOn(subject -> !PaperSizes.fits(subject.program().name()))
        .extracting(Study.Subject::label)
        .containsExactly("HW", "LBM", "MST", "PVR");
    Study.Subject lattice =
        Study.MAG_PAPER.subjects().stream()
            .filter(subject -> subject.label().equals("LBM"))
            .findFirst()
            .orElseThrow();
    assertThat(lattice.settings(RunSize.PAPER).values())
        .isEqualTo(lattice.settings(RunSize.FULL).values());
    // How long depends on how many memories the recorded results simulate.
    assertThat(PaperSizes.leftOut(2))
        .containsPattern("lbm, which would take some [1-9][0-9]* hours on 2 cores");
  }

  @Test
  void ratiosCountBlocksByTheirBursts() {
    // 10 blocks of a burst, 20 of two, 30 raw ones: 60 x 4 bursts move as 10 + 40 + 120.
    Simulation moved =
        simulation(1, 1, List.of(0L, 10L, 20L, 0L, 30L), Map.of(30, 10L, 50, 20L, 128, 30L));
    assertThat(moved.blocks()).isEqualTo(60);
    assertThat(moved.effectiveRatio()).isEqualTo(240.0 / 170);
    assertThat(moved.rawRatio()).isEqualTo(60.0 * 128 / 5140);
    assertThat(moved.share(2)).isCloseTo(100.0 / 3, within(1e-12));
    assertThat(moved.compressedShare()).isEqualTo(50);
    assertThat(moved.metadataMissRate()).isEqualTo(1.5);
  }

  @Test
  void speedupsAndReductionsAreAgainstTheSameBurstsUncompressed() {
    Simulations simulations =
        new Simulations(
            new Study(TinyStudy.STUDY.subjects().subList(0, 2)),
            Map.of(
                NONE,
                List.of(
                    simulation(1000, 400, List.of(0L, 1L), Map.of()),
                    simulation(300, 100, List.of(0L, 1L), Map.of())),
                MAG_BDI,
                List.of(
                    simulation(800, 100, List.of(0L, 1L), Map.of()),
                    simulation(400, 110, List.of(0L, 1L), Map.of()))));
    assertThat(simulations.speedups(MAG_BDI)).containsExactly(1.25, 0.75);
    assertThat(simulations.bandwidthReductions(MAG_BDI))
        .containsExactly(new double[] {0.75, -0.1}, within(1e-12));
    assertThat(Setup.of("bdi", 64).baseline()).isEqualTo(Setup.of("none", 64));
  }

  @Test
  void theSameSimulationIsTheSameToTheCycle() {
    Study.Subject scan = TinyStudy.STUDY.subjects().getLast();
    Simulation once = new ProgramSimulator(scan, MAG_BDI, RunSize.FULL).execute();
    assertThat(new ProgramSimulator(scan, MAG_BDI, RunSize.FULL).execute()).isEqualTo(once);
    assertThat(once.blocks()).isPositive();
    assertThat(once.metadataAccesses()).isEqualTo(once.blocks());
    assertThat(once.effectiveRatio()).isGreaterThan(1.5);
  }

  /** Programs without races do the same whatever the memory takes. */
  @Test
  void aReplayIsAsTheExecutionToTheCycle(@TempDir Path directory) throws IOException {
    for (int program : List.of(1, 2, 3)) {
      Study.Subject subject = TinyStudy.STUDY.subjects().get(program);
      Path file = directory.resolve("recording" + program);
      new ProgramSimulator(subject, NONE, RunSize.QUICK).record(file);
      for (Setup setup : List.of(NONE, MAG_BDI, Setup.of("fpc"), Setup.of("mag-bdi", 16))) {
        ProgramSimulator simulator = new ProgramSimulator(subject, setup, RunSize.QUICK);
        assertThat(simulator.replay(file)).as(simulator.name()).isEqualTo(simulator.execute());
      }
    }
  }

  @Test
  void approximationHasAnErrorOnlyWhereItMayAndExactCodecsHaveNone() {
    Study.Subject scan =
        TinyStudy.subject("sc", Map.of("elements", "65536", "longest", "4096", "bits", "8"));
    Simulation approximated =
        new ProgramSimulator(scan, Setup.of("tslc-simp"), RunSize.FULL).execute();
    assertThat(approximated.error()).isPositive().isLessThan(10);
    Study.Subject search = TinyStudy.STUDY.subjects().getFirst();
    assertThat(new ProgramSimulator(search, Setup.of("tslc-simp"), RunSize.FULL).execute().error())
        .isZero();
    assertThat(new ProgramSimulator(scan, MAG_BDI, RunSize.FULL).execute().error()).isZero();
  }

  @Test
  void everyMagMovesWholeBursts() {
    Study.Subject lattice = TinyStudy.STUDY.subjects().get(2);
    for (int mag : List.of(16, 32, 64)) {
      Simulation moved =
          new ProgramSimulator(lattice, Setup.of("mag-bdi", mag), RunSize.FULL).execute();
      assertThat(moved.blocksByBursts()).hasSize(128 / mag + 1);
      assertThat(moved.blocksByBursts().getFirst()).isZero();
      assertThat(moved.dramBytes() % mag).isZero();
      assertThat(moved.effectiveRatio()).isBetween(1.0, 128.0 / mag);
    }
  }
}
