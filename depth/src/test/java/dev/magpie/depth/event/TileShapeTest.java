package dev.magpie.depth.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.event.TileShape.Lines;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TileShapeTest {
  @Test
  void quadrantsAndStripsAreAsThePaperHasThem() {
    assertThat(TileShape.of(8, 8, 64, Lines.QUADRANTS)).isEqualTo(TileShape.DEFAULT);
    assertThat(TileShape.of(8, 8, 64, Lines.STRIPS))
        .isEqualTo(new TileShape(8, 8, 8, 2, DepthFormat.D24, Multisampling.X1, Lines.STRIPS));
    assertThat(TileShape.DEFAULT.lineMasks())
        .containsExactly(
            0x0000_0000_0f0f_0f0fL,
            0x0000_0000_f0f0_f0f0L,
            0x0f0f_0f0f_0000_0000L,
            0xf0f0_f0f0_0000_0000L);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 8, 32, 4, 2",
    "8, 8, 128, 8, 4",
    "4, 4, 32, 4, 2",
    "16, 4, 64, 4, 4",
    "2, 32, 64, 2, 8",
    "32, 2, 64, 8, 2",
    "8, 4, 16, 2, 2",
    "1, 64, 128, 1, 32"
  })
  void linesAreAsSquareAsPossibleAndWiderFirst(
      int width, int height, int bytes, int lineWidth, int lineHeight) {
    assertThat(TileShape.of(width, height, bytes, Lines.QUADRANTS))
        .isEqualTo(new TileShape(width, height, lineWidth, lineHeight));
  }

  @Test
  void linesPartitionEveryTile() {
    for (int width = 1; width <= 64; width *= 2) {
      for (int height = 1; width * height <= 64; height *= 2) {
        for (int bytes = 4; bytes <= width * height * 4; bytes *= 2) {
          for (Lines lines : Lines.values()) {
            TileShape shape = TileShape.of(width, height, bytes, lines);
            long[] masks = shape.lineMasks();
            assertThat(masks).hasSize(shape.lines());
            assertThat(LongStream.of(masks).reduce(0, (a, b) -> a | b)).isEqualTo(shape.mask());
            assertThat(LongStream.of(masks).map(Long::bitCount))
                .allMatch(count -> count == shape.lineSamples());
            assertThat(shape.lineBytes()).isEqualTo(bytes);
          }
        }
      }
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> TileShape.of(16, 16, 64, Lines.QUADRANTS))
        .hasMessageContaining("at most 64 samples, not 16x16");
    assertThatThrownBy(() -> TileShape.of(6, 8, 64, Lines.QUADRANTS)).hasMessageContaining("6x8");
    assertThatThrownBy(() -> TileShape.of(8, 8, 48, Lines.QUADRANTS))
        .hasMessageContaining("lines of 48 bytes");
    assertThatThrownBy(() -> TileShape.of(4, 4, 128, Lines.QUADRANTS))
        .hasMessageContaining("64 bytes");
    assertThatThrownBy(() -> new FrameShape(0, 4, TileShape.DEFAULT)).hasMessageContaining("0x4");
  }

  @Test
  void tilesAtTheEdgesReachBeyondTheFrame() {
    FrameShape frame = new FrameShape(18, 9, TileShape.DEFAULT);
    assertThat(frame.tiles()).isEqualTo(6);
    assertThat(frame.inFrame(0)).isEqualTo(-1L);
    assertThat(frame.inFrame(2)).isEqualTo(0x0303_0303_0303_0303L);
    assertThat(frame.inFrame(5)).isEqualTo(0x03L);
    assertThat(new FrameShape(1920, 1080, TileShape.DEFAULT).tiles()).isEqualTo(32_400);
  }
}
