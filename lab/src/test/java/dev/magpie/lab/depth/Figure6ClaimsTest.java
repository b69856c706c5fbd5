package dev.magpie.lab.depth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Judged;
import dev.magpie.lab.depth.Figure6CacheSizes.Curves;
import dev.magpie.report.Verdict;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What holds of curves as section 4 tells them does not hold of others. Figure 6 has no numbers,
 * and Pre DO's factor of two is the text's: the table of Figure 4 has less ({@link
 * PaperTableTest}).
 */
class Figure6ClaimsTest {
  private static double[] times(double factor, double[] curve) {
    double[] scaled = curve.clone();
    for (int n = 0; n < scaled.length; n++) {
      scaled[n] *= factor;
    }
    return scaled;
  }

  /**
   * Curves made up so that Post C has its knee at 16 kB and Pre C at 10, and Pre C is as low as
   * Post C of 16 and 32 kB at 40 % of that.
   */
  private static Curves asInThePaper() {
    double[] postC = {96, 87.2, 78.6, 70.2, 62, 54, 38.4, 36.4, 34.44, 30.6, 27.72, 24.52};
    double[] preC = {
      86.6, 61.6, 39.6, 33.6, 31.71, 30.91, 29.35, 27.83, 26.35, 23.47, 18.35, 13.23
    };
    double[] preDo = {171, 133.8, 98.6, 75.2, 70.8, 66.6, 60.6, 58.9, 57.5, 54.8, 48.3, 39.8};
    return new Curves(
        Map.of(
            PaperBackEnd.RAW_T, times(4, postC),
            PaperBackEnd.POST_DO, times(2, postC),
            PaperBackEnd.PRE_DO, preDo,
            PaperBackEnd.POST_C, postC,
            PaperBackEnd.PRE_C, preC),
        times(0, postC),
        40);
  }

  /** Systems of a codec exchanged, and concave curves. */
  private static Curves otherwise() {
    double[] postC = {92, 91.75, 91.5, 91.25, 91, 90, 87, 84, 81, 76, 54, 10};
    double[] preC = {93, 92.9, 92.8, 92.7, 92.6, 92.5, 92.4, 92.3, 92.2, 92, 91.5, 91};
    return new Curves(
        Map.of(
            PaperBackEnd.RAW_T, postC,
            PaperBackEnd.POST_DO, times(0.5, postC),
            PaperBackEnd.PRE_DO, times(0.5, preC),
            PaperBackEnd.POST_C, postC,
            PaperBackEnd.PRE_C, preC),
        times(0, postC),
        80);
  }

  private static Stream<Claim<Curves>> claims() {
    return Judged.claims(Figure6CacheSizes.experiment());
  }

  @Test
  void allHoldsAsThePaperTellsIt() {
    Curves paper = asInThePaper();
    assertThat(Judged.byOrderings(claims(), paper))
        .allSatisfy((name, verdict) -> assertThat(verdict).as(name).isEqualTo(Verdict.HOLDS));
    assertThat(
            Judged.by(
                Figure6CacheSizes.experiment(),
                paper,
                "equal-size.c.16",
                "equal-size.c.32",
                "compression",
                "knee.pre-c",
                "knee.post-c"))
        .containsOnly(Verdict.EXACT);
  }

  @Test
  void noneHoldsOtherwise() {
    assertThat(Judged.byOrderings(claims(), otherwise()))
        .allSatisfy(
            (name, verdict) -> assertThat(verdict).as(name).isEqualTo(Verdict.DOES_NOT_HOLD));
  }
}
