package dev.magpie.depth.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.depth.event.DepthBuffer;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.scene.FaceCulling;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MultisamplingTest {
  private static final int SIDE = 24;
  private static final int STEP = 16;
  private static final long LEVEL = 1000L << 8;

  private static TileDepths draw(
      Multisampling samples, TileShape tile, RasterOptions options, int[] x, int[] y, long[] z) {
    FrameShape shape = FrameShape.ofPixels(SIDE, SIDE, tile.with(samples));
    TileDepths tiles = new TileDepths(shape, options);
    new TriangleRasterizer(shape, PlaneFormat.FIXED, FaceCulling.NONE, tiles)
        .draw(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
    return tiles;
  }

  /** An edge that moves over a pixel by sixteenths covers the samples to its left. */
  @ParameterizedTest
  @EnumSource
  void anEdgeCoversTheSamplesToItsLeft(Multisampling samples) {
    int[][] positions = StandardSamples.positions(samples.samples());
    int far = 1 << 20;
    for (boolean across : new boolean[] {true, false}) {
      for (int edge = 0; edge <= STEP; edge++) {
        int at = 8 * 256 + edge * STEP;
        int[] along = {at, at, at - far};
        int[] beside = {-far, far, 0};
        DepthBuffer depths =
            draw(
                    samples,
                    TileShape.DEFAULT,
                    RasterOptions.DEFAULT,
                    across ? along : beside,
                    across ? beside : along,
                    new long[] {LEVEL, LEVEL, LEVEL})
                .buffer();
        for (int pixel = 0; pixel < SIDE; pixel++) {
          for (int s = 0; s < positions.length; s++) {
            // A right or a lower edge covers no sample that it goes through.
            boolean covered = STEP * pixel + 8 + positions[s][across ? 0 : 1] < STEP * 8 + edge;
            assertThat(StandardSamples.depth(depths, across ? pixel : 11, across ? 11 : pixel, s))
                .as("edge at %d, pixel %d, sample %d", edge, pixel, s)
                .isEqualTo(covered ? 1000 : (1 << 24) - 1);
          }
        }
      }
    }
  }

  /** A plane that falls by 16 steps from pixel to pixel is a whole step deeper in a sixteenth. */
  @ParameterizedTest
  @EnumSource
  void depthsAreThoseOfThePlaneWhereSamplesAre(Multisampling samples) {
    int far = 1 << 14;
    int[] x = {0, far, 0};
    int[] y = {0, 0, far};
    // 48 steps a pixel to the right and -32 down, from 100,000 at the corner of the first pixel.
    long start = 100_000L << 8;
    long[] z = {start, start + 48L * far, start - 32L * far};
    for (TileShape tile : List.of(TileShape.DEFAULT, new TileShape(16, 4, 16, 1))) {
      DepthBuffer depths = draw(samples, tile, RasterOptions.DEFAULT, x, y, z).buffer();
      int[][] positions = StandardSamples.positions(samples.samples());
      for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
          for (int s = 0; s < positions.length; s++) {
            assertThat(StandardSamples.depth(depths, column, row, s))
                .isEqualTo(
                    100_000
                        + 3 * (16 * column + 8 + positions[s][0])
                        - 2 * (16 * row + 8 + positions[s][1]));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTriangleOverTheWholeFrameIsOneEventForEachTileOfSamples(Multisampling samples) {
    FrameShape shape = FrameShape.ofPixels(1920, 1080, TileShape.DEFAULT.with(samples));
    Frame frame =
        new FrontEnd(shape, RasterOptions.DEFAULT)
            .draw(List.of(FrontEndTest.wall(5)), DepthStateTest.CAMERA);
    assertThat(frame.coveredSamples()).isEqualTo(samples.samples() * 1920L * 1080);
    assertThat(frame.pixelsPerTriangle()).isEqualTo(1920 * 1080);
    assertThat(frame.events().size()).isEqualTo(samples.samples() * 32_400L);
    FrontEndTest.forEach(
        frame.events(),
        (batch, e) -> {
          assertThat(batch.covered(e)).isEqualTo(-1L);
          assertThat(batch.accepted(e)).isEqualTo(0b1111);
        });
  }

  /** As many samples as pixels of that area, wherever edges run. */
  @Test
  void theAreaOfATriangleIsThatOfItsSamples() {
    int[] x = {300, 5500, 1700};
    int[] y = {500, 1900, 5600};
    double area = 0.5 * ((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])) / 65_536.0;
    for (Multisampling samples : Multisampling.values()) {
      long[] level = {LEVEL, LEVEL, LEVEL};
      TileDepths tiles = draw(samples, TileShape.DEFAULT, RasterOptions.DEFAULT, x, y, level);
      assertThat((double) tiles.coveredSamples() / samples.samples())
          .isCloseTo(area, within(6.0 / Math.sqrt(samples.samples())));
    }
  }

  @Test
  void whatCannotBeIsSaid() {
    assertThatThrownBy(() -> new TileShape(2, 8, 2, 8).with(Multisampling.X8))
        .hasMessage("a tile of 2x8 samples has no room for the 4x2 of a pixel");
    TileShape four = TileShape.DEFAULT.with(Multisampling.X4);
    assertThatThrownBy(() -> FrameShape.ofPixels(5000, 100, four))
        .hasMessageContaining("at most 4096x4096 pixels of 4 samples, not 5000x100");
    assertThatThrownBy(() -> new FrameShape(101, 100, four))
        .hasMessageContaining("no whole number of pixels");
  }
}
