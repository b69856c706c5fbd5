package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CompressTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  @TempDir private Path directory;
  private Path input = Path.of("input");
  private Path container = Path.of("container");
  private Path copy = Path.of("copy");

  /** Words of which some occur often; the length is no whole number of blocks. */
  @BeforeEach
  void writeInput() throws IOException {
    Random random = new Random(1);
    byte[] memory = new byte[500_001];
    for (int i = 0; i < memory.length; i += 4) {
      memory[i] = (byte) (random.nextInt(12) * random.nextInt(12));
    }
    input = Files.write(directory.resolve("numbers.bin"), memory);
    container = directory.resolve("numbers.mgp");
    copy = directory.resolve("copy");
  }

  private static Ran done(Object... args) {
    Ran ran = Ran.magpie(args);
    assertThat(ran.status()).as(ran.err()).isZero();
    return ran;
  }

  @ParameterizedTest
  @ValueSource(strings = {"mag-bdi", "bpc", "none", "e2mc", "sc2", "fvc", "fp-h", "hycomp:bdi=mag"})
  void aFileComesBackAsItWas(String codec) {
    Ran ran = done("compress", input, "-o", container, "--codec", codec);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .startsWith(
            "magpie: %s: 1 file, 488.3 KiB in 3,907 blocks of 128 B, %s: "
                .formatted(container, codec))
        .hasLineCount(1);
    assertThat(done("decompress", container, "-o", copy).err()).isEmpty();
    assertThat(copy).hasSameBinaryContentAs(input);
  }

  @Test
  void aContainerIsAnalysedAsWhatItHolds() throws IOException {
    Path files = Files.createDirectories(directory.resolve("files/deep"));
    Files.copy(input, files.resolve("numbers.bin"));
    Files.copy(EXAMPLES.resolve("fields/heat.npy"), files.resolve("heat.npy"));
    Files.writeString(files.resolve("notes.txt"), "no array");
    Path array = Files.createDirectories(directory.resolve("files/run.zarr/heat"));
    Files.writeString(array.resolveSibling(".zgroup"), "{\"zarr_format\": 2}");
    Files.writeString(
        array.resolve(".zarray"),
        """
        {"zarr_format": 2, "shape": [5], "chunks": [4], "dtype": "|u1", "fill_value": 0,
         "order": "C", "filters": null, "compressor": null}
        """);
    Files.write(array.resolve("0"), new byte[] {1, 2, 3, 4});
    Files.write(array.resolve("1"), new byte[] {5, 0, 0, 0});
    Path packed = directory.resolve("files.mgp");
    done("compress", directory.resolve("files"), "-o", packed);
    Path renamed = Files.copy(packed, directory.resolve("files.dat2"));

    Ran ofFiles =
        done("analyze", directory.resolve("files"), "--by", "allocation", "--format", "csv");
    Ran ofContainer = done("analyze", packed, "--by", "allocation", "--format", "csv");
    assertThat(ofContainer.out().lines().map(each -> each.replace("files.mgp/", "files/")).toList())
        .isEqualTo(ofFiles.out().lines().toList());
    assertThat(ofContainer.out())
        .contains("files.mgp/deep/heat.npy")
        .contains("files.mgp/run.zarr/heat,heat,u8,5,5,");
    assertThat(ofContainer.err()).contains("one file in it is of no format that is read");
    assertThat(done("analyze", renamed).err())
        .contains("begins as Magpie container does, and is read so");

    byte[] bytes = Files.readAllBytes(packed);
    bytes[bytes.length / 2] ^= 1;
    Files.write(packed, bytes);
    Ran damaged = Ran.magpie("analyze", packed);
    assertThat(damaged.status()).isEqualTo(2);
    assertThat(damaged.err())
        .startsWith("magpie: " + packed + ": ")
        .contains("damaged")
        .hasLineCount(1);
  }

  /** And what would not make it larger, if anything. */
  @Test
  void aContainerThatIsLargerThanItsFilesIsSaid() throws IOException {
    byte[] bytes = new byte[400_000];
    Random random = new Random(2);
    random.nextBytes(bytes);
    Files.write(input, bytes);
    assertThat(done("compress", input, "-o", container).err())
        .endsWith(
            "magpie: %s is larger than what it holds; none of the codecs that need no training would"
                    .formatted(container)
                + " make it smaller\n");
    for (int i = 0; i < bytes.length; i += 4) {
      if (random.nextInt(5) < 3) {
        Arrays.fill(bytes, i, i + 4, (byte) 0);
      }
    }
    // A codec that was tried is not what would help.
    Path few = Files.write(directory.resolve("few.bin"), new byte[] {1, 2, 3});
    assertThat(done("compress", few, "-o", directory.resolve("few.mgp")).err())
        .contains("none of the codecs that need no training");
    Files.write(input, bytes);
    String advice = done("compress", input, "-o", container).err();
    assertThat(advice).containsPattern("larger than what it holds; --codec \\S+ would make it");
    String codec = advice.replaceAll("(?s).*--codec (\\S+) would.*", "$1");
    assertThat(done("compress", input, "-o", container, "--codec", codec).err())
        .doesNotContain("larger");
    assertThat(container).isRegularFile();
    assertThat(Files.size(container)).isLessThan(bytes.length);
  }

  @Test
  void linksBackUpAreNotFollowed() throws IOException {
    Path data = Files.createDirectories(directory.resolve("data/inner"));
    Files.write(data.resolve("x"), new byte[100]);
    Files.createSymbolicLink(data.resolve("up"), directory.resolve("data"));
    Files.createSymbolicLink(directory.resolve("data/again"), data);
    done("compress", directory.resolve("data"), "-o", container);
    done("decompress", container, "-o", copy);
    try (Stream<Path> files = Files.walk(copy)) {
      assertThat(files.filter(Files::isRegularFile).map(copy::relativize).map(Path::toString))
          .containsExactlyInAnyOrder("again/x", "inner/x");
    }
  }

  @Test
  void aTrainedTableGoesIntoTheContainer() throws IOException {
    Path table = directory.resolve("table");
    done("train", "--codec", "sc2", input, "-o", table);
    done("compress", input, "-o", container, "--codec", "sc2:table=" + table);
    Path self = directory.resolve("self.mgp");
    done("compress", input, "-o", self, "--codec", "sc2", "--train", "self");
    assertThat(container).hasSameBinaryContentAs(self);
    Files.delete(table);
    done("decompress", container, "-o", copy);
    assertThat(copy).hasSameBinaryContentAs(input);
  }

  @Test
  void aDirectoryComesBackAsItWas() throws IOException {
    done("compress", EXAMPLES, "-o", container);
    done("decompress", container, "-o", copy, "--threads", 3);
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertThat(all).hasSizeGreaterThan(10);
      for (Path file : all) {
        assertThat(copy.resolve(EXAMPLES.relativize(file))).hasSameBinaryContentAs(file);
      }
    }
    Ran again = Ran.magpie("decompress", container, "-o", copy);
    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err())
        .isEqualTo("magpie: " + copy + ": is not empty; name a directory to make\n");
  }

  @Test
  void checkTellsWhatIsInAContainer() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty"));
    JsonNode made =
        done("compress", input, empty, "-o", container, "--codec", "zvc", "--format", "json")
            .json();
    JsonNode checked = done("decompress", container, "--check", "--format", "json").json();
    assertThat(checked).isEqualTo(made);
    assertThat(checked.get("schema").asString()).isEqualTo("magpie.container/1");
    assertThat(checked.get("whole").asBoolean()).isTrue();
    assertThat(checked.get("containerBytes").asLong()).isEqualTo(Files.size(container));
    assertThat(checked.get("dataBytes").asLong()).isEqualTo(500_001);
    assertThat(checked.get("members").get(1).get("name").asString()).isEqualTo("empty");
    assertThat(done("decompress", container, "--check", "--format", "csv").out())
        .isEqualTo(
            """
            name,bytes,blocks,crc32c,lostBlocks,whole
            numbers.bin,500001,3907,6424ed36,0,true
            empty,0,0,00000000,0,true
            """);
  }

  @Test
  void damageIsNamedToTheBlockAndTheRestSalvaged() throws IOException {
    done("compress", input, "-o", container);
    byte[] bytes = Files.readAllBytes(container);
    bytes[bytes.length / 2] ^= 4;
    Files.write(container, bytes);

    Ran strict = Ran.magpie("decompress", container, "-o", copy);
    assertThat(strict.status()).isEqualTo(2);
    assertThat(strict.err())
        .matches("magpie: .*numbers.mgp: block [0-9]+ of 'numbers.bin': damaged \\(chunk 0\\)\n");
    assertThat(copy).doesNotExist();
    Ran checked = Ran.magpie("decompress", container, "--check");
    assertThat(checked.status()).isEqualTo(2);
    assertThat(checked.err()).isEqualTo(strict.err());
    assertThat(checked.out()).contains("damaged");

    Ran salvaged = Ran.magpie("decompress", container, "--salvage", "-o", copy);
    assertThat(salvaged.status()).isEqualTo(1);
    assertThat(salvaged.err()).isEqualTo(strict.err());
    int block = Integer.parseInt(strict.err().replaceAll(".*block ([0-9]+) of.*\n", "$1"));
    byte[] expected = Files.readAllBytes(input);
    java.util.Arrays.fill(expected, 128 * block, 128 * block + 128, (byte) 0);
    assertThat(copy).hasBinaryContent(expected);
  }

  @Test
  void aContainerThatWasCutOffCanBeSalvaged() throws IOException {
    done("compress", input, "-o", container);
    byte[] bytes = Files.readAllBytes(container);
    Files.write(container, java.util.Arrays.copyOf(bytes, bytes.length - 10));
    Ran strict = Ran.magpie("decompress", container, "-o", copy);
    assertThat(strict.status()).isEqualTo(2);
    assertThat(strict.err()).contains("is cut off").contains("--salvage").hasLineCount(1);
    Ran salvaged = Ran.magpie("decompress", container, "--salvage", "-o", copy);
    assertThat(salvaged.status()).isEqualTo(1);
    assertThat(salvaged.err()).contains("its index is lost").hasLineCount(1);
    assertThat(copy).hasSameBinaryContentAs(input);
  }

  @Test
  void wrongUseIsToldInALineAndLeavesNothing() throws IOException {
    done("compress", input, "-o", container);
    Path text = Files.writeString(directory.resolve("text"), "no container");
    List<List<Object>> wrong =
        List.of(
            List.of("compress", "nowhere", "-o", copy),
            List.of("compress", input),
            List.of("compress", input, "-o", input),
            List.of("compress", input, "-o", copy, "--codec", "tslc-opt"),
            List.of("compress", input, "-o", copy, "--codec", "bpcc"),
            List.of("compress", input, "-o", copy, "--train", "self"),
            List.of("compress", input, "-o", copy, "--codec", "e2mc", "--train", "x"),
            List.of("compress", input, "-o", copy, "--block", 100),
            List.of("compress", input, "-o", copy, "--mag", 48),
            List.of("compress", input, "-o", copy, "--threads", 0),
            List.of("compress", input, input, "-o", copy),
            List.of("compress", Files.createDirectory(directory.resolve("empty")), "-o", copy),
            List.of("compress", input, "-o", directory.resolve("no/where")),
            List.of("decompress", "nowhere", "-o", copy),
            List.of("decompress", text, "-o", copy),
            List.of("decompress", text, "-o", copy, "--salvage"),
            List.of("decompress", directory, "-o", copy),
            List.of("decompress", container),
            List.of("decompress", container, "-o", copy, "--check"),
            List.of("decompress", container, "-o", container),
            List.of("decompress", container, "-o", directory));
    for (List<Object> args : wrong) {
      Ran ran = Ran.magpie(args.toArray());
      assertThat(ran.status()).as("%s: %s", args, ran.err()).isEqualTo(2);
      assertThat(ran.err()).as("%s", args).startsWith("magpie: ").hasLineCount(1);
      assertThat(ran.out()).isEmpty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("numbers.bin", "numbers.mgp", "text", "empty");
    }
  }
}
