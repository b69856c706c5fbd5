package dev.magpie.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.depth.Pass;
import dev.magpie.depth.SceneRecorder;
import dev.magpie.depth.Scenes;
import dev.magpie.depth.draws.DrawStreamWriter;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.scene.Scene;
import dev.magpie.explore.BrowserSession.Screen;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The pages of scenes as people use them, in a browser. */
class DepthPagesTest {
  private static final String SMALL = "size=480x272";

  @TempDir private Path directory;

  static Stream<Screen> screens() {
    return Stream.of(Screen.DESKTOP, Screen.PHONE, new Screen(390, 844, true));
  }

  private static URI at(ExplorerFixture shown, String fragment) {
    return URI.create(shown.explorer.link() + "#" + fragment);
  }

  private static void assertFits(ExplorerFixture shown, BrowserSession page) {
    assertThat(page.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
        .as("nothing is wider than the screen")
        .isTrue();
    assertThat(page.errors()).isEmpty();
    assertThat(page.text(".problem")).isEmpty();
    assertThat(shown.bugs).isEmpty();
  }

  private static String mega(JsonNode run) {
    double bytes = run.path("bytes").asDouble();
    return bytes < 1e5
        ? "%.2f\u00a0kB".formatted(bytes / 1e3)
        : "%.2f\u00a0MB".formatted(bytes / 1e6);
  }

  @ParameterizedTest
  @MethodSource("screens")
  void theFirstPageHasTheFiguresOfTheData(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms");
        BrowserSession page = BrowserSession.open(at(shown, SMALL), screen)) {
      JsonNode traffic = shown.json("traffic?codec=c&" + SMALL);
      page.waitFor("document.querySelector('.stage canvas').dataset.drawn !== undefined");

      assertThat(page.text("#moved")).isEqualTo(mega(traffic.path("runs").get(2)));
      assertThat(page.text("#of-raw"))
          .isEqualTo(
              "%.1f\u00a0%%"
                  .formatted(100 * traffic.path("runs").get(2).path("relativeToRaw").asDouble()));
      assertThat(page.text("#triangles"))
          .isEqualTo("%,d".formatted(traffic.path("triangles").asLong()));
      assertThat(page.text("[data-run=post-raw]")).contains(mega(traffic.path("runs").get(0)));
      assertThat(page.text("[data-run=post-c]")).contains(mega(traffic.path("runs").get(1)));
      assertThat(page.text(".bottom")).contains("magpie explore builtin:rooms", "0.1.0");
      assertThat(page.text(".measured")).contains("magpie depth builtin:rooms --size 480x272");
      assertFits(shown, page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void aStreamOfDrawsIsShownFromItsOneView(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("real:harbour");
        BrowserSession page = BrowserSession.open(at(shown, SMALL), screen)) {
      JsonNode traffic = shown.json("traffic?codec=c&" + SMALL);
      page.waitFor("document.querySelector('.stage canvas').dataset.drawn !== undefined");
      assertThat(page.text("#moved")).isEqualTo(mega(traffic.path("runs").get(2)));
      assertThat(page.text(".maplegend")).contains("seen from one view alone");
      assertThat(page.evaluate("document.querySelector('#reset')").isNull()).isTrue();
      assertThat(page.evaluate("document.querySelector('#prepass')").isNull()).isTrue();
      assertThat(page.text(".measured"))
          .contains("magpie depth real:harbour --size 480x272")
          .contains("--by pass");
      assertFits(shown, page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void stencilHasATableAndAPicture(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("../docs/scenes/shadows.toml");
        BrowserSession page = BrowserSession.open(at(shown, SMALL), screen)) {
      JsonNode runs = shown.json("traffic?codec=c&" + SMALL).path("runs");
      page.waitFor("document.querySelector('.stage canvas').dataset.drawn !== undefined");
      assertThat(page.text("#stencil-runs"))
          .contains("palette before the cache", mega(runs.get(2).path("stencil")));
      page.click(".switcher[aria-label=Shown] button:nth-child(3)");
      assertThat(page.text("[aria-label=Shown] [aria-pressed=true]")).isEqualTo("Stencil");
      assertFits(shown, page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void targetsOfPassesAreChosen(Screen screen) throws IOException {
    Files.writeString(
        directory.resolve("floor.obj"),
        "v -3 0 -3\nv 3 0 -3\nv 3 0 3\nv -3 0 3\nf 1 2 3\nf 1 3 4\n");
    Path scene =
        Files.writeString(
            directory.resolve("scene.toml"),
            """
            [[mesh]]
            file = "floor.obj"
            [[camera]]
            eye = [1, 3, 6]
            at = [0, 0, 0]
            fov = 60
            near = 0.1
            far = 100
            [[pass]]
            name = "shadow"
            target = "sun"
            size = [300, 200]
            camera = [{ eye = [4, 9, 4], at = [0, 0, 0], height = 8, near = 0, far = 30 }]
            [[pass]]
            name = "opaque"
            """);
    try (ExplorerFixture shown = ExplorerFixture.ofScenes(scene.toString());
        BrowserSession page =
            BrowserSession.open(at(shown, SMALL + "&multisampling=4&figure=bytes"), screen)) {
      String values = "codec=c&samples=4&" + SMALL;
      JsonNode frame = shown.json("traffic?" + values);
      assertThat(page.text("#moved")).isEqualTo(mega(frame.path("runs").get(2)));
      assertThat(page.evaluate("document.querySelector('#prepass')").isNull()).isTrue();
      assertThat(page.evaluate("document.querySelector('#reset')").isNull()).isFalse();

      page.set("#target", "0");
      JsonNode sun = shown.json("traffic?target=0&" + values);
      assertThat(sun.path("width").asInt()).isEqualTo(600);
      page.waitFor(
          "document.querySelector('#moved').textContent === '%s'"
              .formatted(mega(sun.path("runs").get(2))));
      page.settle();
      assertThat(page.evaluate("document.querySelector('#reset')").isNull()).isTrue();
      assertThat(page.evaluate("document.querySelector('.stage').style.aspectRatio").asString(""))
          .isEqualTo("300 / 200");
      assertThat(page.text(".measured")).contains("--samples 4", "--by pass");
      assertFits(shown, page);
    }
  }

  @Test
  void framesOfAStreamAreThoseThatItHas() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes(streamOfTwoFrames().toString());
        BrowserSession page = BrowserSession.open(at(shown, "frame=1&" + SMALL), Screen.DESKTOP)) {
      assertThat(page.text(".film h2")).isEqualTo("Frames of the stream");
      assertThat(
              page.evaluate("document.querySelectorAll('.strip-of-frames button').length").asInt())
          .isEqualTo(2);
      assertThat(page.evaluate("document.querySelector('#frames')").isNull()).isTrue();
      JsonNode first = shown.json("traffic?codec=c&" + SMALL);
      JsonNode second = shown.json("traffic?codec=c&frame=1&frames=2&" + SMALL);
      assertThat(second.path("coveredSamples")).isNotEqualTo(first.path("coveredSamples"));
      assertThat(page.text("#moved")).isEqualTo(mega(second.path("runs").get(2)));
      assertThat(page.text(".measured")).contains("--frames 2 --by pass");
      // Its own size where no other is chosen.
      page.go(at(shown, "view=depth"));
      assertThat(page.evaluate("document.querySelector('#size').value").asString(""))
          .isEqualTo("320x180");
      assertThat(page.text(".measured")).doesNotContain("--size");
      assertFits(shown, page);
    }
  }

  private Path streamOfTwoFrames() throws IOException {
    Scene scene = Scenes.open("../docs/scenes/arm.gltf");
    FrameShape shape = new FrameShape(320, 180, TileShape.DEFAULT);
    RasterOptions options = RasterOptions.of(scene);
    List<Pass> passes = Pass.of(scene, options);
    Path file = directory.resolve("arm.draws");
    try (OutputStream out = Files.newOutputStream(file)) {
      DrawStreamWriter.write(
          new SceneRecorder(shape, options).record("arm", "a test", _ -> passes, 2), out);
    }
    return file;
  }

  /** What an address asks for and is not there gives way to what is. */
  @Test
  void wrongAddressesAreMended() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms");
        BrowserSession page = BrowserSession.open(at(shown, "scene=77&" + SMALL), Screen.DESKTOP)) {
      assertThat(page.text("#moved")).isNotEmpty();
      page.waitFor("!location.hash.includes('scene')");
      assertFits(shown, page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void framesKeepTheirShape(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms");
        BrowserSession page = BrowserSession.open(at(shown, "size=270x480"), screen)) {
      double ratio =
          page.evaluate(
                  "(({width, height}) => width / height)"
                      + "(document.querySelector('.stage').getBoundingClientRect())")
              .asDouble();
      assertThat(ratio).isCloseTo(270.0 / 480, within(0.01));
      assertFits(shown, page);
    }
  }

  @Test
  void codecPlaceAndCacheChangeLive() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms");
        BrowserSession page = BrowserSession.open(at(shown, SMALL), Screen.DESKTOP)) {
      page.set("#tilecodec", "do");
      page.set("#placement", "post");
      page.set("#cache", "4096");
      JsonNode run = shown.json("traffic?codec=do&cache=4096&" + SMALL).path("runs").get(1);
      page.waitFor("document.querySelector('#moved').textContent === '%s'".formatted(mega(run)));
      page.set("#modes", "plane+do25");
      run = shown.json("traffic?codec=plane%2Bdo25&cache=4096&" + SMALL).path("runs").get(1);
      page.waitFor("document.querySelector('#moved').textContent === '%s'".formatted(mega(run)));
      page.set("#ways", "4");
      run = shown.json("traffic?codec=plane%2Bdo25&cache=4096&ways=4&" + SMALL).path("runs").get(1);
      page.waitFor("document.querySelector('#moved').textContent === '%s'".formatted(mega(run)));
      assertFits(shown, page);

      page.set("#modes", "nonsense");
      assertThat(page.text(".problem")).contains("no codec of tiles is called 'nonsense'");
      page.set("#tilecodec", "c");
      assertThat(page.text(".problem")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void everyMapHasALegendOfItsOwn(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms");
        BrowserSession page = BrowserSession.open(at(shown, SMALL), screen)) {
      String values = "codec=c&placement=pre&" + SMALL;
      for (JsonNode figure : shown.json("scenes").path("figures")) {
        String name = figure.path("name").asString("");
        page.set("#figure", name);
        page.waitFor(
            "document.querySelector('.stage canvas').dataset.map === '%s'".formatted(name));
        JsonNode map = shown.json("tilemap?figure=%s&%s".formatted(name, values));
        if (name.equals("mode")) {
          for (JsonNode tiles : map.path("tilesOfModes")) {
            assertThat(page.text(".maplegend")).contains("%,d".formatted(tiles.asLong()));
          }
        } else if (!name.equals("overdraw")) {
          assertThat(page.text(".maplegend"))
              .contains("together %,d".formatted(map.path("total").asLong()));
        }
      }
      page.set("#figure", "difference");
      page.waitFor("document.querySelector('.maplegend').textContent.includes('before minus')");
      JsonNode map = shown.json("tilemap?figure=bytes&difference=yes&codec=c&" + SMALL);
      assertThat(page.text(".maplegend"))
          .contains("together \u2212%,d\u00a0B".formatted(-map.path("total").asLong()));
      assertFits(shown, page);
    }
  }

  @Test
  void keysAndMouseTurnTheFrameAndTheAddressRestoresIt() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:bust");
        BrowserSession page = BrowserSession.open(at(shown, SMALL), Screen.DESKTOP)) {
      String before = page.text("#moved");
      page.evaluate("document.querySelector('.stage canvas').focus()");
      page.press("ArrowRight");
      page.press("ArrowRight");
      page.press("ArrowUp");
      page.press("-");
      page.waitFor("location.hash.includes('camera')");
      page.settle();
      String turned = page.text("#moved");
      assertThat(turned).isNotEqualTo(before);
      String keyed = page.evaluate("location.hash").asString("");

      page.drag(".stage canvas", 0.5, 0.5, 60, -20);
      page.waitFor("location.hash !== '%s'".formatted(keyed));
      page.settle();
      String link = page.evaluate("location.href").asString("");
      String dragged = page.text("#moved");
      page.go(URI.create(link));
      assertThat(page.text("#moved")).isEqualTo(dragged);
      // The command at the foot names the same view.
      assertThat(page.text(".measured code")).contains("--camera \"eye=");

      page.click("#reset");
      page.waitFor("document.querySelector('#moved').textContent === '%s'".formatted(before));
      assertFits(shown, page);
    }
  }

  @ParameterizedTest
  @MethodSource("screens")
  void aClickOnATileTellsWhatHappenedToIt(Screen screen) throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms");
        BrowserSession page = BrowserSession.open(at(shown, SMALL + "&figure=bytes"), screen)) {
      page.drag(".stage canvas", 0.52, 0.61, 0, 0);
      page.waitFor("document.querySelector('.tilepanel h2')");
      page.waitFor("/tile=/.test(location.hash)");
      int tile =
          page.evaluate("Number(new URLSearchParams(location.hash.slice(1)).get('tile'))").asInt();
      // 60 by 34 tiles.
      assertThat(tile % 60).isBetween(30, 32);
      assertThat(tile / 60).isBetween(19, 21);
      String values = "codec=c&placement=pre&" + SMALL;
      JsonNode history = shown.json("tilehistory?tile-number=%d&%s".formatted(tile, values));
      assertThat(page.text(".tilepanel h2")).isEqualTo("Tile %,d".formatted(tile));
      assertThat(page.evaluate("document.querySelectorAll('.steps tbody tr').length").asInt())
          .isEqualTo(history.path("moments").asInt())
          .isPositive();
      String column =
          "[...document.querySelectorAll('.steps .%s')].reduce((sum, each) => sum +"
              + " Number(each.textContent.replaceAll(',', '')), 0)";
      assertThat(page.evaluate(column.formatted("read")).asLong())
          .isEqualTo(shown.json("tilemap?figure=read&" + values).path("values").get(tile).asLong());
      assertThat(page.evaluate(column.formatted("written")).asLong())
          .isEqualTo(
              shown.json("tilemap?figure=written&" + values).path("values").get(tile).asLong());
      assertFits(shown, page);
    }
  }

  @Test
  void framesOfAPathAreAStripAndAChart() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes("builtin:rooms");
        BrowserSession page = BrowserSession.open(at(shown, SMALL), Screen.DESKTOP)) {
      page.set("#frames", "4");
      assertThat(
              page.evaluate("document.querySelectorAll('.strip-of-frames button').length").asInt())
          .isEqualTo(4);
      page.set("#frame", "3");
      JsonNode last = shown.json("traffic?codec=c&frames=4&frame=3&" + SMALL);
      page.waitFor(
          "document.querySelector('#moved').textContent === '%s'"
              .formatted(mega(last.path("runs").get(2))));
      assertThat(page.text(".measured code")).contains("--camera \"eye=");
      page.click("#measure");
      page.waitFor("document.querySelector('.film .chart').dataset.measured !== undefined");
      double sum = 0;
      for (int frame = 0; frame < 4; frame++) {
        sum +=
            shown
                .json("traffic?codec=c&frames=4&frame=%d&%s".formatted(frame, SMALL))
                .path("runs")
                .get(2)
                .path("bytes")
                .asDouble();
      }
      assertThat(page.text(".film [role=status]"))
          .contains("c before the cache %.2f\u00a0MB".formatted(sum / 1e6));
      assertFits(shown, page);
    }
  }

  @Test
  void framesOfAnAnimationAreAStrip() throws IOException {
    String scene = "../docs/scenes/arm.gltf";
    try (ExplorerFixture shown = ExplorerFixture.ofScenes(scene);
        BrowserSession page = BrowserSession.open(at(shown, SMALL), Screen.PHONE)) {
      page.set("#frames", "4");
      assertThat(page.text(".film h2")).isEqualTo("Frames of an animation of 2\u00a0s");
      page.set("#frame", "1");
      JsonNode first = shown.json("traffic?codec=c&frames=4&frame=0&" + SMALL);
      JsonNode second = shown.json("traffic?codec=c&frames=4&frame=1&" + SMALL);
      assertThat(second.path("coveredSamples")).isNotEqualTo(first.path("coveredSamples"));
      page.waitFor(
          "document.querySelector('#moved').textContent === '%s'"
              .formatted(mega(second.path("runs").get(2))));
      assertThat(page.text(".measured code")).contains("--frames 4 --by pass");
      assertFits(shown, page);
    }
  }

  /** A tower on a plate in the plane of x and y. */
  private Path tower() throws IOException {
    return Files.writeString(
        directory.resolve("tower.obj"),
        """
        v -2 -2 0
        v 2 -2 0
        v 2 2 0
        v -2 2 0
        v -1 -1 0
        v 1 -1 0
        v 0 0 6
        v 0 1 0
        f 1 2 3
        f 1 3 4
        f 5 6 7
        f 6 8 7
        f 8 5 7
        """);
  }

  @Test
  void whatIsUpIsGuessedSaidAndSwitched() throws IOException {
    try (ExplorerFixture shown = ExplorerFixture.ofScenes(tower().toString());
        BrowserSession page = BrowserSession.open(at(shown, SMALL), Screen.DESKTOP)) {
      assertThat(page.text(".controls")).contains("tower.obj: z is taken for up");
      assertThat(page.text("[aria-label=Up] [aria-pressed=true]")).isEqualTo("z up");
      String moved = page.text("#moved");
      page.click("[aria-label=Up] button");
      page.waitFor("location.hash.includes('up%3D0%2C1%2C0')");
      page.settle();
      assertThat(page.text("[aria-label=Up] [aria-pressed=true]")).isEqualTo("y up");
      assertThat(page.text("#moved")).isNotEqualTo(moved);
      assertFits(shown, page);
    }
  }

  @Test
  void aBrokenMeshIsSaidOnThePage() throws IOException {
    Path mesh = Files.writeString(directory.resolve("a<b>b.obj"), "v 1 2 3\nf 1 2 3\n");
    Explorer.Start start =
        new Explorer.Start("", "", "", false, CodecSpec.parse("bpc"), Granularity.DEFAULT, 1);
    try (Explorer explorer =
            Explorer.start(
                Explorer.Inputs.ofScenes(List.of(ExplorerFixture.scene(mesh.toString()))),
                start,
                0,
                _ -> {});
        BrowserSession page = BrowserSession.open(explorer.link(), Screen.PHONE)) {
      assertThat(page.text("main")).contains("nothing to look at", "a<b>b.obj");
      assertThat(page.errors()).isEmpty();
    }
  }

  @Test
  void memoryAndDepthAreBesideEachOther() throws IOException {
    try (ExplorerFixture shown =
            ExplorerFixture.ofBoth(Path.of("../examples/fields"), "builtin:rooms");
        BrowserSession page = BrowserSession.open(shown.explorer.link(), Screen.DESKTOP)) {
      assertThat(page.text(".top nav")).isEqualTo("MemoryBuddyDepth");
      page.click("[data-view=depth]");
      page.waitFor("document.querySelector('.stage canvas')?.dataset.drawn !== undefined");
      page.click("[data-view=memory]");
      page.waitFor("document.querySelector('.row')");
      assertFits(shown, page);
    }
  }
}
