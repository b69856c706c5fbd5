package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several frames of {@code magpie depth}: along a path, of an animation, in passes. */
class DepthFramesTest {
  @TempDir private Path folder;

  @Test
  void framesAddUp() throws IOException {
    Path images = folder.resolve("images");
    List<Object> args =
        List.of(
            "depth",
            "builtin:terrain",
            "--size",
            "320x180",
            "--codec",
            "do",
            "--placement",
            "pre",
            "--format",
            "json");
    JsonNode one = Ran.magpie(args.toArray()).json();
    Ran both =
        Ran.magpie(
            Stream.concat(args.stream(), Stream.of("--frames", "2", "--image-dir", images))
                .toArray());
    assertThat(both.status()).as(both.err()).isZero();
    assertThat(both.json().path("scene").path("frames").asInt()).isEqualTo(2);
    assertThat(both.json().path("runs").get(0).path("bytes").asLong())
        .isGreaterThan(one.path("runs").get(0).path("bytes").asLong());
    assertThat(images.resolve("depth-0000.png")).isNotEmptyFile();
    assertThat(images.resolve("depth-0001.png")).isNotEmptyFile();
  }

  /** An arm that bends in a round of two seconds. */
  @Test
  void framesOfAnAnimationAddUpAndHaveTimes() throws IOException {
    List<Object> args =
        List.of("depth", "../docs/scenes/arm.gltf", "--size", "160x90", "--codec", "c");
    List<Object> json = List.of("--placement", "pre", "--format", "json", "--by", "pass");
    JsonNode four = Ran.magpie(all(List.of(args, json, List.of("--frames", 4)))).json();
    assertThat(four.path("scene").path("animationSeconds").asDouble()).isEqualTo(2);
    long sum = 0;
    List<Double> times = new ArrayList<>();
    for (JsonNode pass : four.path("passes")) {
      sum += pass.path("bytes").asLong();
      times.add(pass.path("seconds").asDouble());
    }
    assertThat(times).containsExactly(0.0, 0.5, 1.0, 1.5);
    assertThat(four.path("runs").get(0).path("bytes").asLong()).isEqualTo(sum);
    // At 2 frames a second, the fifth is the first again.
    JsonNode five = Ran.magpie(all(List.of(args, json, List.of("--frames", 5, "--fps", 2)))).json();
    for (int frame = 0; frame < 5; frame++) {
      JsonNode pass = five.path("passes").get(frame);
      assertThat(pass.path("seconds").asDouble()).isEqualTo(frame / 2.0);
      assertThat(pass.path("bytes").asLong())
          .isEqualTo(four.path("passes").get(frame % 4).path("bytes").asLong());
    }
    assertThat(four.path("passes").get(1).path("coveredSamples"))
        .isNotEqualTo(four.path("passes").get(0).path("coveredSamples"));
    JsonNode still = Ran.magpie(all(List.of(args, json, List.of("--animation", "none")))).json();
    assertThat(still.path("scene").path("animationSeconds").isNull()).isTrue();

    Path page = folder.resolve("p.html");
    Ran orbit =
        Ran.magpie(
            all(List.of(args, List.of("--frames", 2, "--camera", "gltf:orbit", "--report", page))));
    assertThat(orbit.status()).as(orbit.err()).isZero();
    assertThat(page).isNotEmptyFile();
  }

  @Test
  void passesOfASceneFileTellTheirFormatsAndCulling() {
    List<Object> args =
        List.of(
            "depth",
            "../docs/scenes/arm.toml",
            "--size",
            "160x90",
            "--codec",
            "anchor",
            "--placement",
            "post",
            "--by",
            "pass");
    JsonNode json = Ran.magpie(all(List.of(args, List.of("--format", "json")))).json();
    assertThat(json.path("scene").path("depthFormat").asString()).isEqualTo("d16+d24");
    assertThat(json.path("scene").path("lines").asString()).isEqualTo("8x4+4x4");
    assertThat(json.path("scene").path("cull").asString()).isEqualTo("front+back");
    JsonNode shadow = json.path("passes").get(0);
    assertThat(shadow.path("depthFormat").asString()).isEqualTo("d16");
    assertThat(shadow.path("cull").asString()).isEqualTo("front");
    assertThat(shadow.path("tilesByMode").has("anchor50")).isTrue();
    assertThat(json.path("passes").get(1).path("depthFormat").asString()).isEqualTo("d24");
    Ran table = Ran.magpie(args.toArray());
    assertThat(table.out()).contains("depths").contains("d16");
  }

  private static Object[] all(List<List<Object>> parts) {
    return parts.stream().flatMap(List::stream).toArray();
  }

  @Test
  void whatCostsALineInOneOfManyFramesIsNotBlack() throws IOException {
    Files.writeString(folder.resolve("wall.obj"), "v -8 -8 5\nv 22 -8 5\nv -8 22 5\nf 1 2 3\n");
    // Only the first frame's far plane is behind the wall.
    StringBuilder scene = new StringBuilder("[[mesh]]\nfile = \"wall.obj\"\n");
    for (String far : List.of("5.01", "1.5")) {
      scene.append("[[camera]]\neye = [0, 0, 0]\nat = [0, 0, 1]\nnear = 1\nfar = ");
      scene.append(far).append('\n');
    }
    Path file = Files.writeString(folder.resolve("path.toml"), scene);
    String line = "--size 8x8 --codec plane --placement pre --cache 256 --frames 100 --image-dir";
    List<Object> args = new ArrayList<>(List.of("depth", file));
    args.addAll(Arrays.asList((Object[]) line.split(" ", -1)));
    args.add(folder);
    Ran ran = Ran.magpie(args.toArray());
    assertThat(ran.status()).as(ran.err()).isZero();
    BufferedImage image = ImageIO.read(folder.resolve("bandwidth-pre-plane-256.png").toFile());
    assertThat(image.getRGB(0, 0) & 0xff_ffff).isNotZero();
  }
}
