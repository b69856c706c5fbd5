package dev.magpie.workload.hpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SP and BT end as NPB publishes it: residuals and errors of the five components, to 1e-8. */
class NavierStokesTest {
  private static final double[][] SP_S = {
    {
      2.747031545134e-02,
      1.036074670529e-02,
      1.623574506510e-02,
      1.584055722446e-02,
      3.484904060936e-02
    },
    {
      2.728925855738e-05,
      1.036444664084e-05,
      1.615479828717e-05,
      1.575070499448e-05,
      3.417766618339e-05
    }
  };

  private static final double[][] BT_S = {
    {
      1.703428370954e-01,
      1.297525207003e-02,
      3.252792698949e-02,
      2.643642127517e-02,
      1.921178413174e-01
    },
    {
      4.997691334581e-04,
      4.519566678296e-05,
      7.397376517292e-05,
      7.382123863244e-05,
      8.926963098749e-04
    }
  };

  @ParameterizedTest
  @CsvSource({"sp,100", "csp,100", "bt,60"})
  void classS(String name, String steps) {
    SeriesProgram program = SeriesPrograms.find(name).orElseThrow();
    Map<String, String> settings = Map.of("class", "S", "steps", steps);
    NavierStokes running = (NavierStokes) program.start(InputParameter.Size.QUICK, settings);
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
    }
    double[][] published = name.equals("bt") ? BT_S : SP_S;
    double[] errors = running.errors();
    double[] residuals = running.residuals();
    for (int m = 0; m < NavierStokes.COMPONENTS; m++) {
      assertThat(residuals[m]).isCloseTo(published[0][m], withinPercentage(1e-6));
      assertThat(errors[m]).isCloseTo(published[1][m], withinPercentage(1e-6));
    }
  }
}
