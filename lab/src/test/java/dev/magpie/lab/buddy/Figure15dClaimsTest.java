package dev.magpie.lab.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.buddy.Figure15dAccuracy.Curves;
import dev.magpie.lab.claim.Claim;
import dev.magpie.lab.claim.Judged;
import dev.magpie.report.Verdict;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds of curves as section IV-D tells them does not hold of others. */
class Figure15dClaimsTest {
  private static final int EPOCHS = 24;

  /**
   * A curve that rises steadily and then stays, up and down from epoch to epoch.
   *
   * @param epochs after which it stays
   */
  private static AccuracyCurve curve(int batch, double accuracy, int epochs, double jitter) {
    return new AccuracyCurve(
        batch,
        0.1,
        List.of(
            IntStream.rangeClosed(1, EPOCHS)
                .mapToObj(epoch ->
                    accuracy * Math.min(1, (double) epoch / epochs)
                        + (epoch % 2 == 0 ? jitter : -jitter) / 2)
                .toList()));
  }

  /** Small batches end lower and jitter; 64 is as good as larger ones, but later. */
  private static AccuracyCurve asInThePaper(int batch) {
    return batch < 64 ? curve(batch, 60, 4, 4) : curve(batch, 80, batch == 64 ? 16 : 8, 1);
  }

  private static AccuracyCurve otherwise(int batch) {
    return batch < 64 ? curve(batch, 80, 4, 1) : curve(batch, 60, batch == 64 ? 4 : 8, 4);
  }

  private static Curves curves(IntFunction<AccuracyCurve> curve) {
    return new Curves(
        Figure15dAccuracy.BATCHES.stream().map(curve::apply).toList(), curve.apply(256));
  }

  private static Stream<Claim<Curves>> claims() {
    return Judged.claims(Figure15dAccuracy.experiment(BuddyStudy.PAPER));
  }

  @Test
  void allHoldsAsThePaperTellsIt() {
    assertThat(Judged.byOrderings(claims(), curves(Figure15dClaimsTest::asInThePaper)).values())
        .containsOnly(Verdict.HOLDS);
  }

  @Test
  void noneHoldsOtherwise() {
    assertThat(Judged.byOrderings(claims(), curves(Figure15dClaimsTest::otherwise)).values())
        .containsOnly(Verdict.DOES_NOT_HOLD);
  }

  @Test
  void aBatchThatNeverReachesWhatLargerOnesDoIsNotSlowerButWorse() {
    Curves worse = curves(batch -> batch == 64 ? curve(batch, 70, 16, 1) : asInThePaper(batch));
    assertThat(Judged.by(Figure15dAccuracy.experiment(BuddyStudy.PAPER), worse, "accuracy.64"))
        .containsExactly(Verdict.DOES_NOT_HOLD);
  }
}
