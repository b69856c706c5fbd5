package dev.magpie.depth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.cache.DepthSystem;
import dev.magpie.depth.cache.DepthTraffic;
import dev.magpie.depth.cache.DepthTraffic.Count;
import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.DepthFormat;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.Multisampling;
import dev.magpie.depth.event.StencilOperation;
import dev.magpie.depth.event.StencilUpdate;
import dev.magpie.depth.event.TileShape;
import dev.magpie.depth.raster.DepthBias;
import dev.magpie.depth.raster.DepthRange;
import dev.magpie.depth.raster.DepthState;
import dev.magpie.depth.raster.DepthTest;
import dev.magpie.depth.raster.FrontEnd;
import dev.magpie.depth.raster.RasterOptions;
import dev.magpie.depth.raster.StencilFace;
import dev.magpie.depth.raster.StencilState;
import dev.magpie.depth.scene.Projection;
import dev.magpie.depth.scene.Scene;
import dev.magpie.depth.scene.SceneException;
import dev.magpie.depth.scene.builtin.BuiltInScenes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PassTest {
  private static final FrameShape FRAME = new FrameShape(320, 200, TileShape.DEFAULT);
  private static final String TOML =
      """
      [[mesh]]
      file = "wall.obj"

      [[mesh]]
      file = "wall.obj"
      translate = [0, 0, 1]

      [[camera]]
      eye = [0, 0, 5]
      at = [0, 0, 0]
      near = 1
      far = 10

      [[camera]]
      eye = [0, 0, 6]
      at = [0, 0, 0]
      near = 1
      far = 10

      [[pass]]
      name = "shadow"
      target = "sun"
      size = [128, 64]
      meshes = [2]
      bias = [2, 1.5]
      camera = [{ eye = [0, 0, 5], at = [0, 0, 0], height = 4, near = 0, far = 10 }]

      [[pass]]
      name = "prepass"
      range = "reversed"

      [[pass]]
      name = "opaque"
      test = "equal"
      writes = "off"

      [[pass]]
      name = "transparent"
      meshes = [1]
      writes = "off"
      """;

  @TempDir Path folder;

  private DescribedScene open(String text) throws IOException {
    Files.writeString(folder.resolve("wall.obj"), "v -14 -7 0\nv 28 -7 0\nv -14 14 0\nf 1 2 3\n");
    Path file = Files.writeString(folder.resolve("s.toml"), text);
    return Scenes.openDescribed(file.toString(), Viewing.USUAL, _ -> {});
  }

  private static SceneTraffic measure(DescribedScene scene, int frames, List<Configuration> asked)
      throws IOException {
    return SceneTraffic.measure(
        scene.scene(),
        scene::passes,
        frames,
        FRAME,
        RasterOptions.of(scene.scene()),
        asked,
        1,
        (_, _) -> {});
  }

  private static List<Configuration> configurations(int bytes) {
    List<Configuration> all = new ArrayList<>();
    for (CodecPlacement placement : CodecPlacement.values()) {
      for (String codec : List.of("raw", "do", "c")) {
        all.add(Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(bytes)));
      }
    }
    return all;
  }

  @Test
  void aFileDescribesPasses() throws IOException {
    DescribedScene described = open(TOML);
    List<Pass> passes = described.passes();
    assertThat(passes.stream().map(Pass::name))
        .containsExactly("shadow", "prepass", "opaque", "transparent");
    Pass shadow = passes.getFirst();
    assertThat(shadow.target()).isEqualTo(new Pass.Target("sun", 128, 64, DepthRange.NORMAL));
    assertThat(shadow.scene().meshes()).containsExactly(described.scene().meshes().get(1));
    assertThat(shadow.scene().path().getFirst().projection())
        .isEqualTo(new Projection.Orthographic(4));
    assertThat(shadow.state()).isEqualTo(DepthState.DEFAULT.with(new DepthBias(2, 1.5)));
    Pass opaque = passes.get(2);
    assertThat(opaque.target()).isEqualTo(new Pass.Target("frame", 0, 0, DepthRange.REVERSED));
    assertThat(opaque.scene()).isEqualTo(described.scene());
    assertThat(opaque.state()).isEqualTo(DepthState.AFTER_PREPASS);
    assertThat(passes.get(1).state().test()).isEqualTo(DepthTest.GREATER);
  }

  /** A shadow map of one sample beside a frame of four, or the other way round. */
  @Test
  void targetsHaveSamplesAndFormatsOfTheirOwn() throws IOException {
    String own =
        TOML.replace("size = [128, 64]\n", "size = [128, 64]\nsamples = 4\nformat = 'd16'\n");
    DescribedScene scene = open(own);
    SceneTraffic measured = measure(scene, 1, configurations(4 << 10));
    FrameShape shadow = measured.passes().getFirst().shape();
    assertThat(shadow)
        .isEqualTo(
            FrameShape.ofPixels(
                128, 64, TileShape.DEFAULT.with(DepthFormat.D16).with(Multisampling.X4)));
    assertThat(measured.passes().getFirst().drawn().passedSamples()).isEqualTo(4 * 128 * 64);
    assertThat(measured.passes().get(1).shape()).isEqualTo(FRAME);
    // Triangles that cover all of the shadow map once, and of the frame, by pass: 2, 2 and 1.
    assertThat(measured.pixelsPerTriangle() * measured.drawn().coveringTriangles())
        .isEqualTo(128 * 64 + 5 * 320 * 200);

    assertThatThrownBy(() -> open(TOML.replace("size = [128, 64]", "samples = 3")))
        .hasMessageContaining("a pixel has 1, 2, 4 or 8 samples");
    assertThatThrownBy(() -> open(TOML.replace("test = \"equal\"", "samples = 2")))
        .hasMessageContaining("the samples of target 'frame' is said before");
  }

  /** Walls cover all of a target, and how often a pass's samples pass is known. */
  @Test
  void wallsMoveWhatTheirTargetsHold() throws IOException {
    List<Configuration> raw =
        List.of(
            Configuration.of(CodecPlacement.POST, CompressionScheme.RAW, CacheShape.of(1 << 10)));
    SceneTraffic measured = measure(open(TOML), 2, raw);
    assertThat(measured.passes()).hasSize(8);
    for (PassTraffic pass : measured.passes()) {
      DepthTraffic traffic = pass.runs().getFirst().traffic();
      long samples = 128 * 64;
      long target = 4 * (pass.pass().name().equals("shadow") ? samples : 320 * 200);
      switch (pass.pass().name()) {
        case "shadow" -> {
          assertThat(pass.drawn().passedSamples()).isEqualTo(samples);
          assertThat(traffic.get(Count.BYTES_READ)).isZero();
          assertThat(traffic.get(Count.BYTES_WRITTEN)).isEqualTo(target);
        }
        case "prepass" -> {
          // The farther wall, and the nearer one before it; the last tiles stay in the cache.
          assertThat(pass.drawn().passedSamples()).isEqualTo(2 * 320 * 200);
          assertThat(traffic.get(Count.BYTES_WRITTEN)).isEqualTo(2 * target - (1 << 10));
        }
        case "opaque" -> {
          // The nearer one is equal everywhere, which its bounds tell, and the other one nowhere.
          assertThat(pass.drawn().passedSamples()).isEqualTo(320 * 200);
          assertThat(pass.drawn().culledLines()).isEqualTo(320 * 200 / 16);
          assertThat(traffic.bytes()).isZero();
        }
        default -> {
          assertThat(pass.drawn().culledLines()).isEqualTo(pass.drawn().coveredLines());
          assertThat(traffic.get(Count.BYTES_WRITTEN)).isEqualTo(1 << 10);
        }
      }
    }
  }

  /** A cache as large as the target reads and writes nothing until the last pass is over. */
  @Test
  void aCacheKeepsWhatItHasFromPassToPass() throws IOException {
    String text = TOML.substring(0, TOML.indexOf("[[pass]]"));
    String passes = "[[pass]]\ntest = 'always'\n[[pass]]\ntest = 'always'\nmeshes = [1]\n";
    SceneTraffic measured = measure(open(text + passes), 1, configurations(1 << 20));
    for (int run = 0; run < measured.runs().size(); run++) {
      DepthTraffic first = measured.passes().get(0).runs().get(run).traffic();
      DepthTraffic second = measured.passes().get(1).runs().get(run).traffic();
      assertThat(first.bytes()).isZero();
      assertThat(first.get(Count.MISSES)).isPositive();
      assertThat(second.get(Count.MISSES)).isZero();
      assertThat(second.get(Count.BYTES_READ)).isZero();
      assertThat(second.get(Count.BYTES_WRITTEN)).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(RasterOptions.Prepass.class)
  void aFrameWithoutDescribedPassesIsOneOrTwo(RasterOptions.Prepass prepass) throws IOException {
    Scene scene = BuiltInScenes.make("rooms");
    RasterOptions options = RasterOptions.of(scene).with(prepass);
    List<Configuration> asked = configurations(4 << 10);
    SceneTraffic measured = SceneTraffic.measure(scene, 2, FRAME, options, asked, 2, (_, _) -> {});
    assertThat(measured.passes()).hasSize(2 * (prepass == RasterOptions.Prepass.ON ? 2 : 1));
    FrontEnd frontEnd = new FrontEnd(FRAME, options);
    for (int run = 0; run < asked.size(); run++) {
      DepthTraffic sum = null;
      for (int frame = 0; frame < 2; frame++) {
        DepthTraffic traffic =
            DepthSystem.replay(
                frontEnd.draw(scene.meshes(), scene.camera(frame, 2)).events(), asked.get(run));
        sum = sum == null ? traffic : sum.plus(traffic);
      }
      DepthTraffic expected = Objects.requireNonNull(sum);
      DepthTraffic found = measured.runs().get(run).traffic();
      int each = run;
      for (Count count : Count.values()) {
        assertThat(found.get(count)).as("%s", count).isEqualTo(expected.get(count));
        assertThat(sum(measured, pass -> pass.runs().get(each).traffic().get(count)))
            .as("%s of all passes", count)
            .isEqualTo(expected.get(count));
      }
      assertThat(found.finalTiles()).isEqualTo(expected.finalTiles());
      assertThat(found.encodedTiles()).isEqualTo(expected.encodedTiles());
      assertThat(found.bytesByTile()).isEqualTo(expected.bytesByTile());
    }
    assertThat(sum(measured, pass -> pass.drawn().culledLines()))
        .isEqualTo(measured.drawn().culledLines());
    assertThat(measured.drawn().frames()).isEqualTo(2);
  }

  private static long sum(SceneTraffic measured, ToLongFunction<PassTraffic> figure) {
    return measured.passes().stream().mapToLong(figure).sum();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size = [128, 64] | size = [128] | pass 1: size is two numbers of pixels",
        "size = [128, 64] | size = [128, 0] | :23: pass 1: a side has 1 to 8192 pixels",
        "size = [128, 64] | size = [1.5, 64] | pass 1: a side has 1 to 8192 pixels",
        "meshes = [2] | meshes = [3] | pass 1: there is no mesh 3; there are 2",
        "meshes = [2] | meshes = [] | pass 1: meshes is a list of numbers of meshes",
        "meshes = [2] | meches = [2] | pass 1: has no 'meches'",
        "bias = [2, 1.5] | bias = [2, 1e9] | pass 1: a depth bias has a slope within",
        "bias = [2, 1.5] | test = \"greater\" | pass 1: with the normal depth range a frame is cleared",
        "bias = [2, 1.5] | test = \"equal\" | pass 1: the target is clear, and no sample passes 'equal'",
        "'name = \"shadow\"' | 'name = \"a\\\\tb\"' | pass 1: name has at most 4096 bytes and no control",
        "'test = \"equal\"' | 'test = \"same\"' | pass 3: test is \"never\", \"less\", ",
        "'writes = \"off\"' | 'writes = true' | pass 3: writes is a text in quotes",
        "'name = \"opaque\"' | 'name = \"shadow\"' | pass 3: there is another pass 'shadow'",
        "'name = \"opaque\"' | 'target = \"sun\"' | pass 3: pass 'prepass' lies between it and",
        "'name = \"opaque\"' | 'size = [9, 9]' | pass 3: the size of target 'frame' is said before",
        "bias = [2, 1.5] | stencil = 1 | pass 1: stencil is a table, as in",
        "bias = [2, 1.5] | stencil = { tests = 1 } | pass 1: stencil: has no 'tests'; it has back, ",
        "bias = [2, 1.5] | stencil = { test = \"same\" } | pass 1: stencil: test is \"never\", ",
        "bias = [2, 1.5] | stencil = { pass = \"wrap\" } | pass 1: stencil: pass is \"keep\", \"zero\", ",
        "bias = [2, 1.5] | stencil = { fail = 1 } | pass 1: stencil: fail is a text in quotes",
        "bias = [2, 1.5] | stencil = { reference = 256 } | pass 1: stencil: reference is a whole number",
        "bias = [2, 1.5] | stencil = { read-mask = 1.5 } | pass 1: stencil: read-mask is a whole number",
        "bias = [2, 1.5] | stencil = { back = 3 } | pass 1: stencil: back is a table, as in",
        "bias = [2, 1.5] | stencil = { back = { front = 1 } } | pass 1: stencil: back: has no 'front'",
        "bias = [2, 1.5] | clear-stencil = 256 | pass 1: clear-stencil is a whole number from 0 to 255",
        "bias = [2, 1.5] | clear-stencil = true | pass 1: clear-stencil is a whole number from",
        "height = 4 | height = 0 | pass 1: camera 1: an orthographic view is 0.0 high",
      })
  void brokenPassesSayWhere(String from, String to, String message) {
    assertThat(TOML).contains(from);
    String text = TOML.replaceFirst(Pattern.quote(from), to);
    assertThatThrownBy(() -> open(text))
        .isInstanceOf(SceneException.class)
        .hasMessageContaining("s.toml:")
        .hasMessageContaining(message);
  }

  @Test
  void aFaceHasWhatItsTableSaysAndElseWhatBothHave() throws IOException {
    String own =
        TOML.replace(
            "bias = [2, 1.5]",
            "stencil = { test = \"equal\", reference = 3, pass = \"incr-wrap\","
                + " back = { reference = 4, write-mask = 15, depth-fail = \"invert\" } }");
    StencilFace front =
        new StencilFace(
            DepthTest.EQUAL,
            255,
            new StencilUpdate(
                StencilOperation.KEEP, StencilOperation.KEEP, StencilOperation.INCR_WRAP, 3, 255));
    StencilFace back =
        new StencilFace(
            DepthTest.EQUAL,
            255,
            new StencilUpdate(
                StencilOperation.KEEP, StencilOperation.INVERT, StencilOperation.INCR_WRAP, 4, 15));
    assertThat(open(own).passes().getFirst().state().stencil())
        .isEqualTo(new StencilState(front, back));
    assertThat(open(TOML).passes().getFirst().state().stencil()).isEqualTo(StencilState.OFF);
  }

  /** What is drawn twice where the first time has marked it; other passes move as without it. */
  @Test
  void stencilIsCountedBesideDepths() throws IOException {
    String marks =
        TOML.replace(
                "name = \"prepass\"",
                "name = \"prepass\"\nstencil = { pass = \"replace\", reference = 1 }")
            .replace(
                "name = \"transparent\"",
                "name = \"transparent\"\nstencil = { test = \"notequal\", reference = 1 }");
    SceneTraffic measured = measure(open(marks), 2, configurations(4 << 10));
    SceneTraffic usual = measure(open(TOML), 2, configurations(4 << 10));
    for (int n = 0; n < measured.passes().size(); n++) {
      PassTraffic pass = measured.passes().get(n);
      boolean transparent = pass.pass().name().equals("transparent");
      for (int run = 0; run < pass.runs().size(); run++) {
        DepthTraffic traffic = pass.runs().get(run).traffic();
        assertThat(traffic.stencil().isPresent()).isEqualTo(!pass.pass().name().equals("shadow"));
        if (!transparent) {
          assertThat(traffic.get(Count.EVENTS))
              .isEqualTo(usual.passes().get(n).runs().get(run).traffic().get(Count.EVENTS));
        }
      }
      assertThat(transparent && pass.drawn().passedSamples() > 0).isFalse();
    }
    for (SceneTraffic.Run run : measured.runs()) {
      DepthTraffic stencil = run.traffic().stencil().orElseThrow();
      boolean raw = run.configuration().scheme().isRaw();
      // All is one value in the end; halves of tiles, which have two, are a line each.
      if (!raw) {
        assertThat(stencil.bytes()).isPositive().isLessThanOrEqualTo(run.rawStencilBytes() / 4);
      }
      assertThat(stencil.finalTiles()).containsEntry(raw ? "raw" : "uniform", 2 * 20 * 13L);
      assertThat(run.rawStencilBytes()).isPositive();
    }
    assertThat(usual.runs()).allMatch(run -> run.traffic().stencil().isEmpty());
    assertThat(usual.runs()).allMatch(run -> run.rawStencilBytes() == 0);
  }

  @Test
  void aTargetHasAFormatOfItsOwnAndAPassItsCulling() throws IOException {
    String own =
        TOML.replace("bias = [2, 1.5]", "bias = [2, 1.5]\nformat = \"d16\"\ncull = \"front\"");
    DescribedScene described = open(own);
    assertThat(described.passes().getFirst().target().format()).contains(DepthFormat.D16);
    assertThat(described.passes().get(1).target().format()).isEmpty();
    SceneTraffic usual = measure(open(TOML), 2, configurations(4 << 10));
    SceneTraffic measured = measure(described, 2, configurations(4 << 10));
    assertThat(measured.formats()).containsExactly(DepthFormat.D16, DepthFormat.D24);
    for (PassTraffic pass : measured.passes()) {
      boolean shadow = pass.pass().name().equals("shadow");
      assertThat(pass.shape().tile())
          .isEqualTo(TileShape.DEFAULT.with(shadow ? DepthFormat.D16 : DepthFormat.D24));
      // The wall runs counter-clockwise.
      assertThat(pass.drawn().coveredSamples() == 0).isEqualTo(shadow);
    }
    assertThat(usual.passes().getFirst().drawn().coveredSamples()).isPositive();

    // Without culling, a shadow map of 16 bits moves half of what one of 24 does.
    SceneTraffic half =
        measure(open(own.replace("\ncull = \"front\"", "")), 1, configurations(4 << 10));
    SceneTraffic whole = measure(open(TOML), 1, configurations(4 << 10));
    long raw = half.passes().getFirst().runs().getFirst().traffic().get(Count.BYTES_WRITTEN);
    assertThat(raw).isEqualTo(2 * 128 * 64);
    assertThat(whole.passes().getFirst().runs().getFirst().traffic().get(Count.BYTES_WRITTEN))
        .isEqualTo(2 * raw);
    assertThat(half.runs().getFirst().traffic().bytes())
        .isEqualTo(
            half.passes().stream()
                .mapToLong(pass -> pass.runs().getFirst().traffic().bytes())
                .sum());
  }
}
