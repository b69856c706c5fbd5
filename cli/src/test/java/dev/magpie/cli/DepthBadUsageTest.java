package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code magpie depth} refuses, and what it says. */
class DepthBadUsageTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "builtin:none | there is no built-in scene 'none'; there are hall, coral",
        "gone.obj | gone.obj: there is no such file",
        "builtin:hall --size 0x5 | a frame has 1 to 8192 samples a side, not 0x5",
        "builtin:hall --samples 3 | expected one of [1, 2, 4, 8] but was '3'",
        "builtin:hall --size 5000x9 --samples 4 | at most 4096x4096 pixels of 4 samples, not 5000x9",
        "builtin:hall --tile 2x8 --samples 8 | a tile of 2x8 samples has no room for the 4x2 of a pixel",
        "builtin:hall --by frame | frame",
        "builtin:hall --size big | --size is a width and a height such as 8x8, not 'big'",
        "builtin:hall --tile 16x16 | at most 64 samples, not 16x16",
        "builtin:hall --line 48 | lines of 48 bytes do not divide",
        "builtin:hall --cache 16kB | --cache is a number of bytes such as 64, 16KiB or 1MiB",
        "builtin:hall --cache 100 | a cache of 100 bytes is no whole number of lines of 64 bytes",
        "builtin:hall --cache 16KiB --ways 3 | a cache of 16384 bytes holds 256 lines, which is no whole number of sets of 3",
        "builtin:hall --header-cache 100 | a cache of headers of 100 bytes is no whole number of",
        "builtin:hall --header-cache 0 | --header-cache",
        "builtin:hall --depth-format d16 --codec anchor25 | codec anchor25 has no mode for tiles of 8x8 samples of d16 in 2 lines of 64 bytes",
        "builtin:hall --depth-format d16 --reference-bits 20 | under d16 have 1 to 16 bits, not 20",
        "builtin:hall --depth-format d8 | d8",
        "builtin:hall --codec zip | no codec of tiles is called 'zip'; there are raw, do, c",
        "builtin:hall --codec c --opportunistic | --opportunistic is for depth offset before",
        "builtin:hall --codec c --placement pre --cache 64B | 64 bytes does not hold one tile of 256 bytes",
        "builtin:hall --codec c --placement pre --cache 1KiB --ways 8 | holds 4 tiles, which is no whole number of sets of 8",
        "builtin:hall --cache 64B | 64 bytes does not hold one tile of 256 bytes, as post-cache",
        "builtin:hall --tile 4x4 --line 4 | lines of 4 bytes are too small: they hold two samples",
        "builtin:hall --depth-test nearer | nearer",
        "builtin:hall --depth-test greater | --depth-test greater: with the normal depth range a frame is cleared to the greatest depth, and no sample is greater; nearer samples pass 'less'",
        "builtin:hall --depth-test less --depth-range reversed | cleared to the least depth, and no sample is less; nearer samples pass 'greater'",
        "builtin:hall --depth-bias 1 | --depth-bias is two numbers, units and slope, as in 2,1.5, not '1'",
        "builtin:hall --depth-bias 1e9,0 | --depth-bias 1e9,0: a depth bias has a constant within -16777216 and 16777216, not 1.0E9",
        "builtin:hall --prepass on --depth-writes off | --prepass on is there to write depths",
        "builtin:hall --prepass on --depth-test never | and no sample passes --depth-test never",
        "builtin:hall --camera height=0 | an orthographic view is 0.0 high, which is not above 0",
        "builtin:hall --frames 0 | --frames must be 1 to 10,000, not 0",
        "builtin:hall --tessellate 0.9 | --tessellate is 'none' or a number of pixels, at least 1",
        "builtin:hall --camera fov=200 | the field of view is 200.0 degrees",
        "builtin:hall --placement mid | mid",
        "builtin:hall --fps 30 | --fps is for animations, and builtin:hall has none",
        "builtin:hall --animation walk | builtin:hall: has no animation 'walk' to choose: it does not move",
        "builtin:hall --camera gltf | hall: no mesh file has a camera; glTF files may have",
        "../docs/scenes/arm.gltf --fps 0 | --fps is a number above 0, not 0.0",
        "../docs/scenes/arm.gltf --animation walk | arm.gltf: has no animation 'walk'; it has 0 'wave', 1 'turn'",
        "../docs/scenes/arm.gltf --camera gltf:9 | arm.gltf: has no camera '9'; it has 0 'orbit'",
        "../docs/scenes/arm.toml --animation wave | arm.toml: has no animation 'wave' to choose: its meshes say theirs",
        "builtin:hall --image-dir pom.xml/x | pom.xml/x: cannot be written: not a directory",
      })
  void badUsageGetsOneLine(String line, String message) {
    Ran ran =
        Ran.magpie(Stream.concat(Stream.of("depth"), Arrays.stream(line.split(" ", -1))).toArray());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "format = \"d16\" | | --codec anchor25+do25 | pass 'a': codec anchor25+do25 has no mode for tiles of 8x8 samples of d16 in 2",
        "format = \"d16\" | | --reference-bits 24 | pass 'a': references of depth offset under d16 have 1 to 16 bits, not 24",
        "format = \"d8\" | | | s.toml:12: pass 1: format is \"d16\", \"d24\" or \"d32f\"",
        "format = \"d16\" | format = \"d24\" | | s.toml:16: pass 2: the format of target 'frame' is said before",
        "format = 16 | | | s.toml:12: pass 1: format is a text in quotes",
        "cull = \"both\" | | | s.toml:12: pass 1: cull is \"none\", \"back\" or \"front\"",
      })
  void passesThatContradictGetOneLine(
      String first, @Nullable String second, @Nullable String options, String message)
      throws IOException {
    Files.writeString(folder.resolve("wall.obj"), "v -8 -8 5\nv 22 -8 5\nv -8 22 5\nf 1 2 3\n");
    String scene =
        """
        [[mesh]]
        file = "wall.obj"
        [[camera]]
        eye = [0, 0, 0]
        at = [0, 0, 1]
        up = [0, 1, 0]
        near = 1
        far = 9
        [[pass]]
        name = "a"

        %s
        [[pass]]
        name = "b"

        %s
        """
            .formatted(first, second == null ? "" : second);
    Path file = Files.writeString(folder.resolve("s.toml"), scene);
    List<String> line = new ArrayList<>(List.of("depth", file.toString(), "--size", "8x8"));
    if (options != null) {
      line.addAll(Arrays.asList(options.split(" ", -1)));
    }
    Ran ran = Ran.magpie(line.toArray());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains(message);
  }

  @Test
  void aPathThatIsWrongSomewhereIsToldBeforeAnythingIsWritten() throws IOException {
    Files.writeString(folder.resolve("wall.obj"), "v -8 -8 5\nv 22 -8 5\nv -8 22 5\nf 1 2 3\n");
    StringBuilder scene = new StringBuilder("[[mesh]]\nfile = \"wall.obj\"\n");
    for (String up : List.of("[0, 1, 0]", "[0, -1, 0]")) {
      scene.append("[[camera]]\neye = [0, 0, 0]\nat = [0, 0, 1]\nnear = 1\nfar = 9\nup = ");
      scene.append(up).append('\n');
    }
    Path file = Files.writeString(folder.resolve("path.toml"), scene);
    Path images = folder.resolve("images");
    Ran ran = Ran.magpie("depth", file, "--size", "8x8", "--frames", "3", "--image-dir", images);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains("frame 1 of the camera path");
    assertThat(images).doesNotExist();
  }
}
