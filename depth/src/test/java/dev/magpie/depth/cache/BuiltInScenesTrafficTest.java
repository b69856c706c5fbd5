package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.EventStream;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What must hold on the mean of any suite of real scenes, whatever their levels, at every cache
 * size; {@code depth/fig6} looks at the sizes between.
 */
class BuiltInScenesTrafficTest {
  private static final int[] KIBIBYTES = {2, 16, 128};
  private static final FrameShape FULL_HD = new FrameShape(1920, 1080, TileShape.DEFAULT);

  @Test
  void preCacheCodecsMoveLessAndTheCombinationLessStill() {
    List<Configuration> configurations = new ArrayList<>();
    for (int size : KIBIBYTES) {
      configurations.add(of(CodecPlacement.POST, "raw", size));
      for (CodecPlacement placement : CodecPlacement.values()) {
        configurations.add(of(placement, "do", size));
        configurations.add(of(placement, "c", size));
      }
    }
    double[] shares = new double[configurations.size()];
    for (String name : BuiltInScenes.names()) {
      List<DepthTraffic> traffic = DepthSystem.replay(draw(name), configurations, 2);
      for (int n = 0; n < shares.length; n++) {
        double raw = traffic.get(n / 5 * 5).bytes();
        shares[n] += 100 * traffic.get(n).bytes() / raw / BuiltInScenes.names().size();
      }
    }
    for (int n = 0; n < KIBIBYTES.length; n++) {
      double preDo = shares[5 * n + 1];
      double preC = shares[5 * n + 2];
      double postDo = shares[5 * n + 3];
      double postC = shares[5 * n + 4];
      assertThat(preDo).isLessThan(postDo);
      assertThat(preC).isLessThan(postC);
      assertThat(preC).isLessThan(preDo);
      assertThat(postC).isLessThan(postDo);
    }
  }

  private static Configuration of(CodecPlacement placement, String codec, int kibibytes) {
    return Configuration.of(
        placement, CompressionScheme.parse(codec), CacheShape.of(kibibytes << 10));
  }

  private static EventStream draw(String name) {
    Scene scene = BuiltInScenes.make(name);
    RasterOptions options = RasterOptions.of(scene);
    return new FrontEnd(FULL_HD, options).draw(scene.meshes(), scene.camera(0, 1)).events();
  }
}
