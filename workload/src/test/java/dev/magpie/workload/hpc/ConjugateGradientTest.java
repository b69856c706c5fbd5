package dev.magpie.workload.hpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CG finds the eigenvalues that NPB publishes, to 1e-10. */
class ConjugateGradientTest {
  @ParameterizedTest
  @CsvSource({"S,8.5971775078648", "W,10.362595087124", "A,17.130235054029"})
  void classes(String problem, double published) {
    ConjugateGradient running =
        (ConjugateGradient)
            ConjugateGradient.program().start(InputParameter.Size.QUICK, Map.of("class", problem));
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
    }
    assertThat(running.zeta()).isCloseTo(published, withinPercentage(1e-8));
  }
}
