package dev.magpie.depth.draws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.raster.DepthState;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The streams that ship. */
class RealDrawsTest {
  private static DrawStream stream(String name) throws IOException {
    DescribedScene scene = Scenes.openDescribed("real:" + name, Viewing.USUAL, _ -> {});
    assertThat(scene.triangles()).isBetween(200_000L, 500_000L);
    return scene.stream().orElseThrow();
  }

  @Test
  void theHarbourHasCascadesAPrepassAndTransparentDraws() throws IOException {
    DrawStream harbour = stream("harbour");
    assertThat(harbour.origin()).contains("RenderDoc");
    assertThat(harbour.frames().getFirst().stream().map(DrawPass::name).map(RealDrawsTest::kind))
        .containsExactly("depth", "depth", "depth", "opaque", "read-only");
    DrawPass prepass = harbour.frames().getFirst().get(2);
    DrawPass opaque = harbour.frames().getFirst().get(3);
    assertThat(prepass.target()).isEqualTo(opaque.target());
    assertThat(opaque.draws())
        .allMatch(draw ->
            prepass.draws().stream().anyMatch(each -> each.triangles().equals(draw.triangles())));
  }

  private static String kind(String pass) {
    return pass.substring(pass.indexOf(' ') + 1);
  }

  @Test
  void theQuarterHasThreeShadowMaps() throws IOException {
    DrawStream quarter = stream("quarter");
    assertThat(quarter.targets()).hasSize(4);
    assertThat(quarter.frames().getFirst())
        .allMatch(pass -> pass.start() == DrawPass.Start.CLEARED)
        .allMatch(pass ->
            pass.draws().stream().allMatch(draw -> draw.state().writes() == DepthState.Writes.ON));
  }
}
