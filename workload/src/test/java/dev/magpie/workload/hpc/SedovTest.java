package dev.magpie.workload.hpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The blast takes as many steps as LULESH 2.0 says, and ends with the energy that it prints. */
class SedovTest {
  @ParameterizedTest
  @CsvSource({"5,72,7.853665e+03", "10,231,2.720531e+04"})
  void endsAsLulesh(String size, int steps, double energy) {
    endsAs(size, steps, energy);
  }

  @Tag("long")
  @Test
  void endsAsLuleshInItsOwnSize() {
    endsAs("30", 932, 2.025075e+05);
  }

  private static void endsAs(String size, int steps, double energy) {
    Sedov running =
        (Sedov)
            Sedov.program().start(InputParameter.Size.QUICK, Map.of("size", size, "steps", "1000"));
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
    }
    assertThat(running.cycles()).isEqualTo(steps);
    assertThat(running.originEnergy()).isCloseTo(energy, withinPercentage(1e-4));
    assertThat(running.residual()).isLessThan(1e-8);
  }
}
