package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that ONNX's own Python wrote, by make_onnx_fixtures.py. */
class OnnxTest {
  @TempDir private Path directory;

  private static List<String> described(Path file) {
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      return snapshot.allocations().stream()
          .map(each -> each.name() + " " + Fixtures.describe(each))
          .toList();
    }
  }

  @Test
  void readsInitialisersHoweverTheyAreWritten() {
    Path file = Fixtures.file("initialisers.onnx");
    assertThat(described(file))
        .containsExactly(
            "weight f32[2, 3] 00000000 0000803f 00000040 00004040 00008040 0000a040",
            "half f16[6] 0000 003c 0040 0042 0044 0045",
            "shape i64[6] 0000000000000000 0100000000000000 0200000000000000 0300000000000000"
                + " 0400000000000000 0500000000000000",
            "mask u8[2] 01 00",
            "complex f32[6, 2] 00000000 0000803f 0000803f 0000803f 00000040 0000803f 00004040"
                + " 0000803f 00008040 0000803f 0000a040 0000803f",
            "floats f32[3] 0000803f 00000040 00004040",
            "doubles f64[2] 000000000000f03f 0000000000000040",
            "ints i32[3] 01000000 ffffffff 2c010000",
            "bytes i8[3] 01 ff 03",
            "longs i64[2] ffffffffffffffff 0000000000010000",
            "unsigned u32[1] 00000080",
            "brain bf16[2] 803f 00c0",
            "none i32[0]");
    try (Snapshot snapshot = Snapshot.open(List.of(file))) {
      // Texts, and a sparse tensor.
      assertThat(snapshot.skippedArrays()).isEqualTo(2);
    }
  }

  @Test
  void readsWhatStandsInAnotherFile() {
    assertThat(described(Fixtures.file("outside.onnx")))
        .hasSize(3)
        .first()
        .isEqualTo("weight f32[2, 3] 00000000 0000803f 00000040 00004040 00008040 0000a040");
  }

  @Test
  void elementsThatAreNoneOfOursHaveTheirNames() {
    try (Snapshot snapshot = Snapshot.open(List.of(Fixtures.file("small.onnx")))) {
      assertThat(snapshot.allocations().stream().skip(1))
          .extracting(each -> each.type() + each.shape() + " " + each.bytes())
          .containsExactly("f8_e4m3[2, 2] 4", "f8_e5m2[2, 2] 4", "i4[2, 2] 2", "f4[2, 2] 2");
    }
  }

  @Test
  void constantNodesAreCalledAsWhatTheyPutOut() {
    assertThat(described(Fixtures.file("constants.onnx")))
        .containsExactlyInAnyOrder(
            "bias f32[6] 00000000 0000803f 00000040 00004040 00008040 0000a040",
            "weight f32[2, 3] 00000000 0000803f 00000040 00004040 00008040 0000a040");
  }

  @Test
  void weightsOfBranches() {
    try (Snapshot snapshot = Snapshot.open(List.of(Fixtures.file("branches.onnx")))) {
      assertThat(snapshot.allocations())
          .extracting(Allocation::name)
          .containsExactlyInAnyOrder(
              "weight",
              "z.then_branch.weight",
              "z.then_branch.inner",
              "z.else_branch.weight",
              "z.else_branch.inner");
      assertThat(snapshot.skippedArrays()).as("a list of numbers").isEqualTo(1);
    }
  }

  /** A stranger's model reads nothing but what lies beside it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "../outside.weig | tensor 'weight': its numbers are in '../outside.weig', which is no file"
            + " of the model's folder; what is elsewhere is not read",
        "/tmp/outside.we | tensor 'weight': its numbers are in '/tmp/outside.we', which is no file"
            + " of the model's folder; what is elsewhere is not read",
        "elsewhere.weigh | tensor 'weight': its numbers are in 'elsewhere.weigh', and there is no"
            + " such file beside the model",
      })
  void filesElsewhereAreNotRead(String location, String expected) throws IOException {
    Files.write(directory.resolve("outside.weig"), new byte[100]);
    assertThat(complaint(replaced(directory.resolve("model/m.onnx"), "outside.weights", location)))
        .endsWith(expected);
  }

  @Test
  void aNameThatIsNoneOfAFileIsTold() throws IOException {
    assertThat(
            complaint(replaced(directory.resolve("m.onnx"), "outside.weights", "outside\0weights")))
        .endsWith(
            "tensor 'weight': its numbers are in 'outside?weights', which is no file name: Nul"
                + " character not allowed");
  }

  private static Path replaced(Path to, String old, String now) throws IOException {
    String text = Files.readString(Fixtures.file("outside.onnx"), StandardCharsets.ISO_8859_1);
    // Lengths stand before texts.
    assertThat(now).hasSameSizeAs(old);
    Files.createDirectories(to.getParent());
    return write(to, text.replace(old, now).getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void anotherFilesEndIsSeen() throws IOException {
    Path file = directory.resolve("outside.onnx");
    Files.copy(Fixtures.file("outside.onnx"), file);
    Files.write(directory.resolve("outside.weights"), new byte[30]);
    assertThat(complaint(file)).startsWith("outside.weights: byte 24: tensor 'half' of 12 bytes");
  }

  @Test
  void placesThatAreNone() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("model"));
    Files.copy(Fixtures.file("outside.weights"), folder.resolve("outside.weights"));
    Path model = folder.resolve("m.onnx");
    assertThat(complaint(replaced(model, "length\u0012\u000224", "length\u0012\u000225")))
        .startsWith("tensor 'weight': f32[2, 3] is 24 bytes, and the file has 25;");
    assertThat(complaint(replaced(model, "offset\u0012\u000224", "offset\u0012\u0002-1")))
        .startsWith("tensor 'half': has the offset '-1' in another file, which is none;");
  }

  /** In a folder, where they look like a dump. */
  @Test
  void weightsOfAModelAreNoDump() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("model"));
    replaced(folder.resolve("m.onnx"), "outside.weights", "outside-wts.bin");
    Files.copy(Fixtures.file("outside.weights"), folder.resolve("outside-wts.bin"));
    Files.write(folder.resolve("a.bin"), new byte[10]);
    try (Snapshot snapshot = Snapshot.open(List.of(folder))) {
      assertThat(snapshot.allocations())
          .extracting(Allocation::name)
          .containsExactly("a", "weight", "half", "shape");
    }
  }
}
