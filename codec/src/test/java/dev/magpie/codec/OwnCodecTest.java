package dev.magpie.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.codec.burst.BurstMode;
import dev.magpie.codec.burst.BurstModes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The codec magpie; that it loses nothing is tested with all codecs. */
class OwnCodecTest {
  private static final Path DECODER =
      Path.of("src/test/resources/dev/magpie/codec/burst/decode.py").toAbsolutePath();

  @TempDir private Path directory;

  private static byte[] ints(int count, IntUnaryOperator word) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      bytes.putInt(word.applyAsInt(i));
    }
    return bytes.array();
  }

  private static String coded(String modes, byte[] block) {
    BlockCodec codec = Codecs.create("magpie:modes=" + modes, new Granularity(block.length, 32));
    BitWriter out = new BitWriter(block.length);
    int tag = codec.encode(MemorySegment.ofArray(block), 0, out);
    return tag + " " + HexFormat.of().formatHex(out.toByteArray());
  }

  /** By hand, from the page. */
  @Test
  void examples() {
    // 16 words: base 5, and of 252 - 32 bits 13 for each delta.
    assertThat(coded("delta32", ints(16, i -> i == 3 ? 6 : 5)))
        .isEqualTo("0 0" + "00000005" + bits("0".repeat(3 * 13 + 12) + "1", 219));
    // No word but the fourth: mask, the word, no planes.
    assertThat(coded("zplane32", ints(16, i -> i == 3 ? 0x80000001 : 0)))
        .isEqualTo("0 0" + "1000" + "80000001" + "00000000" + "0".repeat(43));
    // The last word alone.
    assertThat(coded("zero32", ints(16, i -> i == 15 ? 0x1234 : 0)))
        .isEqualTo("0 0" + "0001" + "00001234" + "0".repeat(51));
  }

  /** Bits as hexadecimal digits, with zeros behind them. */
  private static String bits(String first, int count) {
    String all = first + "0".repeat(count + 1 - first.length());
    StringBuilder digits = new StringBuilder();
    for (int at = 0; at < all.length(); at += 4) {
      digits.append(Integer.toHexString(Integer.parseInt(all.substring(at, at + 4), 2)));
    }
    return digits.toString();
  }

  @Test
  void blocksFillWholeBursts() {
    for (int mag : new int[] {16, 32, 64}) {
      BlockCodec codec = Codecs.create("magpie", new Granularity(128, mag));
      assertThat(codec.staticSizes())
          .hasSize(128 / mag - 1)
          .allMatch(each -> each % (8 * mag) == 0);
      assertThat(codec.tagBits()).isEqualTo(mag == 16 ? 3 : mag == 32 ? 2 : 0);
    }
    assertThatThrownBy(() -> Codecs.create("magpie:mag=48", Granularity.DEFAULT))
        .hasMessageContaining("must divide the block size");
    String seventeen =
        String.join("+", BurstModes.candidates().stream().limit(17).map(BurstMode::name).toList());
    assertThatThrownBy(() -> Codecs.create("magpie:modes=" + seventeen, Granularity.DEFAULT))
        .hasMessageContaining("16 are the most");
  }

  /** What a decoder says that was written in another language from the page alone. */
  @Test
  void aDecoderFromThePageReadsWhatTheEncoderWrites() throws Exception {
    List<String> coded = new ArrayList<>();
    List<String> blocks = new ArrayList<>();
    List<String> sets =
        Stream.concat(
                Stream.of(CodecSpec.parse("magpie").value("modes")),
                BurstModes.candidates().stream().map(BurstMode::name))
            .toList();
    for (String modes : sets) {
      for (int blockBytes : new int[] {64, 128, 256}) {
        for (int mag = 16; mag <= 64 && mag < blockBytes; mag *= 2) {
          BlockCodec codec =
              Codecs.create("magpie:modes=" + modes, new Granularity(blockBytes, mag));
          for (byte[] block : SampleBlocks.of(blockBytes)) {
            BitWriter out = new BitWriter(blockBytes);
            int tag = codec.encode(MemorySegment.ofArray(block), 0, out);
            if (tag != BlockCodec.RAW) {
              String bits = HexFormat.of().formatHex(out.toByteArray());
              coded.add(String.join(" ", "" + blockBytes, "" + mag, modes, "" + tag, bits));
              blocks.add(HexFormat.of().formatHex(block));
            }
          }
        }
      }
    }
    assertThat(coded).hasSizeGreaterThan(10_000);
    Path input = Files.write(directory.resolve("coded"), coded, US_ASCII);
    Path output = directory.resolve("decoded");
    assumeTrue(python(input, output), "no python3: the decoder from the page was not tried");
    assertThat(Files.readAllLines(output)).isEqualTo(blocks);
  }

  private static boolean python(Path input, Path output) throws InterruptedException {
    String python = Objects.requireNonNullElse(System.getenv("MAGPIE_PYTHON"), "python3");
    try {
      Process process =
          new ProcessBuilder(python, DECODER.toString())
              .redirectInput(input.toFile())
              .redirectOutput(output.toFile())
              .redirectErrorStream(true)
              .start();
      process.waitFor();
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
