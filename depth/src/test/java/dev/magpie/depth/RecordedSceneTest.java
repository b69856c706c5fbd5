package dev.magpie.depth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.draws.DrawStream;
import dev.magpie.depth.draws.DrawStreamReader;
import dev.magpie.depth.draws.DrawStreamWriter;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scene that is recorded as a stream of draws, written, read and replayed. */
class RecordedSceneTest {
  private static final FrameShape FRAME = new FrameShape(320, 200, TileShape.DEFAULT);
  private static final List<Configuration> BACK_ENDS =
      List.of(
          Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(4096)),
          Configuration.of(CodecPlacement.POST, CompressionScheme.parse("c"), CacheShape.of(4096)));

  static DrawStream throughAFile(DrawStream stream) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    DrawStreamWriter.write(stream, file);
    return DrawStreamReader.read("file", new ByteArrayInputStream(file.toByteArray()));
  }

  private static SceneTraffic measure(
      Scene scene, SceneTraffic.FramePasses passes, int frames, RasterOptions options)
      throws IOException {
    return SceneTraffic.measure(scene, passes, frames, FRAME, options, BACK_ENDS, 1, (_, _) -> {});
  }

  private static List<DepthTraffic> traffic(SceneTraffic measured) {
    return measured.runs().stream().map(SceneTraffic.Run::traffic).toList();
  }

  @ParameterizedTest
  @EnumSource(DepthRange.class)
  void aReplayMovesWhatTheSceneDoes(DepthRange range) throws IOException {
    for (String name : BuiltInScenes.names()) {
      Scene scene = BuiltInScenes.make(name);
      RasterOptions options =
          RasterOptions.of(scene).with(range).with(range.nearer()).with(RasterOptions.Prepass.ON);
      List<Pass> passes = Pass.of(scene, options);
      DrawStream stream =
          throughAFile(new SceneRecorder(FRAME, options).record(name, "test", _ -> passes, 2));
      DescribedScene replayed = DescribedScene.of(name, stream);
      SceneTraffic direct = measure(scene, _ -> passes, 2, options);
      SceneTraffic again = measure(replayed.scene(), replayed::passes, 2, RasterOptions.DEFAULT);
      assertThat(again.drawn()).isEqualTo(direct.drawn());
      assertThat(traffic(again)).usingRecursiveComparison().isEqualTo(traffic(direct));
      assertThat(direct.drawn().events()).isPositive();
    }
  }

  @Test
  void stencilIsInAStreamAndSoAreItsClears() throws IOException {
    DescribedScene described =
        Scenes.openDescribed("../docs/scenes/shadows.toml", Viewing.USUAL, _ -> {});
    List<Pass> passes = new ArrayList<>(described.passes());
    Pass last = passes.removeLast();
    passes.add(
        new Pass(
            last.name(),
            last.target(),
            last.scene(),
            last.state(),
            OptionalInt.of(0),
            Optional.empty()));
    RasterOptions options = RasterOptions.of(described.scene());
    DrawStream stream =
        throughAFile(new SceneRecorder(FRAME, options).record("shadows", "test", _ -> passes, 1));
    DescribedScene replayed = DescribedScene.of("shadows", stream);
    SceneTraffic direct = measure(described.scene(), _ -> passes, 1, options);
    SceneTraffic again = measure(replayed.scene(), replayed::passes, 1, RasterOptions.DEFAULT);
    assertThat(again.drawn()).isEqualTo(direct.drawn());
    assertThat(traffic(again)).usingRecursiveComparison().isEqualTo(traffic(direct));
    assertThat(traffic(direct)).allMatch(each -> each.stencil().orElseThrow().bytes() > 0);
    SceneTraffic unclear = measure(described.scene(), _ -> described.passes(), 1, options);
    assertThat(unclear.drawn().passedSamples()).isLessThan(direct.drawn().passedSamples());
  }
}
