package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.event.TileShape;
import org.junit.jupiter.api.Test;

class CascadeTest {
  @Test
  void namesStandForModes() {
    assertThat(Cascade.parse("do").modes()).containsExactly(TileMode.DO25, TileMode.DO50);
    assertThat(Cascade.parse("c").modes()).containsExactly(TileMode.PLANE, TileMode.DO50);
    assertThat(Cascade.parse("plane+do25+do50+do75").modes())
        .containsExactly(TileMode.PLANE, TileMode.DO25, TileMode.DO50, TileMode.DO75);
    assertThat(Cascade.parse("do75").modes()).containsExactly(TileMode.DO75);
    assertThat(Cascade.RAW.isRaw()).isTrue();
    assertThat(Cascade.named()).containsKeys("raw", "do", "c", "plane", "ddpcm", "anchor");
    assertThat(Cascade.named().keySet())
        .allSatisfy(name ->
            assertThat(Cascade.parse(name).forShape(TileShape.DEFAULT).modes())
                .isEqualTo(Cascade.parse(name).modes()));
  }

  @Test
  void whatIsNoCascadeIsRefused() {
    assertThatThrownBy(() -> Cascade.parse("zlib"))
        .hasMessageContaining("'zlib'")
        .hasMessageContaining("anchor");
    assertThatThrownBy(() -> Cascade.parse("do50+zlib")).hasMessageContaining("'zlib'");
    assertThatThrownBy(() -> Cascade.parse("do50+")).hasMessageContaining("''");
    assertThatThrownBy(() -> Cascade.parse("")).hasMessageContaining("''");
    assertThatThrownBy(() -> Cascade.parse("do50+plane")).hasMessageContaining("first");
    assertThatThrownBy(() -> Cascade.parse("do50+do50")).hasMessageContaining("twice");
  }

  @Test
  void modesThatATileCannotHaveAreLeftOut() {
    TileShape twoLines = TileShape.of(8, 8, 128, TileShape.Lines.QUADRANTS);
    assertThat(Cascade.parse("do").forShape(twoLines).modes()).containsExactly(TileMode.DO50);
    TileShape oneLine = TileShape.of(4, 4, 64, TileShape.Lines.QUADRANTS);
    assertThatThrownBy(() -> Cascade.parse("do").forShape(oneLine))
        .hasMessageContaining("codec do has no mode for tiles of 4x4 samples in 1 line of");
    assertThat(Cascade.RAW.forShape(oneLine).isRaw()).isTrue();
  }
}
