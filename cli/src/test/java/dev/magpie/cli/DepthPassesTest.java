package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Scenes with passes, as {@code magpie depth} tells of them. */
class DepthPassesTest {
  /** Two over the whole view, the second one nearer. */
  private static final String WALLS =
      """
      v -8 -8 5
      v 22 -8 5
      v -8 22 5
      f 1 2 3
      v -8 -8 4.5
      v 22 -8 4.5
      v -8 22 4.5
      f 4 5 6
      """;

  @TempDir private Path folder;

  private Path passes() throws IOException {
    Files.writeString(folder.resolve("wall.obj"), WALLS);
    return Files.writeString(
        folder.resolve("passes.toml"),
        """
        [[mesh]]
        file = "wall.obj"

        [[camera]]
        eye = [0, 0, 0]
        at = [0, 0, 1]
        near = 1
        far = 10

        [[pass]]
        name = "shadow"
        target = "sun"
        size = [64, 32]
        camera = [{ eye = [0, 0, 0], at = [0, 0, 1], height = 4, near = 0, far = 9 }]

        [[pass]]
        name = "prepass"
        range = "reversed"

        [[pass]]
        name = "opaque"
        test = "equal"
        writes = "off"
        """);
  }

  private Object[] asked(String format) throws IOException {
    String options = "--size 80x48 --frames 2 --codec do --cache 2KiB --by pass --format " + format;
    return Stream.concat(Stream.of("depth", passes()), Stream.of(options.split(" ", -1))).toArray();
  }

  @Test
  void eachPassOfEachFrameHasALine() throws IOException {
    Ran ran = Ran.magpie(asked("json"));
    assertThat(ran.status()).as(ran.err()).isZero();
    JsonNode json = ran.json();
    assertThat(json.path("passes").size()).isEqualTo(2 * 3 * 2);
    long bytes = 0;
    long covered = 0;
    for (JsonNode pass : json.path("passes")) {
      boolean shadow = pass.path("pass").asString().equals("shadow");
      assertThat(pass.path("target").asString()).isEqualTo(shadow ? "sun" : "frame");
      assertThat(pass.path("width").asInt()).isEqualTo(shadow ? 64 : 80);
      assertThat(pass.path("height").asInt()).isEqualTo(shadow ? 32 : 48);
      assertThat(pass.path("coveredSamples").asLong())
          .isEqualTo(2L * pass.path("width").asLong() * pass.path("height").asLong());
      bytes += pass.path("bytes").asLong();
      covered += pass.path("coveredSamples").asLong();
    }
    assertThat(json.path("runs").valueStream().mapToLong(run -> run.path("bytes").asLong()).sum())
        .isEqualTo(bytes);
    assertThat(json.path("scene").path("coveredSamples").asLong() * 2).isEqualTo(covered);
    JsonNode prepass = json.path("passes").get(2);
    assertThat(prepass.path("pass").asString()).isEqualTo("prepass");
    assertThat(prepass.path("depthTest").asString()).isEqualTo("greater");
    assertThat(prepass.path("depthRange").asString()).isEqualTo("reversed");
    List<String> lines = Ran.magpie(asked("csv")).out().lines().toList();
    assertThat(lines).hasSize(1 + 2 * 3 * 2);
    assertThat(lines.getFirst())
        .startsWith("scene,frame,seconds,pass,target,width,height,samples,depthFormat,cull,")
        .contains(",culledLines,placement,codec,", ",hits,misses,", ",tilesByMode.do25,");
    assertThat(lines.get(1)).contains(",0,0,shadow,sun,64,32,1,d24,none,less,on,normal,");
    assertThat(Ran.magpie(asked("table")).out()).contains("shadow", "opaque", "culled");
    JsonNode without = Ran.magpie("depth", passes(), "--size", "80x48", "--format", "json").json();
    assertThat(without.path("passes").isNull()).isTrue();
  }

  @Test
  void stencilHasFiguresOfItsOwn() throws IOException {
    String scene = "../docs/scenes/shadows.toml";
    String[] asked = ("depth " + scene + " --size 160x90 --cache 1KiB").split(" ", -1);
    String table = Ran.magpie((Object[]) asked).out();
    // One line for both codecs in each place, and one for none.
    assertThat(table).contains("\nStencil\n");
    assertThat(table.substring(table.indexOf("Stencil")).lines().filter(this::isBackEnd))
        .hasSize(4);
    JsonNode runs = Ran.magpie(with(asked, "--format", "json")).json().path("runs");
    assertThat(runs.size()).isEqualTo(6);
    for (JsonNode run : runs) {
      JsonNode stencil = run.path("stencil");
      boolean raw = run.path("codec").asString().equals("raw");
      assertThat(stencil.path("codec").asString()).isEqualTo(raw ? "raw" : "palette");
      assertThat(stencil.path("cacheBytes").asInt()).isEqualTo(256);
      assertThat(stencil.path("bytes").asLong())
          .isPositive()
          .isEqualTo(stencil.path("bytesRead").asLong() + stencil.path("bytesWritten").asLong());
    }
    List<String> csv = Ran.magpie(with(asked, "--format", "csv")).out().lines().toList();
    assertThat(csv.getFirst()).contains(",stencil.codec,", ",stencil.tilesByMode.palette2,");
    List<String> passes =
        Ran.magpie(with(asked, "--format", "csv", "--by", "pass")).out().lines().toList();
    assertThat(passes).hasSize(1 + 3 * 6);
    assertThat(passes.getFirst()).contains(",stencil.hits,");
    assertThat(Ran.magpie(with(asked, "--by", "pass")).out()).contains("Stencil", "volumes");
    String page = folder.resolve("page.html").toString();
    assertThat(Ran.magpie(with(asked, "--report", page)).status()).isZero();
    assertThat(Path.of(page)).content().contains("Bytes of stencil values moved by back-end");
    String stream = folder.resolve("s.draws").toString();
    assertThat(Ran.magpie(with(asked, "--draws", stream)).status()).isZero();
    asked[1] = stream;
    assertThat(Ran.magpie(with(asked, "--format", "json")).json().path("runs")).isEqualTo(runs);
  }

  private boolean isBackEnd(String line) {
    return line.startsWith("pre") || line.startsWith("post");
  }

  private static Object[] with(String[] words, String... more) {
    return Stream.concat(Stream.of(words), Stream.of(more)).toArray();
  }

  @Test
  void whatPassesSayNoOptionSays() throws IOException {
    for (String option : List.of("--depth-test less", "--prepass on", "--depth-writes on")) {
      String[] words = option.split(" ", -1);
      Ran ran = Ran.magpie("depth", passes(), words[0], words[1]);
      assertThat(ran.status()).isEqualTo(2);
      assertThat(ran.err().lines()).hasSize(1);
      assertThat(ran.err()).contains(words[0] + " is for scenes without passes");
    }
    Ran large = Ran.magpie("depth", passes(), "--size", "5000x100", "--samples", "4");
    assertThat(large.status()).isEqualTo(2);
    assertThat(large.err().lines()).hasSize(1);
  }
}
