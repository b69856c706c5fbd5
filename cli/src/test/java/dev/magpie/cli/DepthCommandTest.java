package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

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

/** {@code magpie depth} as a user runs it. */
class DepthCommandTest {
  /** A wall over the whole view, and a nearer one: section 15 of the specification, 10 and 11. */
  private static final String WALL =
      "v -8 -8 5\nv 22 -8 5\nv -8 22 5\nf 1 2 3\nv -8 -8 4.5\nv 22 -8 4.5\nv -8 22 4.5\n";

  private static final String CAMERA = "eye=0,0,0 at=0,0,1 up=0,1,0 fov=60 near=1 far=10";

  @TempDir private Path folder;

  @Test
  void oneWallOverTheViewIsWrittenOnceAndNeverRead() throws IOException {
    JsonNode json = wall(WALL);
    assertThat(json.path("schema").asString()).isEqualTo("magpie.depth/1");
    JsonNode scene = json.path("scene");
    assertThat(scene.path("triangles").asInt()).isEqualTo(1);
    assertThat(scene.path("events").asInt()).isEqualTo(32_400);
    assertThat(scene.path("pixelsPerTriangle").asDouble()).isEqualTo(1920 * 1080);
    assertThat(json.path("runs").size()).isEqualTo(6);
    for (JsonNode run : json.path("runs")) {
      boolean raw = run.path("codec").asString().equals("raw");
      assertThat(run.path("bytesRead").asLong()).isZero();
      assertThat(run.path("bytesWritten").asLong()).isEqualTo(raw ? 8_294_400 : 2_073_600);
      assertThat(run.path("bytes").asLong()).isEqualTo(run.path("bytesWritten").asLong());
      assertThat(run.path("relativeToRaw").asDouble()).isEqualTo(raw ? 1 : 0.25);
      assertThat(run.path("decompressions").asLong()).isZero();
      assertThat(run.path("compressions").asLong()).isEqualTo(raw ? 0 : 32_400);
    }
  }

  @Test
  void aFileTakesWhatWouldBePrinted() throws IOException {
    Path table = folder.resolve("table.txt");
    Object[] args = {"depth", "builtin:hall", "--size", "64x48"};
    assertThat(Ran.magpie(with(args, "-o" + table)).out()).isEmpty();
    assertThat(Files.readString(table)).isEqualTo(Ran.magpie(args).out());
  }

  @Test
  void aNearerWallDoublesWhatIsWritten() throws IOException {
    JsonNode json = wall(WALL + "f 4 5 6\n");
    assertThat(json.path("scene").path("events").asInt()).isEqualTo(64_800);
    for (JsonNode run : json.path("runs")) {
      boolean raw = run.path("codec").asString().equals("raw");
      assertThat(run.path("bytesRead").asLong()).isZero();
      assertThat(run.path("bytesWritten").asLong()).isEqualTo(raw ? 16_588_800 : 4_147_200);
    }
  }

  @Test
  void headersOfAWallAreReadAndWrittenOnceAndEnergyIsWhatMovesTimesItsFigures() throws IOException {
    Path file = Files.writeString(folder.resolve("wall.obj"), WALL);
    Object[] args = {
      "depth", file, "--camera", CAMERA, "--codec", "do", "--header-cache", "4KiB", "--format",
    };
    JsonNode json = Ran.magpie(with(args, "json")).json();
    assertThat(json.path("scene").path("coveringTriangles").asInt()).isEqualTo(1);
    assertThat(json.path("scene").path("coveredLines").asInt()).isEqualTo(4 * 32_400);
    // A mode of four, 64 samples that are clear or not, and bounds of four lines.
    int bits = 2 + 64 + 4 * 2 * 24;
    for (JsonNode run : json.path("runs")) {
      assertThat(run.path("headerBits").asInt()).isEqualTo(bits);
      long once = 64 * Math.ceilDiv(32_400L * bits, 512);
      // Tiles on their way out of a cache of depths change headers that have left theirs.
      boolean pre = run.path("placement").asString().equals("pre");
      long again = run.path("headerBytesWritten").asLong() - once;
      assertThat(run.path("headerBytesRead").asLong() - once).isEqualTo(again);
      assertThat(again).isBetween(0L, pre ? 0L : once);
      assertThat(run.path("linesToCache").asLong()).isEqualTo((pre ? 1 : 4) * 32_400L);
      assertThat(run.path("linesFromCache").asLong()).isZero();
      JsonNode energy = run.path("energy");
      double memory = 2_073_600 * 8 * (5.24 + 2.81) * 1e-12;
      assertThat(energy.path("memory").asDouble()).isCloseTo(memory, withinPercentage(1e-6));
      assertThat(energy.path("headers").asDouble())
          .isCloseTo(memory * 2 * (once + again) / 2_073_600, withinPercentage(1e-6));
      // 14.1 pJ for 64 bits of 16 KiB, between 10 of 8 and 20 of 32.
      assertThat(energy.path("cache").asDouble())
          .isCloseTo((pre ? 2 : 5) * 32_400 * 8 * Math.sqrt(200) * 1e-12, withinPercentage(1e-6));
      // 94 comparisons, and no sample needs a second reference.
      assertThat(run.path("codecOperations").asDouble() % 32_400).isZero();
      assertThat(energy.path("codec").asDouble())
          .isCloseTo(run.path("codecOperations").asDouble() * 0.1e-12, withinPercentage(1e-6));
    }
    String table = Ran.magpie(with(args, "table")).out();
    assertThat(table).contains("headers", "energy", "0.0 % of lines culled");
    assertThat(Ran.magpie(with(args, "csv")).out()).contains(",headerBytesRead,", ",energy.total,");
  }

  private static Object[] with(Object[] args, String last) {
    Object[] all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = last;
    return all;
  }

  @Test
  void aWallOfOtherFormatsMovesTheirSamples() throws IOException {
    Path file = Files.writeString(folder.resolve("wall.obj"), WALL);
    for (String format : List.of("d16", "d24", "d32f")) {
      Ran ran =
          Ran.magpie(
              "depth", file, "--camera", CAMERA, "--depth-format", format, "--format", "json");
      assertThat(ran.status()).as(ran.err()).isZero();
      assertThat(ran.json().path("scene").path("depthFormat").asString()).isEqualTo(format);
      for (JsonNode run : ran.json().path("runs")) {
        String codec = run.path("codec").asString();
        boolean raw = codec.equals("raw");
        // References of 16 of a float's 30 bits leave 14, for which there are residuals in two
        // lines.
        if (codec.equals("do") && format.equals("d32f")) {
          assertThat(run.path("bytes").asLong()).isEqualTo(2 * 64L * 32_400);
          continue;
        }
        assertThat(run.path("bytes").asLong())
            .isEqualTo(raw ? 1920L * 1080 * (format.equals("d16") ? 2 : 4) : 64L * 32_400);
      }
    }
  }

  @Test
  void refinementsAndPeeksAreTold() {
    JsonNode run =
        Ran.magpie(
                (Object[])
                    "depth builtin:hall --size 480x270 --codec do --placement pre"
                        .concat(" --opportunistic refined --format json")
                        .split(" "))
            .json()
            .path("runs")
            .get(0);
    assertThat(run.path("peeks").asLong()).isGreaterThanOrEqualTo(run.path("refinements").asLong());
    assertThat(run.path("refinements").asLong())
        .isGreaterThanOrEqualTo(run.path("successfulPeeks").asLong());
    assertThat(run.path("successfulPeeks").asLong()).isPositive();
    assertThat(run.path("overwriteCompressions").isIntegralNumber()).isTrue();
    assertThat(run.path("headerBytesRead").isNull()).isTrue();
  }

  private JsonNode wall(String obj) throws IOException {
    Path file = Files.writeString(folder.resolve("wall.obj"), obj);
    Ran ran = Ran.magpie("depth", file, "--camera", CAMERA, "--format", "json");
    assertThat(ran.status()).as(ran.err()).isZero();
    return ran.json();
  }

  @Test
  void anEmptyFrameMovesNothing() throws IOException {
    Path file = Files.writeString(folder.resolve("empty.obj"), "# nothing\n");
    Ran ran = Ran.magpie("depth", file, "--format", "json");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.json().path("scene").path("events").asInt()).isZero();
    for (JsonNode run : ran.json().path("runs")) {
      assertThat(run.path("bytes").asLong()).isZero();
      assertThat(run.path("relativeToRaw").isNull()).isTrue();
      assertThat(run.path("tilesByMode").path("cleared").asInt()).isEqualTo(32_400);
    }
    assertThat(Ran.magpie("depth", file).out()).contains("no triangle in view");
  }

  @Test
  void aBuiltInSceneRunsThroughAllBackEnds() throws IOException {
    Path images = folder.resolve("images/here");
    String[] args = {
      "depth",
      "builtin:coral",
      "--size",
      "480x270",
      "--cache",
      "2KiB",
      "--cache",
      "4KiB",
      "--codec",
      "raw",
      "--codec",
      "do",
      "--codec",
      "c",
      "--codec",
      "plane",
      "--codec",
      "ddpcm",
      "--codec",
      "anchor",
      "--codec",
      "danchor",
      "--codec",
      "float",
      "--codec",
      "do25+do50+do75",
      "--opportunistic",
      "refined",
      "--ways",
      "4",
      "--image-dir",
      images.toString(),
      "--format",
      "json"
    };
    Ran ran = Ran.magpie((Object[]) args);
    assertThat(ran.status()).as(ran.err()).isZero();
    JsonNode runs = ran.json().path("runs");
    assertThat(runs.size()).isEqualTo(2 * 9 * 2);
    for (JsonNode run : runs) {
      assertThat(run.path("bytes").asLong())
          .isEqualTo(run.path("bytesRead").asLong() + run.path("bytesWritten").asLong());
      long tiles = 0;
      for (JsonNode count : run.path("tilesByMode")) {
        tiles += count.asLong();
      }
      assertThat(tiles).isEqualTo(60 * 34);
      boolean refined =
          run.path("codec").asString().startsWith("do")
              && run.path("placement").asString().equals("pre");
      assertThat(run.path("references").asString()).isEqualTo(refined ? "refined" : "brute-force");
    }
    try (Stream<Path> files = Files.list(images)) {
      assertThat(files).hasSize(1 + 36);
    }
    BufferedImage image = ImageIO.read(images.resolve("bandwidth-pre-c-2048.png").toFile());
    assertThat(image.getWidth()).isEqualTo(480);
    assertThat(image.getHeight()).isEqualTo(270);
    assertThat(Ran.magpie((Object[]) args).out()).isEqualTo(ran.out());
  }

  @Test
  void cachesOfLessThanAKibibyteAreShownInBytes() {
    String line = "depth builtin:bust --size 80x45 --codec do --cache 256 --cache 768B";
    Ran ran = Ran.magpie((Object[]) line.split(" ", -1));
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out()).contains(" 256 ", " 768 ").doesNotContain("KiB");
  }

  @Test
  void aBackEndThatIsAskedForTwiceRunsOnce() {
    String line = "depth builtin:bust --size 80x45 --codec do --codec do --placement pre";
    List<Object> args = new ArrayList<>(Arrays.asList((Object[]) line.split(" ", -1)));
    args.add("--image-dir");
    args.add(folder);
    args.add("--format");
    args.add("csv");
    Ran ran = Ran.magpie(args.toArray());
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out().lines()).hasSize(2);
    assertThat(folder.resolve("bandwidth-pre-do-16384.png")).isNotEmptyFile();
  }

  @Test
  void tablesAndCsvHaveALineForEachBackEnd() {
    Object[] args = {"depth", "builtin:bust", "--size", "160x90", "--codec", "do"};
    assertThat(Ran.magpie(args).out()).contains("bust, 160x90, 1 frame", "RAW-T");
    Object[] csv = Arrays.copyOf(args, args.length + 2);
    csv[args.length] = "--format";
    csv[args.length + 1] = "csv";
    List<String> lines = Ran.magpie(csv).out().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst())
        .startsWith(
            "scene,width,height,samples,tile,lineBytes,lines,depthFormat,cull,culling,depthTest,depthWrites,")
        .contains(
            ",pixelsPerTriangle,placement,codec,",
            ",ways,index,",
            ",tilesByMode.do25,",
            ",encodedTilesByMode.do50,");
    assertThat(lines.get(1))
        .startsWith("bust,160,90,1,8x8,64,4x4,d24,none,")
        .contains(",pre,do,brute-force,");
    assertThat(lines)
        .map(line -> line.split(",", -1).length)
        .containsOnly(lines.getFirst().split(",").length);
  }

  @Test
  void aPointFarAwayAndTheLargestCacheAreDrawn() throws IOException {
    Path far =
        Files.writeString(folder.resolve("far.obj"), "v 1e20 1e20 1e20\n".repeat(3) + "f 1 2 3\n");
    Ran ran = Ran.magpie("depth", far, "--size", "8x8", "--cache", "1024MiB", "--format", "json");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.json().path("scene").path("events").asInt()).isZero();
  }

  @Test
  void millionsOfDegenerateTrianglesAreNothing() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("flat.obj"), "v 0 0 0\nv 1 1 1\n" + "f 1 2 1\n".repeat(1_000_000));
    Ran ran = Ran.magpie("depth", file, "--codec", "raw", "--format", "json");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.json().path("scene").path("triangles").asInt()).isZero();
    assertThat(ran.json().path("scene").path("meshTriangles").asInt()).isEqualTo(1_000_000);
  }
}
