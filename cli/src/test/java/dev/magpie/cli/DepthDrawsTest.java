package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code magpie depth} with streams of draws. */
class DepthDrawsTest {
  @TempDir private Path folder;

  private static Ran depth(Object... words) {
    return Ran.magpie(Stream.concat(Stream.of("depth"), Arrays.stream(words)).toArray());
  }

  private Path stream() {
    Path file = folder.resolve("rooms.draws");
    Ran ran =
        depth(
            "builtin:rooms", "--size", "64x48", "--frames", 2, "--prepass", "on", "--draws", file);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    return file;
  }

  private static JsonNode json(Object... words) {
    Ran ran =
        depth(
            Stream.concat(Arrays.stream(words), Stream.of("--by", "pass", "--format", "json"))
                .toArray());
    assertThat(ran.err()).isEmpty();
    return ran.json();
  }

  @Test
  void whatIsWrittenGivesTheSameFigures() {
    JsonNode scene = json("builtin:rooms", "--size", "64x48", "--frames", 2, "--prepass", "on");
    JsonNode replayed = json(stream(), "--frames", 2);
    assertThat(replayed.path("runs")).isEqualTo(scene.path("runs"));
    assertThat(replayed.path("passes")).isEqualTo(scene.path("passes"));
    assertThat(replayed.path("scene").path("width").asInt()).isEqualTo(64);
  }

  @Test
  void theOrderOfDrawsMovesOnlyWhatItShould() throws IOException {
    Set<Long> moved = new HashSet<>();
    Set<Long> covered = new HashSet<>();
    for (String order : new String[] {"recorded", "front-to-back", "back-to-front", "shuffled"}) {
      JsonNode drawn =
          json("real:harbour", "--size", "160x90", "--codec", "c", "--draw-order", order);
      moved.add(drawn.path("runs").get(0).path("bytes").asLong());
      covered.add(drawn.path("scene").path("coveredSamples").asLong());
    }
    assertThat(moved).hasSize(4);
    assertThat(covered).hasSize(1);
  }

  /** Shadow maps of 16 bits, a frame of 24; options say otherwise for all. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"'' | d16,d24 | 1", "--depth-format d32f | d32f | 1", "--samples 2 | d16,d24 | 2"})
  void targetsAreAsTheyWereRecorded(String options, String formats, int samples)
      throws IOException {
    List<Object> words =
        new ArrayList<>(List.of("real:quarter", "--size", "160x90", "--codec", "raw"));
    Arrays.stream(options.split(" ", -1)).filter(each -> !each.isEmpty()).forEach(words::add);
    JsonNode passes = json(words.toArray()).path("passes");
    assertThat(passes.valueStream().map(each -> each.path("depthFormat").asString("")).distinct())
        .containsExactlyInAnyOrder(formats.split(",", -1));
    assertThat(passes.valueStream().map(each -> each.path("samples").asInt()).distinct())
        .containsExactly(samples);
  }

  @Test
  void picturesAndPagesAreMade() throws IOException {
    Path images = folder.resolve("images");
    Path page = folder.resolve("page.html");
    Ran ran =
        depth(
            "real:quarter",
            "--size",
            "160x90",
            "--by",
            "pass",
            "--image-dir",
            images,
            "--report",
            page);
    assertThat(ran.err())
        .contains("bandwidth-*.png, black is a tile that moves nothing, blue 64 bytes, then cyan")
        .hasLineCount(1);
    assertThat(ran.out()).contains("opaque", "depth");
    assertThat(Files.size(images.resolve("depth.png"))).isPositive();
    assertThat(Files.size(page)).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--frames 3 | has 2 frames, not 3",
        "--cull back | is a stream of draws: its triangles are where its camera saw them",
        "--camera fov=30 | is a stream of draws",
        "--depth-test less | --depth-test is for scenes without passes",
        "--draw-order sideways | sideways",
        "--draws no/such/folder.draws | no/such/folder.draws: cannot be written",
      })
  void badUsageGetsOneLine(String options, String message) {
    Object[] words =
        Stream.concat(Stream.of(stream()), Arrays.stream(options.split(" ", -1))).toArray();
    Ran ran = depth(words);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains(message);
  }

  @Test
  void meshesHaveNoDrawsToBePutInOrder() {
    Ran ran = depth("builtin:rooms", "--draw-order", "shuffled");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo("magpie: rooms: is no stream of draws, whose draws could be put in order\n");
  }

  @Test
  void aFileThatIsCutShortIsTold() throws IOException {
    Path file = stream();
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    Ran ran = depth(file);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains("rooms.draws: byte ", "is longer than what is left");
  }
}
