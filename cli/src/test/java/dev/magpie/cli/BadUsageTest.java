package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with the command or its input: one line, status 2, nothing written. */
class BadUsageTest {
  @TempDir private Path directory;
  private Path input = Path.of("input.bin");
  private Path out = Path.of("out");

  @BeforeEach
  void writeInput() throws IOException {
    input = Files.write(directory.resolve("input.bin"), new byte[256]);
    out = Files.createDirectory(directory.resolve("out"));
  }

  @AfterEach
  void nothingIsWritten() throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files).isEmpty();
    }
    assertThat(input).hasBinaryContent(new byte[256]);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --codec mag-bid         | no codec is called 'mag-bid'; the nearest are mag-bdi,
          --codec mag-bdi:bass=4  | codec 'mag-bdi' has no parameter 'bass'; it has mag, bases
          --codec mag-bdi:bases=5 | parameter 'bases' of codec 'mag-bdi' is 8, 4, 2 or several
          --codec mag-bdi:bases   | parameter 'bases' of codec 'mag-bdi' needs a value
          --codec mag-bdi:mag=24  | 24
          --codec bdi,fpc         | for several, repeat it: --codec bdi --codec fpc
          --codec mpc --block 64  | codec 'mpc' needs blocks of at least 128 bytes, not 64
          --block 100             | block size must be 32, 64, 128 or 256 bytes, not 100
          --block 512             | block size must be 32, 64, 128 or 256 bytes, not 512
          --block 12x             | '12x' is not a whole number
          --block                 | missing required parameter for option '--block'
          --mag 48                | MAG must divide the block size of 128 bytes, and 48 does not
          --mag 0                 | MAG must divide the block size of 128 bytes, and 0 does not
          --dtype f23             | unknown dtype 'f23'; the nearest are f16, f32
          --threads 0             | --threads must be at least 1, not 0
          --format xml            | '--format': expected one of [table, json, csv]
          --by name               | '--by': expected one of [codec, allocation]
          --blok 128              | no option is called '--blok'; did you mean --block
          --block 64 --block 64   | option '--block' is given twice
          nosuch.npy              | nosuch.npy: no such file or directory
          """)
  void saysWhatIsWrongAndWhatWouldDo(String arguments, String message) {
    String line =
        onlyLine(Ran.magpie(Stream.concat(command(), Stream.of(arguments.split(" "))).toArray()));
    assertThat(line).contains(message);
  }

  private Stream<String> command() {
    return Stream.of(
        "analyze",
        input.toString(),
        "--per-block",
        out.resolve("blocks.csv").toString(),
        "--report",
        out.resolve("report.html").toString(),
        "-o",
        out.resolve("result.txt").toString());
  }

  @Test
  void commandsThatAreNotThere() {
    assertThat(onlyLine(Ran.magpie("analyse", input)))
        .contains("no command is called 'analyse'; did you mean analyze or serve or advise?");
    assertThat(onlyLine(Ran.magpie("--verbose"))).contains("no option is called '--verbose'");
    assertThat(onlyLine(Ran.magpie("analyze"))).contains("missing required parameter: 'INPUT'");
    assertThat(onlyLine(Ran.magpie("codecs", "more"))).contains("'more' is one argument too many");
    assertThat(onlyLine(Ran.magpie("examples"))).contains("'-o=DIR'");
  }

  @Test
  void outputsThatCannotBeWritten() throws IOException {
    assertThat(onlyLine(analyzeTo("-o", directory.resolve("nosuch/result.txt"))))
        .contains(
            "nosuch/result.txt: cannot be written: there is no directory "
                + directory.resolve("nosuch"));
    assertThat(onlyLine(analyzeTo("-o", Path.of("-")))).contains("-: is not standard output here");
    assertThat(onlyLine(analyzeTo("--report", directory))).contains("it is a directory");
    assertThat(onlyLine(analyzeTo("--per-block", input.resolve("blocks.csv"))))
        .contains("blocks.csv: cannot be written");
    assertThat(onlyLine(analyzeTo("-o", input))).contains("is an input");
    Path same = directory.resolve("same.csv");
    assertThat(
            onlyLine(
                Ran.magpie(
                    "analyze", input, "-o", same, "--per-block", directory.resolve("./same.csv"))))
        .contains("-o and --per-block name the same file");
    assertThat(same).doesNotExist();
  }

  private Ran analyzeTo(String option, Path path) {
    return Ran.magpie("analyze", input, option, path);
  }

  @Test
  void inputsThatAreNotWhatTheySeem() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Files.writeString(empty.resolve("readme.txt"), "no arrays here");
    assertThat(onlyLine(analyze(empty))).contains("holds no arrays");

    byte[] array = "\u0093NUMPY\u0001\0".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(onlyLine(analyze(file("short.npy", array)))).contains("short.npy");
    assertThat(onlyLine(analyze(file("lying.npy", npy("(1000000000000,)"))))).contains("lying.npy");
    assertThat(onlyLine(analyze(file("overflow.npy", npy("(4294967296,4294967296,4)")))))
        .contains("overflow.npy");
    assertThat(onlyLine(analyze(file("huge.safetensors", safetensors(1L << 31, "{}")))))
        .contains("huge.safetensors");
    assertThat(onlyLine(analyze(file("nest.safetensors", safetensors(-1, "[".repeat(100_000))))))
        .contains("nest.safetensors");
    assertThat(
            onlyLine(
                analyze(
                    file(
                        "far.safetensors",
                        safetensors(
                            -1,
                            """
                            {"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}}\
                            """)))))
        .contains("far.safetensors");
    assertThat(onlyLine(analyze(file("not.npz", new byte[100])))).contains("not.npz");
    assertThat(onlyLine(analyze(file("not.h5", new byte[100])))).contains("not.h5");
    assertThat(onlyLine(Ran.magpie("analyze", file("odd.bin", new byte[7]), "--dtype", "f32")))
        .contains("odd.bin");
  }

  private Ran analyze(Path bad) {
    return Ran.magpie(
        Stream.concat(command(), Stream.of(bad.toString(), "--format", "json")).toArray());
  }

  private Path file(String name, byte[] bytes) throws IOException {
    return Files.write(directory.resolve(name), bytes);
  }

  private static byte[] npy(String shape) {
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': %s, }\n".formatted(shape);
    String start = "\u0093NUMPY\u0001\0" + (char) header.length() + "\0";
    return (start + header + "data").getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A negative length stands for the true one. */
  private static byte[] safetensors(long length, String header) {
    byte[] text = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(length < 0 ? text.length : length)
        .put(text)
        .array();
  }

  private static String onlyLine(Ran ran) {
    assertThat(ran.out()).isEmpty();
    List<String> lines = ran.err().lines().toList();
    assertThat(lines).hasSize(1);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(lines.getFirst()).startsWith("magpie: ").doesNotContain("Exception");
    return lines.getFirst();
  }
}
