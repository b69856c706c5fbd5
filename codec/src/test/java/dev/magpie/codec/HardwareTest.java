package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hardware of codecs (rtl), simulated, does to the bit what the codecs do. */
class HardwareTest {
  private static final Path SOURCES = Path.of("../rtl").toAbsolutePath().normalize();
  private static final Path EXAMPLES = Path.of("../examples");
  private static final int BLOCK_BYTES = 128;

  /** Of each example, evenly over it. */
  private static final int EXAMPLE_BLOCKS = 500;

  @TempDir private Path directory;

  enum Hardware {
    MAG_BDI("mag_bdi", "mag-bdi", 96, 3),
    MAGPIE("magpie", "magpie", 96, 20),
    MAGPIE_PARTS("magpie_parts", "magpie:modes=zquad32+zpair32+zquad64+quad16", 96, 11),
    FPC("fpc", "fpc", BLOCK_BYTES, 1);

    private final String module;
    private final String codec;
    private final int codedBytes;

    /** Tags and modes together that blocks have to reach. */
    private final int forms;

    Hardware(String module, String codec, int codedBytes, int forms) {
      this.module = module;
      this.codec = codec;
      this.codedBytes = codedBytes;
      this.forms = forms;
    }

    private boolean isClocked() {
      return this == FPC;
    }

    /** What of the hardware a block goes through: the tag, and the number of a mode. */
    private int form(byte[] coded) {
      return this == MAGPIE || this == MAGPIE_PARTS
          ? coded[0] << 4 | (coded[1] >>> 4 & 15)
          : coded[0];
    }

    /** The tag and the bits, with zeros to the end; the tag alone counts if the block is raw. */
    private byte[] coded(BlockCodec codec, byte[] block) {
      BitWriter out = new BitWriter(2 * BLOCK_BYTES);
      int tag = codec.encode(MemorySegment.ofArray(block), 0, out);
      byte[] coded = new byte[1 + codedBytes];
      if (tag == BlockCodec.RAW || out.bitCount() > 8 * codedBytes) {
        coded[0] = 3;
      } else {
        coded[0] = (byte) tag;
        System.arraycopy(out.toByteArray(), 0, coded, 1, (out.bitCount() + 7) / 8);
      }
      return coded;
    }
  }

  private static List<byte[]> blocks() throws IOException {
    List<byte[]> blocks = new ArrayList<>(SampleBlocks.of(BLOCK_BYTES));
    List<Path> files;
    try (Stream<Path> tree = Files.walk(EXAMPLES)) {
      files = tree.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      // Data end where files do, so blocks are counted from there.
      int count = bytes.length / BLOCK_BYTES;
      int first = bytes.length - count * BLOCK_BYTES;
      for (int b = 0; b < count; b += Math.max(1, count / EXAMPLE_BLOCKS)) {
        int at = first + b * BLOCK_BYTES;
        blocks.add(Arrays.copyOfRange(bytes, at, at + BLOCK_BYTES));
      }
    }
    return blocks;
  }

  @ParameterizedTest
  @EnumSource
  void theDecoderReadsWhatTheCodecWrites(Hardware hardware) throws Exception {
    BlockCodec codec = Codecs.create(hardware.codec, Granularity.DEFAULT);
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    Set<Integer> forms = new HashSet<>();
    for (byte[] block : blocks()) {
      byte[] coded = hardware.coded(codec, block);
      if (coded[0] != 3) {
        forms.add(hardware.form(coded));
        in.writeBytes(coded);
        expected.writeBytes(block);
      }
    }
    assertThat(expected.size()).isGreaterThan(3000 * BLOCK_BYTES);
    assertThat(forms).as("tags and modes").hasSizeGreaterThanOrEqualTo(hardware.forms);
    assertSame(simulate(hardware, "decoder", in.toByteArray()), expected, BLOCK_BYTES);
  }

  @ParameterizedTest
  @EnumSource
  void theEncoderWritesWhatTheCodecWrites(Hardware hardware) throws Exception {
    BlockCodec codec = Codecs.create(hardware.codec, Granularity.DEFAULT);
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (byte[] block : blocks()) {
      in.writeBytes(block);
      expected.writeBytes(hardware.coded(codec, block));
    }
    int record = 1 + hardware.codedBytes;
    byte[] written = simulate(hardware, "encoder", in.toByteArray());
    if (hardware.isClocked()) {
      ignoreBitsOfRawBlocks(written, record);
    }
    assertSame(written, expected, record);
  }

  /** Which the other encoders leave at zero. */
  private static void ignoreBitsOfRawBlocks(byte[] written, int record) {
    for (int at = 0; at < written.length; at += record) {
      if (written[at] == 3) {
        Arrays.fill(written, at + 1, at + record, (byte) 0);
      }
    }
  }

  private static void assertSame(byte[] actual, ByteArrayOutputStream expected, int recordBytes) {
    int difference = Arrays.mismatch(actual, expected.toByteArray());
    assertThat(difference).describedAs("in record %d", difference / recordBytes).isEqualTo(-1);
  }

  /** Builds a model, and passes all through it. */
  private byte[] simulate(Hardware hardware, String kind, byte[] input) throws Exception {
    String top = hardware.module + "_" + kind;
    Files.writeString(
        directory.resolve("model.h"),
        """
        #include "V%1$s.h"
        using Model = V%1$s;
        #define %2$s
        #define CODED_BYTES %3$d
        %4$s
        """
            .formatted(
                top,
                kind.toUpperCase(Locale.ROOT),
                hardware.codedBytes,
                hardware.isClocked() ? "#define CLOCKED" : ""));
    Path log = directory.resolve("log");
    boolean built =
        runs(
            new ProcessBuilder(
                    "verilator",
                    "--cc",
                    "--exe",
                    "--build",
                    "-O1",
                    // One file of C++, hardly optimised: it runs for a second, and takes a minute
                    // to compile otherwise. Verilator's own flags come after -CFLAGS.
                    "--output-split",
                    "0",
                    // Loops stay loops: half as much C++.
                    "--unroll-count",
                    "2",
                    "-MAKEFLAGS",
                    "VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0",
                    "-Wall",
                    "-Wno-UNUSED",
                    "-Wno-PINCONNECTEMPTY",
                    "-CFLAGS",
                    "-I" + directory,
                    "--top-module",
                    top,
                    "-Mdir",
                    directory.toString(),
                    "-y",
                    SOURCES.toString(),
                    SOURCES.resolve(top + ".sv").toString(),
                    SOURCES.resolve("bench.cpp").toString())
                .redirectOutput(log.toFile()),
            log);
    assumeTrue(built, "no verilator: hardware was not simulated");
    Path in = Files.write(directory.resolve("in"), input);
    Path out = directory.resolve("out");
    runs(
        new ProcessBuilder(directory.resolve("V" + top).toString())
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile()),
        log);
    return Files.readAllBytes(out);
  }

  /** Whether there is such a program, which has to succeed. */
  private static boolean runs(ProcessBuilder program, Path log) throws Exception {
    Process process;
    try {
      process = program.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    } catch (IOException _) {
      return false;
    }
    int status = process.waitFor();
    assertThat(status).describedAs(Files.readString(log)).isZero();
    return true;
  }
}
