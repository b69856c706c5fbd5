package dev.magpie.depth.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.event.TileShape;
import org.junit.jupiter.api.Test;

class CompressionSchemeTest {
  @Test
  void namesStandForModes() {
    assertThat(CompressionScheme.parse("do").modes()).containsExactly(TileMode.DO25, TileMode.DO50);
    assertThat(CompressionScheme.parse("c").modes()).containsExactly(TileMode.PLANE, TileMode.DO50);
    assertThat(CompressionScheme.parse("plane+do25+do50+do75").modes())
        .containsExactly(TileMode.PLANE, TileMode.DO25, TileMode.DO50, TileMode.DO75);
    assertThat(CompressionScheme.parse("do75").modes()).containsExactly(TileMode.DO75);
    assertThat(CompressionScheme.RAW.isRaw()).isTrue();
    assertThat(CompressionScheme.named())
        .containsKeys("raw", "do", "c", "plane", "ddpcm", "anchor");
    assertThat(CompressionScheme.named().keySet())
        .allSatisfy(name ->
            assertThat(CompressionScheme.parse(name).forShape(TileShape.DEFAULT).modes())
                .isEqualTo(CompressionScheme.parse(name).modes()));
  }

  @Test
  void whatIsNoSchemeIsRefused() {
    assertThatThrownBy(() -> CompressionScheme.parse("zlib"))
        .hasMessageContaining("'zlib'")
        .hasMessageContaining("anchor");
    assertThatThrownBy(() -> CompressionScheme.parse("do50+zlib")).hasMessageContaining("'zlib'");
    assertThatThrownBy(() -> CompressionScheme.parse("do50+")).hasMessageContaining("''");
    assertThatThrownBy(() -> CompressionScheme.parse("")).hasMessageContaining("''");
    assertThatThrownBy(() -> CompressionScheme.parse("do50+plane")).hasMessageContaining("first");
    assertThatThrownBy(() -> CompressionScheme.parse("do50+do50")).hasMessageContaining("twice");
  }

  @Test
  void modesThatATileCannotHaveAreLeftOut() {
    TileShape twoLines = TileShape.of(8, 8, 128, TileShape.Lines.QUADRANTS);
    assertThat(CompressionScheme.parse("do").forShape(twoLines).modes())
        .containsExactly(TileMode.DO50);
    TileShape oneLine = TileShape.of(4, 4, 64, TileShape.Lines.QUADRANTS);
    assertThatThrownBy(() -> CompressionScheme.parse("do").forShape(oneLine))
        .hasMessageContaining("codec do has no mode for tiles of 4x4 samples of d24 in 1 line of");
    assertThat(CompressionScheme.RAW.forShape(oneLine).isRaw()).isTrue();
  }
}
