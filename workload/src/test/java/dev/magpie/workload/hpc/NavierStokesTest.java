package dev.magpie.workload.hpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.magpie.workload.SeriesPrograms;
import dev.magpie.workload.input.InputParameter;
import dev.magpie.workload.series.SeriesProgram;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SP and BT end as NPB publishes it: residuals and errors of the five components, to 1e-8. */
class NavierStokesTest {
  /** What NPB's {@code verify} holds a class to, five residuals and five errors. */
  @SuppressWarnings("FloatingPointLiteralPrecision") // As NPB has them.
  private static final Map<String, double[]> PUBLISHED =
      Map.of(
          "SP.S",
          new double[] {
            2.7470315451339479e-02,
            1.0360746705285417e-02,
            1.6235745065095532e-02,
            1.5840557224455615e-02,
            3.4849040609362460e-02,
            2.7289258557377227e-05,
            1.0364446640837285e-05,
            1.6154798287166471e-05,
            1.5750704994480102e-05,
            3.4177666183390531e-05
          },
          "SP.W",
          new double[] {
            0.1893253733584e-02,
            0.1717075447775e-03,
            0.2778153350936e-03,
            0.2887475409984e-03,
            0.3143611161242e-02,
            0.7542088599534e-04,
            0.6512852253086e-05,
            0.1049092285688e-04,
            0.1128838671535e-04,
            0.1212845639773e-03
          },
          "SP.A",
          new double[] {
            2.4799822399300195,
            1.1276337964368832,
            1.5028977888770491,
            1.4217816211695179,
            2.1292113035138280,
            1.0900140297820550e-04,
            3.7343951769282091e-05,
            5.0092785406541633e-05,
            4.7671093939528255e-05,
            1.3621613399213001e-04
          },
          "BT.S",
          new double[] {
            1.7034283709541311e-01,
            1.2975252070034097e-02,
            3.2527926989486055e-02,
            2.6436421275166801e-02,
            1.9211784131744430e-01,
            4.9976913345811579e-04,
            4.5195666782961927e-05,
            7.3973765172921357e-05,
            7.3821238632439731e-05,
            8.9269630987491446e-04
          },
          "BT.W",
          new double[] {
            0.1125590409344e+03,
            0.1180007595731e+02,
            0.2710329767846e+02,
            0.2469174937669e+02,
            0.2638427874317e+03,
            0.4419655736008e+01,
            0.4638531260002e+00,
            0.1011551749967e+01,
            0.9235878729944e+00,
            0.1018045837718e+02
          },
          "BT.A",
          new double[] {
            1.0806346714637264e+02,
            1.1319730901220813e+01,
            2.5974354511582465e+01,
            2.3665622544678910e+01,
            2.5278963211748344e+02,
            4.2348416040525025e+00,
            4.4390282496995698e-01,
            9.6692480136345650e-01,
            8.8302063039765474e-01,
            9.7379901770829278e+00
          });

  @ParameterizedTest
  @CsvSource({"sp,SP.S,100", "csp,SP.S,100", "bt,BT.S,60"})
  void smallestClass(String name, String npb, String steps) {
    endsAsPublished(name, npb, steps);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "sp,SP.W,400",
    "csp,SP.W,400",
    "bt,BT.W,200",
    "sp,SP.A,400",
    "csp,SP.A,400",
    "bt,BT.A,200"
  })
  void largerClasses(String name, String npb, String steps) {
    endsAsPublished(name, npb, steps);
  }

  private static void endsAsPublished(String name, String npb, String steps) {
    SeriesProgram program = SeriesPrograms.find(name).orElseThrow();
    Map<String, String> settings =
        Map.of("class", npb.substring(npb.indexOf('.') + 1), "steps", steps);
    NavierStokes running = (NavierStokes) program.start(InputParameter.Size.QUICK, settings);
    for (int s = 0; s < SeriesProgram.SNAPSHOTS; s++) {
      running.advance();
    }
    double[] published = Objects.requireNonNull(PUBLISHED.get(npb));
    double[] residuals = running.residuals();
    double[] errors = running.errors();
    for (int m = 0; m < NavierStokes.COMPONENTS; m++) {
      assertThat(residuals[m]).isCloseTo(published[m], withinPercentage(1e-6));
      assertThat(errors[m])
          .isCloseTo(published[NavierStokes.COMPONENTS + m], withinPercentage(1e-6));
    }
  }
}
