package dev.magpie.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.report.Verdict;
import org.junit.jupiter.api.Test;

class ClaimTest {
  private static final Claim<Double> RATIO =
      Claim.of("ratio", "Ratio").around(0.05).is(1.85, Unit.RATIO, Double::doubleValue);
  private static final Claim<Double> DECLARED =
      Claim.of("ratio", "Ratio")
          .around(0.05)
          .notExpected("other data")
          .is(1.85, Unit.RATIO, Double::doubleValue);

  @Test
  void aValueInTheBandIsReproduced() {
    assertThat(RATIO.judge(1.80)).isEqualTo(Verdict.REPRODUCED);
    assertThat(RATIO.judge(1.90)).isEqualTo(Verdict.REPRODUCED);
    assertThat(RATIO.judge(1.91)).isEqualTo(Verdict.NOT_REPRODUCED);
  }

  @Test
  void withoutABandTheValueIsExact() {
    Claim<Double> exact = Claim.of("bits", "Bits").is(6, Unit.whole("bits"), Double::doubleValue);
    assertThat(exact.judge(6)).isEqualTo(Verdict.REPRODUCED);
    assertThat(exact.judge(6.001)).isEqualTo(Verdict.NOT_REPRODUCED);
  }

  @Test
  void valuesAreFunctionsOfWhatWasMeasured() {
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares pairs.
    record Pair(double less, double more, long[] exceptions) {}
    Pair pair = new Pair(2, 3, new long[] {0, 4});
    assertThat(Claim.of("sum", "Sum").is(5, Unit.RATIO, (Pair p) -> p.less() + p.more()).in(pair))
        .isEqualTo(5);
    Claim<Pair> ordered = Claim.of("ordered", "In order").holds(p -> p.less() < p.more());
    assertThat(ordered.in(pair)).isEqualTo(1);
    assertThat(ordered.in(new Pair(3, 2, new long[2]))).isEqualTo(0);
    assertThat(ordered.judge(0)).isEqualTo(Verdict.NOT_REPRODUCED);
    Claim<Pair> never = Claim.of("never", "Never").never("blocks", p -> p.exceptions()[1]);
    assertThat(never.judge(never.in(pair))).isEqualTo(Verdict.NOT_REPRODUCED);
    assertThat(never.judge(0)).isEqualTo(Verdict.REPRODUCED);
    assertThat(never.unit().format(4)).isEqualTo("4 blocks");
  }

  @Test
  void anExpectationNamesAFailureButDoesNotMakeOne() {
    assertThat(DECLARED.judge(1.85)).isEqualTo(Verdict.REPRODUCED);
    assertThat(DECLARED.judge(9)).isEqualTo(Verdict.NOT_EXPECTED);
  }

  @Test
  void nothingMeasuredIsAnErrorHoweverDeclared() {
    assertThat(RATIO.judge(Double.NaN)).isEqualTo(Verdict.ERROR);
    assertThat(DECLARED.judge(Double.NaN)).isEqualTo(Verdict.ERROR);
  }

  @Test
  void unitsPrintAsPeopleWrite() {
    assertThat(Unit.YES_NO.format(1)).isEqualTo("yes");
    assertThat(Unit.words("no", "partial", "yes").format(1)).isEqualTo("partial");
    assertThat(Unit.whole("bits").format(1)).isEqualTo("1 bit");
    assertThat(Unit.whole("blocks").format(65_536)).isEqualTo("65,536 blocks");
    assertThat(Unit.PERCENT.format(-1.26)).isEqualTo("-1.3 %");
    assertThat(Unit.RATIO.format(Double.NaN)).isEqualTo("-");
  }
}
