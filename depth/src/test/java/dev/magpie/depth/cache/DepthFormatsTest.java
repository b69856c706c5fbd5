package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Kernels;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Depths of other formats: every replay compares its decoded frame with the front end's. */
class DepthFormatsTest {
  private static Configuration of(CodecPlacement placement, String codec) {
    return Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(4 << 10));
  }

  private static EventStream draw(String name, TileShape tile) {
    Scene scene = BuiltInScenes.make(name);
    return new FrontEnd(new FrameShape(320, 180, tile), RasterOptions.of(scene))
        .draw(scene.meshes(), scene.camera(0, 1))
        .events();
  }

  @ParameterizedTest
  @EnumSource
  void everyBackEndEndsWithTheFrontEndsDepths(DepthFormat format) {
    for (TileShape.Lines lines : TileShape.Lines.values()) {
      TileShape tile = TileShape.of(8, 8, 32, lines, format);
      EventStream frame = draw("hall", tile);
      for (CodecPlacement placement : CodecPlacement.values()) {
        for (String codec :
            new String[] {
              "raw", "do", "c", "plane", "float", "plane+do25+do50", "ddpcm", "anchor", "danchor"
            }) {
          if (CompressionScheme.parse(codec).modes().stream()
              .allMatch(mode -> mode.lines(tile) == 0)) {
            continue;
          }
          Configuration scalar = of(placement, codec);
          DepthTraffic traffic = DepthSystem.replay(frame, scalar);
          assertThat(traffic.get(Count.BYTES_WRITTEN)).isPositive();
          DepthTraffic vector = DepthSystem.replay(frame, scalar.with(Kernels.VECTOR));
          assertThat(vector.bytes()).isEqualTo(traffic.bytes());
          assertThat(vector.finalTiles()).isEqualTo(traffic.finalTiles());
        }
      }
    }
  }

  @Test
  void aWallMovesABufferOfItsSamples() {
    for (DepthFormat format : DepthFormat.values()) {
      TileShape tile = TileShape.of(8, 8, 64, TileShape.Lines.QUADRANTS, format);
      EventStream frame = TestFrames.draw(new FrameShape(1920, 1080, tile), TestFrames.wall(5));
      long raw = 1920L * 1080 * format.sampleBytes();
      for (CodecPlacement placement : CodecPlacement.values()) {
        assertThat(DepthSystem.replay(frame, of(placement, "raw")).get(Count.BYTES_WRITTEN))
            .isEqualTo(raw);
        assertThat(DepthSystem.replay(frame, of(placement, "plane")).get(Count.BYTES_WRITTEN))
            .isEqualTo(64 * 32_400);
      }
      // (far / (far - near)) (z - near) / z, of the format.
      double exact = 10.0 / 9 * (5 - 1) / 5;
      int[] depths = frame.depths().depths();
      assertThat(Arrays.stream(depths).distinct().count()).isEqualTo(1);
      double step = format.isFloat() ? Math.ulp((float) exact) : 1.0 / format.largest();
      assertThat(Math.abs(format.value(depths[0]) - exact)).isLessThanOrEqualTo(step);
    }
  }

  /** A wall is a plane of one depth, which fits every codec under every format. */
  @ParameterizedTest
  @ValueSource(strings = {"do50", "plane", "ddpcm1", "ddpcm2", "anchor50", "danchor50", "float50"})
  void aWallTakesTheLinesOfItsModeInEveryFormat(String codec) {
    for (DepthFormat format : DepthFormat.values()) {
      TileShape tile = TileShape.DEFAULT.with(format);
      EventStream frame = TestFrames.draw(new FrameShape(1920, 1080, tile), TestFrames.wall(5));
      int lines = CompressionScheme.parse(codec).modes().getFirst().lines(tile);
      assertThat(lines).isEqualTo(codec.endsWith("50") && format != DepthFormat.D16 ? 2 : 1);
      for (CodecPlacement placement : CodecPlacement.values()) {
        DepthTraffic traffic = DepthSystem.replay(frame, of(placement, codec));
        assertThat(traffic.get(Count.BYTES_WRITTEN)).isEqualTo(64L * lines * 32_400);
        assertThat(traffic.finalTiles()).containsEntry(codec, 32_400L);
      }
    }
  }

  @Test
  void linesKeepTheirBytesAndTheirLayoutUnderAnotherFormat() {
    for (TileShape.Lines lines : TileShape.Lines.values()) {
      for (int bytes : new int[] {32, 64, 128}) {
        for (DepthFormat one : DepthFormat.values()) {
          for (DepthFormat other : DepthFormat.values()) {
            assertThat(TileShape.of(8, 8, bytes, lines, one).with(other))
                .isEqualTo(TileShape.of(8, 8, bytes, lines, other));
          }
        }
      }
    }
    assertThatThrownBy(() ->
            TileShape.of(4, 4, 64, TileShape.Lines.STRIPS, DepthFormat.D24).with(DepthFormat.D16))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has 32 bytes, which lines of 64 bytes do not divide");
  }

  @Test
  void referencesHaveNoMoreBitsThanDepths() {
    TileShape tile = TileShape.of(8, 8, 64, TileShape.Lines.QUADRANTS, DepthFormat.D16);
    EventStream frame = TestFrames.draw(new FrameShape(64, 64, tile), TestFrames.wall(5));
    Configuration wide = of(CodecPlacement.PRE, "do").withReferenceBits(17);
    assertThatThrownBy(() -> DepthSystem.replay(frame, wide))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("under d16 have 1 to 16 bits, not 17");
  }
}
