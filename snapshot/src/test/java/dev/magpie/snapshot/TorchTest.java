package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.describe;
import static dev.magpie.snapshot.Fixtures.describeAll;
import static dev.magpie.snapshot.Fixtures.file;
import static dev.magpie.snapshot.Fixtures.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that PyTorch 1.13 wrote ({@code make_torch_fixtures.py}), and such as it does not write.
 */
class TorchTest {
  private static final String WEIGHT = "00000000 0000803f 00000040 00004040 00008040 0000a040";

  @TempDir private Path directory;

  @Test
  void readsTensorsByTheKeysOnTheirWay() {
    assertThat(describeAll(file("tensors.pt")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("types.f64", "f64[2] 0000000000000000 000000000000f03f"),
                Map.entry("types.f16", "f16[2] 0000 003c"),
                Map.entry("types.bf16", "bf16[3] 0000 803f 0040"),
                Map.entry("types.i64", "i64[2] 0000000000000000 0100000000000000"),
                Map.entry("types.u8", "u8[3] 00 01 02"),
                Map.entry("types.bool", "u8[2] 01 00"),
                Map.entry("types.complex", "f32[1, 2] 0000803f 00000040"),
                Map.entry("scalar", "i32[] 07000000"),
                Map.entry("none", "f32[0, 3]"),
                Map.entry("weight", "f32[2, 3] " + WEIGHT),
                Map.entry("transposed", "i16[2, 3] 0000 0100 0200 0300 0400 0500"),
                Map.entry("column", "i8[6] 00 01 02 03 04 05"),
                Map.entry("steps.0", "i16[1] 0000")));
  }

  /**
   * Of sparse tensors those that they consist of; quantised ones are left out, with their scales.
   */
  @Test
  void sparseTensorsAreTheirParts() {
    String values = "f32[3] 00000040 00004040 00008040";
    assertThat(describeAll(file("sparse.pt")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "coo.indices",
                "i64[2, 3]" + whole(0, 1, 1, 1, 0, 2).substring("i64[6]".length()),
                "coo.values",
                values,
                "csr.crow_indices",
                whole(0, 1, 3),
                "csr.col_indices",
                whole(1, 0, 2),
                "csr.values",
                values));
    try (Snapshot snapshot = Snapshot.open(List.of(file("sparse.pt")))) {
      assertThat(snapshot.skippedArrays()).isEqualTo(2);
      assertThat(snapshot.skippedNames())
          .containsExactly(
              "sparse.pt: quantised (quantised, nested or without data)",
              "sparse.pt: channels (quantised, nested or without data)");
      assertThat(snapshot.remarks()).isEmpty();
    }
  }

  private static String whole(int... numbers) {
    return "i64[%d]".formatted(numbers.length)
        + Arrays.stream(numbers)
            .mapToObj(" %02x00000000000000"::formatted)
            .collect(Collectors.joining());
  }

  @Test
  void nothingIsCalledAndWhatIsSharedIsSaid() {
    try (Snapshot snapshot = Snapshot.open(List.of(file("tensors.pt")))) {
      assertThat(snapshot.remarks())
          .containsExactly(
              file("tensors.pt") + ": Python would call os.getenv to load it; nothing was called",
              file("tensors.pt")
                  + ": 2 tensors are in memory that is another's, and not listed again");
    }
  }

  @Test
  void readsModulesAndOptimisers() {
    assertThat(describeAll(file("module.pt")))
        .containsEntry("weight", "f32[2, 3] " + WEIGHT)
        .containsEntry("bias", "f32[2] 0000803f 000080bf")
        .hasSize(2);
    assertThat(describeAll(file("optimiser.pt")))
        .containsEntry(
            "state.0.momentum_buffer",
            "f32[2, 3] 0000803f 0000803f 0000803f 0000803f 0000803f 0000803f")
        .containsEntry("state.1.momentum_buffer", "f32[2] 0000803f 0000803f")
        .hasSize(2);
  }

  @Test
  void readsATensorAloneAndNewerPickles() {
    assertThat(describeAll(file("root.pth")))
        .containsOnly(Map.entry("root", "f32[2, 2] 00000000 0000803f 00000040 00004040"));
    assertThat(describeAll(file("protocol4.pt")))
        .containsOnly(Map.entry("w", "f32[2, 3] " + WEIGHT));
  }

  @Test
  void aFileOfAnotherNameIsToldByItsBeginning() throws IOException {
    Path copy = Files.copy(file("root.pth"), directory.resolve("pytorch_model.bin"));
    assertThat(describe(copy)).startsWith("f32[2, 2]");
  }

  @Test
  void filesOfBefore() {
    assertThat(complaint(file("before.pt")))
        .isEqualTo(
            "byte 0: is of PyTorch before 1.6; load it there and save it again with torch.save");
  }

  /** A type that PyTorch 1.13 does not have, as the newest write it. */
  @Test
  void readsTypesOfNewerPyTorch() {
    String tensor =
        call(
            "torch._utils\n_rebuild_tensor_v3",
            storage("UntypedStorage") + "K\0K\2\205K\1\205\211N" + "ctorch\nfloat8_e4m3fn\n");
    assertThat(describe(archive("}X\1\0\0\0w" + tensor + "s.", new byte[] {1, 2})))
        .isEqualTo("f8_e4m3[2] 01 02");
  }

  private static String call(String name, String arguments) {
    return "c" + name + "\n(" + arguments + "tR";
  }

  private static String storage(String type) {
    return "(U\7storagectorch\n" + type + "\nU\0010U\3cpuK\2tQ";
  }

  private static String tensor(String arguments) {
    return call("torch._utils\n_rebuild_tensor_v2", storage("ShortStorage") + arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "K1K1\205K1\205 | tensor 'x': ends at element 2402 of its storage, which has 2; the file is damaged",
        "NK1\205K1\205 | tensor 'x': has sizes that are no numbers; the file is damaged",
        "K\0K1\205) | tensor 'x': has 1 sizes and 0 strides",
        "K\0NN | tensor 'x': has no sizes; the file is damaged",
      })
  void tensorsThatCannotBe(String arguments, String expected) {
    String text = arguments.replace("\\0", "\0").replace("\\205", "\205");
    assertThat(complaint(archive(tensor(text) + ".", new byte[] {1, 2, 3, 4}))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Z. | byte 0: a pickle has no operation 0x5a",
        "R | byte 1: takes an object where there is none; the pickle is damaged",
        "e | byte 1: takes objects from a mark that there is not; the pickle is damaged",
        "Kx(t | byte 4: an operation of 1 bytes does not fit into the 4 bytes there are; the file is cut short or damaged: copy or write it again",
        "h0. | byte 2: asks for object 48, which there is not",
        "NNNs. | byte 4: sets items of what is no dictionary; the pickle is damaged",
        "]q0h0a. | -",
      })
  void damagedPickles(String pickle, String expected) {
    Path file = archive(pickle, new byte[0]);
    String complaint = complaint(file);
    assertThat(complaint)
        .isEqualTo(
            expected.equals("-")
                ? "holds no arrays; expected .npy, .npz, .safetensors, .gguf, .pt, .onnx, .h5, .zarr, .bin, .raw, .dat"
                : "x/data.pkl: " + expected);
  }

  /** What torch.save would write with this pickle, in Latin-1, and one storage. */
  private Path archive(String pickle, byte[] storage) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
        add(zip, "x/data.pkl", pickle.getBytes(ISO_8859_1));
        add(zip, "x/data/0", storage);
      }
      return write(directory.resolve("x.pt"), bytes.toByteArray());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void add(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    CRC32 crc = new CRC32();
    crc.update(bytes);
    entry.setCrc(crc.getValue());
    zip.putNextEntry(entry);
    zip.write(bytes);
  }
}
