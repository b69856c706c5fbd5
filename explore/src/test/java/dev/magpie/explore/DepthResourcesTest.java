package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.DescribedScene;
import dev.magpie.depth.PassTraffic;
import dev.magpie.depth.SceneTraffic;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.TileFigure;
import dev.magpie.depth.Viewing;
import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What pages are told of scenes is what the depth pipeline measures. */
class DepthResourcesTest {
  private static final String SMALL = "size=320x180";

  @TempDir private Path directory;

  /** Whoever asks for more has given up what it asked for before; others have not. */
  @Test
  void whatNobodyWaitsForIsLeft() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      String asked = "traffic?codec=do&cache=4096&%s&turn=page.1-".formatted(SMALL);
      assertThat(shown.json(asked + 7).path("runs").size()).isEqualTo(3);
      assertThat(shown.json(asked + 6).path("problem").asString(""))
          .contains("asked for something else");
      assertThat(shown.json(asked.replace("page.1", "page.2") + 6).path("runs").size())
          .isEqualTo(3);
      assertThat(shown.json(asked + "x").path("problem").asString("")).contains("not 'page.1-x'");
    }
  }

  @Test
  void trafficIsThatOfTheScene() throws IOException {
    Scene scene = Scenes.open("builtin:rooms");
    FrameShape shape = new FrameShape(320, 180, TileShape.DEFAULT);
    CompressionScheme scheme = CompressionScheme.parse("do");
    List<Configuration> all =
        List.of(
            Configuration.of(CodecPlacement.POST, CompressionScheme.RAW, CacheShape.of(4096)),
            Configuration.of(CodecPlacement.POST, scheme, CacheShape.of(4096)),
            Configuration.of(CodecPlacement.PRE, scheme, CacheShape.of(4096)));
    SceneTraffic measured =
        SceneTraffic.measure(scene, 1, shape, RasterOptions.of(scene), all, 1, (_, _) -> {});
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      JsonNode traffic = shown.json("traffic?codec=do&cache=4096&" + SMALL);

      assertThat(traffic.path("triangles").asLong()).isEqualTo(measured.drawn().triangles());
      assertThat(traffic.path("events").asLong()).isEqualTo(measured.drawn().events());
      assertThat(traffic.path("culledLines").asLong()).isEqualTo(measured.drawn().culledLines());
      assertThat(traffic.path("runs").size()).isEqualTo(3);
      for (int n = 0; n < 3; n++) {
        JsonNode run = traffic.path("runs").get(n);
        SceneTraffic.Run expected = measured.runs().get(n);
        assertThat(run.path("bytesRead").asLong())
            .isEqualTo(expected.traffic().get(Count.BYTES_READ));
        assertThat(run.path("bytesWritten").asLong())
            .isEqualTo(expected.traffic().get(Count.BYTES_WRITTEN));
        assertThat(run.path("hits").asLong()).isEqualTo(expected.traffic().get(Count.HITS));
        assertThat(run.path("relativeToRaw").asDouble())
            .isEqualTo((double) expected.traffic().bytes() / expected.rawBytes());
      }
    }
  }

  @Test
  void stencilIsBesideDepthsAndAPictureOfItsOwn() throws IOException {
    DescribedScene scene =
        Scenes.openDescribed("../docs/scenes/shadows.toml", Viewing.USUAL, _ -> {});
    FrameShape shape = new FrameShape(320, 180, TileShape.DEFAULT);
    CompressionScheme c = CompressionScheme.parse("c");
    List<Configuration> all =
        List.of(
            Configuration.of(CodecPlacement.POST, CompressionScheme.RAW, CacheShape.of(16 << 10)),
            Configuration.of(CodecPlacement.POST, c, CacheShape.of(16 << 10)),
            Configuration.of(CodecPlacement.PRE, c, CacheShape.of(16 << 10)));
    SceneTraffic measured =
        SceneTraffic.measure(
            scene.scene(), scene::passes, 1, shape, RasterOptions.DEFAULT, all, 1, (_, _) -> {});
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("../docs/scenes/shadows.toml")) {
      JsonNode target = shown.json("scenes").path("scenes").get(0).path("targets").get(0);
      assertThat(target.path("stencil").asBoolean()).isTrue();
      JsonNode runs = shown.json("traffic?codec=c&" + SMALL).path("runs");
      for (int n = 0; n < 3; n++) {
        JsonNode stencil = runs.get(n).path("stencil");
        SceneTraffic.Run expected = measured.runs().get(n);
        long bytes = expected.traffic().stencil().orElseThrow().bytes();
        assertThat(stencil.path("bytes").asLong()).isPositive().isEqualTo(bytes);
        assertThat(stencil.path("relativeToRaw").asDouble())
            .isEqualTo((double) bytes / expected.rawStencilBytes());
      }
      byte[] picture = shown.get("data/frame?show=stencil&" + SMALL).body();
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture));
      long marked =
          IntStream.range(0, 320 * 180)
              .filter(n -> (image.getRGB(n % 320, n / 320) & 0xFFFFFF) != 0)
              .count();
      assertThat(marked).isBetween(5000L, 40000L);
    }
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      JsonNode traffic = shown.json("traffic?codec=c&" + SMALL);
      assertThat(traffic.path("runs").get(0).has("stencil")).isFalse();
    }
  }

  /** The last target's passes, as magpie depth has them. */
  @Test
  void trafficOfAStreamOfDrawsIsThatOfItsLastTarget() throws IOException {
    DescribedScene scene = Scenes.openDescribed("real:harbour", Viewing.USUAL, _ -> {});
    FrameShape shape = new FrameShape(320, 180, TileShape.DEFAULT);
    Configuration asked =
        Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(16 << 10));
    SceneTraffic measured =
        SceneTraffic.measure(
            scene.scene(),
            scene::passes,
            1,
            shape,
            RasterOptions.DEFAULT,
            List.of(asked),
            1,
            (_, _) -> {});
    List<PassTraffic> last =
        measured.passes().stream()
            .filter(
                each -> each.pass().target().equals(measured.passes().getLast().pass().target()))
            .toList();
    assertThat(last).hasSizeGreaterThan(1).hasSizeLessThan(measured.passes().size());
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("real:harbour")) {
      JsonNode traffic = shown.json("traffic?codec=c&cache=16384&" + SMALL);
      assertThat(traffic.path("events").asLong())
          .isEqualTo(last.stream().mapToLong(each -> each.drawn().events()).sum());
      assertThat(traffic.path("runs").get(2).path("bytes").asLong())
          .isEqualTo(
              last.stream().mapToLong(each -> each.runs().getFirst().traffic().bytes()).sum());
      assertThat(shown.json("traffic?prepass=on&" + SMALL).path("problem").asString(""))
          .contains("'prepass' is for scenes without passes");
      assertThat(shown.json("traffic?camera=fov%3D30&" + SMALL).path("problem").asString(""))
          .contains("'camera' is for meshes");
    }
  }

  @Test
  void framesOfAnAnimationAreThoseOfTheCommand() throws IOException {
    String name = "../docs/scenes/arm.gltf";
    Scene scene = Scenes.open(name);
    FrameShape shape = new FrameShape(320, 180, TileShape.DEFAULT);
    Configuration pre =
        Configuration.of(CodecPlacement.PRE, CompressionScheme.parse("c"), CacheShape.of(16 << 10));
    SceneTraffic measured =
        SceneTraffic.measure(
            scene, 3, shape, RasterOptions.of(scene), List.of(pre), 1, (_, _) -> {});
    try (ExplorerFixture shown = ExplorerFixture.ofScenes(name)) {
      for (int frame = 0; frame < 3; frame++) {
        JsonNode traffic =
            shown.json("traffic?codec=c&frames=3&frame=%d&%s".formatted(frame, SMALL));
        assertThat(traffic.path("runs").get(2).path("bytes").asLong())
            .isEqualTo(measured.passes().get(frame).runs().getFirst().traffic().bytes());
      }
    }
  }

  @Test
  void mapsSumToTheFrameAndHistoriesToTheMaps() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      for (String back : List.of("codec=c&placement=pre", "codec=do&placement=post")) {
        String values = back + "&cache=2048&" + SMALL;
        JsonNode traffic = shown.json("traffic?" + values);
        JsonNode run = traffic.path("runs").get(back.endsWith("pre") ? 2 : 1);
        assertThat(total(shown, "bytes", values)).isEqualTo(run.path("bytes").asDouble());
        assertThat(total(shown, "read", values)).isEqualTo(run.path("bytesRead").asDouble());
        assertThat(total(shown, "written", values)).isEqualTo(run.path("bytesWritten").asDouble());
        assertThat(total(shown, "hits", values)).isEqualTo(run.path("hits").asDouble());
        assertThat(total(shown, "misses", values)).isEqualTo(run.path("misses").asDouble());
        assertThat(total(shown, "compressions", values))
            .isEqualTo(run.path("compressions").asDouble());
        assertThat(total(shown, "decompressions", values))
            .isEqualTo(run.path("decompressions").asDouble());
        assertThat(total(shown, "events", values)).isEqualTo(traffic.path("events").asDouble());
        assertThat(total(shown, "culled", values))
            .isEqualTo(traffic.path("culledLines").asDouble());

        JsonNode modes = shown.json("tilemap?figure=mode&" + values);
        for (int mode = 0; mode < modes.path("modes").size(); mode++) {
          int number = mode;
          long tiles =
              StreamSupport.stream(modes.path("values").spliterator(), false)
                  .filter(each -> each.asInt() == number)
                  .count();
          assertThat(tiles)
              .isEqualTo(modes.path("tilesOfModes").get(mode).asLong())
              .isEqualTo(
                  run.path("tilesByMode")
                      .path(modes.path("modes").get(mode).asString(""))
                      .asLong(-1));
        }

        JsonNode read = shown.json("tilemap?figure=read&" + values).path("values");
        JsonNode written = shown.json("tilemap?figure=written&" + values).path("values");
        JsonNode bits = shown.json("tilemap?figure=bits&" + values).path("values");
        for (int tile = 0; tile < read.size(); tile += 101) {
          JsonNode history = shown.json("tilehistory?tile-number=%d&%s".formatted(tile, values));
          assertThat(sum(history, "bytesRead"))
              .isEqualTo(history.path("bytesRead").asLong())
              .isEqualTo(read.get(tile).asLong());
          assertThat(sum(history, "bytesWritten"))
              .isEqualTo(history.path("bytesWritten").asLong())
              .isEqualTo(written.get(tile).asLong());
          assertThat(history.path("bits").asInt()).isEqualTo(bits.get(tile).asInt());
        }
      }
    }
  }

  private static double total(ExplorerFixture shown, String figure, String values) {
    return shown.json("tilemap?figure=%s&%s".formatted(figure, values)).path("total").asDouble();
  }

  private static long sum(JsonNode history, String name) {
    return StreamSupport.stream(history.path("shown").spliterator(), false)
        .mapToLong(each -> each.path(name).asLong())
        .sum();
  }

  @Test
  void theDifferenceIsBeforeMinusAfter() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      String values = "codec=c&cache=2048&" + SMALL;
      JsonNode runs = shown.json("traffic?" + values).path("runs");
      JsonNode difference = shown.json("tilemap?figure=bytes&difference=yes&" + values);

      assertThat(difference.path("total").asDouble())
          .isEqualTo(runs.get(2).path("bytes").asDouble() - runs.get(1).path("bytes").asDouble())
          .isNegative();
    }
  }

  @Test
  void everyFigureHasAMap() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      JsonNode figures = shown.json("scenes").path("figures");
      assertThat(figures).hasSameSizeAs(TileFigure.values());
      for (JsonNode figure : figures) {
        JsonNode map =
            shown.json("tilemap?figure=%s&%s".formatted(figure.path("name").asString(""), SMALL));
        assertThat(map.path("values").size()).isEqualTo(40 * 23);
        assertThat(map.path("scale").asDouble()).isPositive();
        assertThat(map.path("most").asDouble())
            .as(figure.toString())
            .isGreaterThan(map.path("least").asDouble());
      }
    }
  }

  @Test
  void framesArePictures() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:hall")) {
      for (String look : List.of("shaded", "depth")) {
        BufferedImage whole = picture(shown, "show=%s&%s".formatted(look, SMALL));
        BufferedImage draft = picture(shown, "show=%s&smaller=4&%s".formatted(look, SMALL));
        BufferedImage last = picture(shown, "show=%s&frames=5&frame=4&%s".formatted(look, SMALL));

        assertThat(List.of(whole.getWidth(), whole.getHeight())).containsExactly(320, 180);
        assertThat(List.of(draft.getWidth(), draft.getHeight())).containsExactly(80, 45);
        assertThat(colours(whole)).hasSizeGreaterThan(20);
        assertThat(colours(draft)).hasSizeGreaterThan(20);
        assertThat(last.getRGB(160, 90)).isNotEqualTo(whole.getRGB(160, 90));
      }
    }
  }

  private static BufferedImage picture(ExplorerFixture shown, String values) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(shown.get("data/frame?" + values).body()));
  }

  private static Set<Integer> colours(BufferedImage image) {
    Set<Integer> colours = new HashSet<>();
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        colours.add(image.getRGB(x, y));
      }
    }
    return colours;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "traffic?codec=nothing | no codec of tiles is called 'nothing'",
        "traffic?cache=100 | a cache of 100 bytes does not hold one tile of 256 bytes",
        "traffic?cache=0 | 'cache' is 1 to",
        "traffic?size=9000x9 | a frame has 1 to 8192 samples a side",
        "traffic?size=8000x8000 | pages show up to 16,588,800 samples",
        "traffic?size=wide | 'size' is a width and a height such as 1920x1080",
        "traffic?camera=eye%3D1,2 | the camera's eye is three numbers",
        "traffic?camera=eye%3D0,0,0%20at%3D0,0,0 | must not lie on a line",
        "traffic?scene=1 | 'scene' is 0 to 0",
        "traffic?frames=2&frame=2 | 'frame' is 0 to 1",
        "traffic?tessellate=0 | 'tessellate' is none or a number of pixels",
        "tilemap?figure=weight | 'figure' is one of mode, bits, bytes",
        "tilehistory?size=80x80&tile-number=100 | a frame of 100 tiles has no tile 100",
        "frame?show=colour | 'show' is shaded, depth or stencil"
      })
  void whatMakesNoSenseIsSaid(String address, String problem) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms")) {
      assertThat(shown.json(address).path("problem").asString("no problem")).contains(problem);
      assertThat(shown.bugs).isEmpty();
    }
  }

  @Test
  void aBrokenMeshIsAnErrorThatNamesIt() throws IOException {
    Path mesh = Files.writeString(directory.resolve("broken.obj"), "v 1 2 3\nf 1 2 3\n");
    assertThatThrownBy(() -> ExplorerFixture.ofScenes(mesh.toString()).close())
        .hasMessageContaining("broken.obj");
  }
}
