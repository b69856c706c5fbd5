package dev.magpie.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.report.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimTest {
  private static final Claim<Double> RATIO =
      Claim.of("ratio", "Ratio").ratio("1.50", Double::doubleValue);

  @Test
  void aNumberIsGradedByItsErrorRelativeToThePapers() {
    assertThat(RATIO.stated()).isEqualTo("1.50");
    assertThat(RATIO.judge(1.50)).isEqualTo(Verdict.EXACT);
    assertThat(RATIO.judge(1.505)).isEqualTo(Verdict.EXACT);
    assertThat(RATIO.judge(1.506)).isEqualTo(Verdict.WITHIN_5_PERCENT);
    assertThat(RATIO.judge(1.425)).isEqualTo(Verdict.WITHIN_5_PERCENT);
    assertThat(RATIO.judge(1.42)).isEqualTo(Verdict.WITHIN_10_PERCENT);
    assertThat(RATIO.judge(1.66)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(RATIO.judge(1.01)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(RATIO.judge(1)).isEqualTo(Verdict.CONTRADICTS);
    assertThat(RATIO.judge(0.9)).isEqualTo(Verdict.CONTRADICTS);
  }

  @Test
  void theDigitsOfANumberAreItsRounding() {
    Claim<Double> tenths = Claim.of("share", "Share").percent("24.5", Double::doubleValue);
    assertThat(tenths.stated()).isEqualTo("24.5 %");
    assertThat(tenths.judge(24.55)).isEqualTo(Verdict.EXACT);
    assertThat(tenths.judge(24.56)).isEqualTo(Verdict.WITHIN_5_PERCENT);
    Claim<Double> ones = Claim.of("share", "Share").percent("24", Double::doubleValue);
    assertThat(ones.judge(24.5)).isEqualTo(Verdict.EXACT);
    Claim<Double> bits = Claim.of("bits", "Bits").whole(24, "bits", Double::doubleValue);
    assertThat(bits.judge(24.01)).isEqualTo(Verdict.WITHIN_5_PERCENT);
  }

  @Test
  void directionsPartAtTheValueOfNoEffect() {
    Claim<Double> change = Claim.of("change", "Change").percent("-1.3", Double::doubleValue);
    assertThat(change.judge(-9)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(change.judge(3.6)).isEqualTo(Verdict.CONTRADICTS);
    Claim<Double> share =
        Claim.of("share", "Share").withoutDirection().percent("30", Double::doubleValue);
    assertThat(share.judge(29)).isEqualTo(Verdict.WITHIN_5_PERCENT);
    assertThat(share.judge(34)).isEqualTo(Verdict.CONTRADICTS);
    Claim<Double> half = Claim.of("half", "Half").against(50).percent("70", Double::doubleValue);
    assertThat(half.judge(51)).isEqualTo(Verdict.SAME_DIRECTION);
    assertThat(half.judge(49)).isEqualTo(Verdict.CONTRADICTS);
  }

  @Test
  void errorsHaveASign() {
    Statement.Measurement change = new Statement.Measurement(-2, 0.5, 0);
    assertThat(change.error(-3)).isEqualTo(-0.5);
    assertThat(change.error(-1)).isEqualTo(0.5);
    Statement.Measurement none = new Statement.Measurement(0, 0.5, 0);
    assertThat(none.error(0)).isEqualTo(0);
    assertThat(none.error(1)).isInfinite();
    assertThat(none.judge(0.4)).isEqualTo(Verdict.EXACT);
    assertThat(none.judge(1)).isEqualTo(Verdict.CONTRADICTS);
  }

  @Test
  void orderingsHoldOrDoNot() {
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares pairs.
    record Pair(double less, double more, long[] exceptions) {}
    Pair pair = new Pair(2, 3, new long[] {0, 4});
    Claim<Pair> ordered = Claim.of("ordered", "In order").holds(p -> p.less() < p.more());
    assertThat(ordered.in(pair)).isEqualTo(1);
    assertThat(ordered.in(new Pair(3, 2, new long[2]))).isEqualTo(0);
    assertThat(ordered.judge(1)).isEqualTo(Verdict.HOLDS);
    assertThat(ordered.judge(0)).isEqualTo(Verdict.DOES_NOT_HOLD);
    Claim<Pair> never = Claim.of("never", "Never").never("blocks", p -> p.exceptions()[1]);
    assertThat(never.judge(never.in(pair))).isEqualTo(Verdict.DOES_NOT_HOLD);
    assertThat(never.judge(0)).isEqualTo(Verdict.HOLDS);
    assertThat(never.unit().format(4)).isEqualTo("4 blocks");
    Claim<Double> rare = Claim.of("rare", "Rare").atMost(1, Unit.PERCENT, Double::doubleValue);
    assertThat(rare.stated()).isEqualTo("at most 1.0 %");
    assertThat(rare.judge(1)).isEqualTo(Verdict.HOLDS);
    assertThat(rare.judge(1.01)).isEqualTo(Verdict.DOES_NOT_HOLD);
  }

  @Test
  void counterExamplesAreCountedAndNamed() {
    Claim<List<String>> nowhere =
        Claim.of("slower", "Slower").nowhere("programs", (List<String> names) -> names);
    assertThat(nowhere.in(List.of("BP", "HW"))).isEqualTo(2);
    assertThat(nowhere.counterExamples().apply(List.of("BP", "HW"))).containsExactly("BP", "HW");
    assertThat(nowhere.judge(0)).isEqualTo(Verdict.HOLDS);
  }

  @Test
  void whatIsTrueByConstructionIsNoEvidence() {
    Claim<Double> bits = Claim.consistency("bits", "Bits").whole(4, "bits", Double::doubleValue);
    assertThat(bits.judge(4)).isEqualTo(Verdict.CONSISTENT);
    assertThat(bits.judge(5)).isEqualTo(Verdict.INCONSISTENT);
    assertThat(bits.statement().kind()).isEqualTo("consistency");
  }

  @Test
  void nothingMeasuredIsAnErrorUnlessOpen() {
    assertThat(RATIO.judge(Double.NaN)).isEqualTo(Verdict.ERROR);
    Claim<Double> open = Claim.of("area", "Area").open("0.02 mm2", "A synthesis.");
    assertThat(open.judge(Double.NaN)).isEqualTo(Verdict.OPEN);
    assertThat(open.reason()).isEqualTo("A synthesis.");
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
