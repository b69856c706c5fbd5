package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.PlaneFormat;
import dev.magpie.depth.event.TileShape;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pixels of several samples: every replay compares its decoded frame with the front end's. */
class MultisampledTrafficTest {
  private static final List<String> CODECS =
      List.of(
          "raw", "do", "c", "plane", "ddpcm", "anchor", "danchor", "float", "plane+do25+do50+do75");

  @ParameterizedTest
  @EnumSource
  void everyBackEndEndsWithTheFrontEndsDepths(Multisampling samples) {
    for (DepthFormat format : DepthFormat.values()) {
      for (TileShape.Lines lines : TileShape.Lines.values()) {
        TileShape tile = TileShape.of(8, 8, 32, lines, format).with(samples);
        PlaneFormat planes =
            lines == TileShape.Lines.STRIPS ? PlaneFormat.FLOATING : PlaneFormat.FIXED;
        EventStream frame = TestFrames.of(samples.samples(), tile, planes);
        for (CodecPlacement placement : CodecPlacement.values()) {
          for (String codec : CODECS) {
            if (format != DepthFormat.D24
                && !List.of("raw", "do", "c", "plane", "float").contains(codec)) {
              continue;
            }
            Configuration scalar =
                Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(4 << 10));
            DepthTraffic traffic = DepthSystem.replay(frame, scalar);
            DepthTraffic vector = DepthSystem.replay(frame, scalar.with(Kernels.VECTOR));
            assertThat(vector.bytes()).isEqualTo(traffic.bytes());
            assertThat(vector.finalTiles()).isEqualTo(traffic.finalTiles());
          }
        }
      }
    }
  }

  /** A tile takes a line if it is of one triangle, whose plane serves all samples of its pixels. */
  @ParameterizedTest
  @EnumSource
  void aWallMovesABufferOfItsSamples(Multisampling samples) {
    TileShape tile = TileShape.DEFAULT.with(samples);
    FrameShape shape = FrameShape.ofPixels(1920, 1080, tile);
    EventStream frame = TestFrames.draw(shape, TestFrames.wall(5));
    for (CodecPlacement placement : CodecPlacement.values()) {
      Configuration raw =
          Configuration.of(placement, CompressionScheme.RAW, CacheShape.of(16 << 10));
      Configuration plane =
          Configuration.of(placement, CompressionScheme.parse("plane"), CacheShape.of(16 << 10));
      assertThat(DepthSystem.replay(frame, raw).get(Count.BYTES_WRITTEN))
          .isEqualTo(4L * samples.samples() * 1920 * 1080);
      assertThat(DepthSystem.replay(frame, plane).get(Count.BYTES_WRITTEN))
          .isEqualTo(64L * samples.samples() * 32_400);
    }
  }

  /** Without more pixels, four samples of each take less than four times the compressed bytes. */
  @ParameterizedTest
  @EnumSource(names = {"X2", "X4", "X8"})
  void planesServeAllSamplesOfTheirPixels(Multisampling samples) {
    Configuration plane =
        Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(16 << 10));
    EventStream single = TestFrames.of(1, TileShape.DEFAULT, PlaneFormat.FIXED);
    EventStream several = TestFrames.of(1, TileShape.DEFAULT.with(samples), PlaneFormat.FIXED);
    assertThat(DepthSystem.replay(several, plane).bytes())
        .isLessThan(samples.samples() * DepthSystem.replay(single, plane).bytes());
  }
}
