package dev.magpie.depth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.cache.TileTraffic;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.image.ShadedImage;
import dev.magpie.depth.raster.Frame;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is counted of a target's tiles is what its frames sum up, and what is seen of it, too. */
class DrawnTargetTest {
  private static final FrameShape FRAME = new FrameShape(200, 120, TileShape.DEFAULT);

  private static List<Configuration> configurations() {
    List<Configuration> all = new ArrayList<>();
    for (CodecPlacement placement : CodecPlacement.values()) {
      for (String codec : List.of("raw", "do", "c")) {
        all.add(Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(2048)));
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(RasterOptions.Prepass.class)
  void tilesSumToTheFrame(RasterOptions.Prepass prepass) throws IOException {
    Scene scene = BuiltInScenes.make("rooms");
    RasterOptions options = RasterOptions.of(scene).with(prepass);
    List<Configuration> asked = configurations();
    List<DrawnTarget> targets = new ArrayList<>();
    SceneTraffic measured =
        SceneTraffic.measure(
            scene, 1, FRAME, options, asked, 2, (_, target) -> targets.add(target));
    DrawnTarget target = targets.getFirst();
    List<TileTraffic> tiles = target.tiles(asked, 2);
    for (int run = 0; run < asked.size(); run++) {
      SceneTraffic.Run found = measured.runs().get(run);
      for (Count count : Count.values()) {
        assertThat(tiles.get(run).total().get(count))
            .as("%s", count)
            .isEqualTo(found.traffic().get(count));
      }
      assertThat(tiles.get(run).finalTiles()).isEqualTo(found.traffic().finalTiles());
      assertThat(target.values(TileFigure.BYTES, tiles.get(run)))
          .containsExactly(Arrays.stream(found.traffic().bytesByTile()).asDoubleStream().toArray());
      assertThat(sum(target, TileFigure.CULLED, tiles.get(run)))
          .isEqualTo(measured.drawn().culledLines());
      assertThat(sum(target, TileFigure.EVENTS, tiles.get(run)))
          .isEqualTo(measured.drawn().events());
    }
    // Drawn at once, as explore does.
    Frame frame = new FrontEnd(FRAME, options).draw(scene.meshes(), scene.camera(0, 1));
    assertThat(target.values(TileFigure.OVERDRAW, tiles.getFirst()))
        .containsExactly(TileFigure.OVERDRAW.values(frame, tiles.getFirst()));
    assertThat(dots(target.shadedImage()))
        .isEqualTo(dots(ShadedImage.of(frame.events(), scene.camera(0, 1))));
  }

  private static long sum(DrawnTarget target, TileFigure figure, TileTraffic tiles) {
    return (long) Arrays.stream(target.values(figure, tiles)).sum();
  }

  private static int[] dots(BufferedImage image) {
    return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
  }
}
