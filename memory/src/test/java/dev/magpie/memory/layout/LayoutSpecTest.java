package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.buddy.TargetRatio;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LayoutSpecTest {
  @Test
  void settingsThatAreDefaultsAreLeftOut() {
    LayoutSpec spec = LayoutSpec.parse("bandwidth-only:miss=sector,bits=0,zeros=coded");
    assertThat(spec.settings()).isEqualTo(Map.of("miss", "sector"));
    assertThat(spec).isEqualTo(LayoutSpec.of(BandwidthMemory.FAMILY).with("miss", "sector"));
    assertThat(spec.with("miss", "line")).isEqualTo(LayoutSpec.of(BandwidthMemory.FAMILY));
  }

  @Test
  void itIsWrittenInTheFamilysOrder() {
    assertThat(LayoutSpec.parse("bandwidth-only:miss=sector,bits=4"))
        .hasToString("bandwidth-only:bits=4,miss=sector");
    assertThat(LayoutSpec.parse("unified:begin=device")).hasToString("unified:begin=device");
  }

  @Test
  void whatIsNotGivenIsTheDefault() {
    LayoutSpec spec = LayoutSpec.parse("unified:oversubscription=7");
    assertThat(spec.number("oversubscription")).isEqualTo(7);
    assertThat(spec.text("prefetch")).isEqualTo("on");
    assertThat(UnifiedMemory.batchMicroseconds(spec)).isEqualTo(45);
    assertThat(UnifiedMemory.batchMicroseconds(spec.with("batch-microseconds", 9))).isEqualTo(9);
  }

  @ParameterizedTest
  @EnumSource
  void targetsOfBuddyMemoryStandInItsSpecification(TargetRatio target) {
    assertThat(BuddyBlockMemory.target(BuddyBlockMemory.of(target))).isEqualTo(target);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          unified:begin=host,begin=host | parameter 'begin' of layout 'unified' is given twice
          unified:begin                 | parameter 'begin' of layout 'unified' is host or device, not ''
          unified:begin=there           | parameter 'begin' of layout 'unified' is host or device, not 'there'
          lcp:                          | layout 'lcp' has no parameter ''; it has none
          buddy:=2                      | layout 'buddy' has no parameter ''; it has target
          buddy:size=2                  | layout 'buddy' has no parameter 'size'; it has target
          """)
  void settingsThatAreNoneAreRefused(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LayoutSpec.parse(text))
        .withMessage(message);
  }

  @Test
  void aChangeToWhatIsNoValueIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LayoutSpec.of(UnifiedMemory.FAMILY).with("oversubscription", 100))
        .withMessageContaining("not '100'");
  }

  @Test
  void aNameThatIsNoneIsAnsweredWithThoseThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LayoutSpec.parse("lcpp"))
        .withMessageStartingWith(
            "no layout is called 'lcpp'; there are uncompressed, bandwidth-only, lcp, attache,"
                + " buddy, unified, pinned");
  }

  @Test
  void noNameIsAnsweredWithThoseThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LayoutSpec.parse(":target=2"))
        .withMessageStartingWith("no layout is called ''; there are uncompressed, ");
  }

  @Test
  void blocksThatAreTooSmallAreRefused() {
    Granularity small = new Granularity(32, 32);
    assertThat(LcpMemory.FAMILY.supports(small)).isFalse();
    assertThat(LcpMemory.FAMILY.supports(new Granularity(64, 32))).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layouts.create("lcp", Codecs.create("bdi", small), small, 128))
        .withMessage("layout 'lcp' needs blocks of at least 64 bytes, not 32");
  }

  @Test
  void aLayoutForOneGranularityRefusesOthers() {
    Granularity other = new Granularity(128, 64);
    assertThat(BuddyBlockMemory.FAMILY.supports(other)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BuddyBlockMemory.FAMILY.requireSupport(other))
        .withMessage("layout 'buddy' is for blocks of 128 bytes in bursts of 32, not of 128 in 64");
    assertThatCode(() -> BuddyBlockMemory.FAMILY.requireSupport(Granularity.DEFAULT))
        .doesNotThrowAnyException();
  }

  @Test
  void aNameThatCannotStandInASpecificationIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> named("a:b"));
  }

  private static LayoutFamily named(String name) {
    return new LayoutFamily(
        name,
        "as it is",
        "a test",
        32,
        0,
        List.of(),
        (_, _, granularity, blocks, _) -> new UncompressedMemory(granularity, blocks));
  }

  @Test
  void theRegistryRefusesANameThatItHas() {
    int before = Layouts.families().size();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Layouts.add(named("pinned")))
        .withMessage("there is a layout called 'pinned' already");
    assertThat(Layouts.families()).hasSize(before);
  }
}
