package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GgufTest {
  private static final Path BLOCKS = Fixtures.file("blocks.gguf");

  @TempDir private Path directory;

  private static List<String> tensors(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      return snapshot.allocations().stream()
          .map(each ->
              "%s %s%s, %d bytes".formatted(each.name(), each.type(), each.shape(), each.bytes()))
          .toList();
    }
  }

  @Test
  void readsTensorsOfOurTypesAndOfBlocks() {
    assertThat(tensors(BLOCKS))
        .containsExactly(
            "embed.weight f32[2, 3], 24 bytes",
            "norm.weight bf16[5], 10 bytes",
            "blk.0.attn_q.weight q8_0[2, 64], 136 bytes",
            "blk.0.ffn_up.weight q4_k[1, 256], 144 bytes",
            "blk.0.ffn_down.weight mxfp4[3, 32], 51 bytes",
            "blk.1.ffn_down.weight nvfp4[64], 36 bytes");
  }

  @Test
  void bytesAreThoseOfTheFile() {
    try (Snapshot snapshot = Snapshot.open(List.of(BLOCKS))) {
      // Data of the third tensor begin at byte 128 of all, and count up.
      assertThat(Fixtures.describe(snapshot.allocations().get(2)))
          .startsWith("q8_0[2, 64] 80 81 82 83");
    }
  }

  @Test
  void aFileOfAnotherNameIsToldByItsBeginning() throws IOException {
    Path file = Files.copy(BLOCKS, directory.resolve("model"));
    assertThat(tensors(file)).hasSize(6);
  }

  /** A number in the file that says something else. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GGUF | 4 | 4 | byte 4: version 4, and versions 2 and 3 are read; convert it again",
        "GGUF | 4 | 50331648 | byte 4: big-endian, which is not read; convert it with gguf_convert_endian.py",
        "GGUF | 12 | 2147483647 | byte 8: 9223372032559808518 tensors; 262144 are the most: the file is damaged",
        "GGUF | 20 | 1 | byte 16: 4294967303 values; * are the most: the file is damaged",
        "general.alignment | 4 | 48 | byte 70: general.alignment is 48, and no power of two up to 1 MiB",
        "general.alignment | 0 | 5 | byte 70: general.alignment is of type 5, not 4",
        "magpie.scale | 0 | 13 | byte *: 'magpie.scale' has a value of unknown type 13",
        "blk.0.attn_q.weight | 0 | 9 | tensor 'blk.0.attn_q.weight': 9 dimensions; 8 are the most",
        "blk.0.attn_q.weight | 4 | 48 | tensor 'blk.0.attn_q.weight': rows of shape [2, 48] are no whole blocks of 32 elements, as q8_0 has them",
        "blk.0.attn_q.weight | 20 | 5 | tensor 'blk.0.attn_q.weight': has the unknown type 5",
        "blk.0.attn_q.weight | 24 | 64 | tensor 'blk.0.attn_q.weight': overlaps tensor 'norm.weight'; the file is damaged",
        "blk.0.attn_q.weight | 24 | 65 | tensor 'blk.0.attn_q.weight': begins at byte 65 of the data, which is no multiple of 64",
      })
  void damagedFiles(String after, int offset, int number, String expected) throws IOException {
    byte[] bytes = Files.readAllBytes(BLOCKS);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(after) + offset;
    // Of a name, the number follows it.
    at += after.equals("GGUF") ? 0 : after.length();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, number);
    assertThat(complaint(write(directory.resolve("x.gguf"), bytes)))
        .matches(Pattern.quote(expected).replace("*", "\\E\\d+\\Q"));
  }

  @Test
  void twoTensorsOfOneName() throws IOException {
    byte[] bytes = Files.readAllBytes(BLOCKS);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("blk.1") + 4] = '0';
    assertThat(complaint(write(directory.resolve("x.gguf"), bytes)))
        .isEqualTo("tensor 'blk.0.ffn_down.weight': is in the file twice");
  }

  @Test
  void aFileThatIsCutShort() throws IOException {
    byte[] bytes = Files.readAllBytes(BLOCKS);
    assertThat(
            complaint(write(directory.resolve("x.gguf"), Arrays.copyOf(bytes, bytes.length - 1))))
        .contains("tensor 'blk.1.ffn_down.weight' of 36 bytes does not fit")
        .contains("cut short");
  }
}
