package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.describeAll;
import static dev.magpie.snapshot.Fixtures.safetensors;
import static dev.magpie.snapshot.Fixtures.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsTest {
  @TempDir private Path directory;

  @Test
  void readsBackWhatWasWritten() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (Dtype dtype : Dtype.values()) {
      MemorySegment memory = Fixtures.bytes(6 * dtype.bytes());
      tensors.put("layer \"" + dtype + "\"", new Tensor(dtype, List.of(2L, 3L), memory));
    }
    tensors.put("none", new Tensor(Dtype.F16, List.of(0L), MemorySegment.NULL));
    tensors.put("scalar", new Tensor(Dtype.F16, List.of(), Fixtures.bytes(2)));
    Path written = directory.resolve("x.safetensors");
    SafetensorsWriter.write(written, tensors);
    try (Snapshot snapshot = Snapshot.open(List.of(written))) {
      assertThat(snapshot.allocations()).hasSameSizeAs(tensors.keySet());
      for (Allocation allocation : snapshot.allocations()) {
        Tensor tensor = Objects.requireNonNull(tensors.get(allocation.name()), allocation.name());
        assertThat(allocation.dtype()).isEqualTo(tensor.dtype());
        assertThat(allocation.shape()).isEqualTo(tensor.shape());
        assertThat(allocation.memory().mismatch(tensor.memory())).isEqualTo(-1);
      }
    }
  }

  @Test
  void aFileIsReplacedWholeOrNotAtAll() throws IOException {
    Path written = write(directory.resolve("x.safetensors"), new byte[] {1, 2, 3});
    SafetensorsWriter.write(
        written, Map.of("a", new Tensor(Dtype.U8, List.of(1L), Fixtures.bytes(1))));
    assertThat(describeAll(written)).containsEntry("a", "u8[1] 00");
    Path blocked = directory.resolve("blocked");
    Files.createDirectories(blocked.resolve("full"));
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> SafetensorsWriter.write(blocked, Map.of()))
        .withMessageContaining("cannot be written");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            SafetensorsWriter.write(
                written,
                Map.of("__metadata__", new Tensor(Dtype.U8, List.of(1L), Fixtures.bytes(1)))));
    assertThat(directory).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void refusesToWriteBigEndianElements() {
    Tensor tensor = new Tensor(Dtype.F32, List.of(1L), ByteOrder.BIG_ENDIAN, Fixtures.bytes(4));
    Path target = directory.resolve("a.safetensors");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SafetensorsWriter.write(target, Map.of("weight", tensor)))
        .withMessageContaining("'weight' is big-endian");
    assertThat(target).doesNotExist();
  }

  @Test
  void readsTypesOfOtherLibraries() {
    Path file =
        safetensors(
            directory,
            """
            {"__metadata__":{"format":"pt"},
             "f8":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]},
             "c64":{"dtype":"C64","shape":[1],"data_offsets":[2,10]},
             "f4":{"dtype":"F4","shape":[2,2],"data_offsets":[10,12]},
             "bool":{"dtype":"BOOL","shape":[],"data_offsets":[13,14]}}  \
            """,
            14);
    assertThat(describeAll(file))
        .containsEntry("f8", "f8_e4m3[2] 00 00")
        .containsEntry("c64", "f32[1, 2] 00000000 00000000")
        .containsEntry("f4", "f4[2, 2] 00 00")
        .containsEntry("bool", "u8[] 00")
        .hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          {"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}  | takes 8 bytes, and data_offsets give 4
          {"a":{"dtype":"F32","shape":[2],"data_offsets":[12,20]}} | ends at byte 20 of the data, which has 16
          {"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}  | are not a begin and an end
          {"a":{"dtype":"F32","shape":[2],"data_offsets":[-8,0]}} | are not a begin and an end
          {"a":{"dtype":"F32","shape":[2],"data_offsets":[0]}}    | are not a begin and an end
          {"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}} | negative
          {"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}} | more bytes
          {"a":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,0]}} | byte
          {"a":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}}   | not whole bytes
          {"a":{"dtype":"F31","shape":[2],"data_offsets":[0,8]}}  | unknown dtype 'F31'
          {"a":{"dtype":"F32","shape":[2]}}                       | is missing
          {"a":{"dtype":"F32","shape":[2],"extra":1}}             | unknown field 'extra'
          {"a":{"dtype":"F32","shape":[2.5],"data_offsets":[0,8]}} | expected a whole number
          {"a":[[[[[[[[[[[[1]]]]]]]]]]]]}                         | expected an object
          {"__metadata__":{"a":[[[[[[[[[[[[1]]]]]]]]]]]]}}        | nesting depth
          {"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[3,7]}} | tensor 'b': overlaps tensor 'a'
          {"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"a":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}} | Duplicate
          {"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}    | damaged
          {"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}{} | follows the JSON object
          []                                                      | expected an object
          """)
  void refusesLyingHeaders(String header, String complaint) {
    assertThat(complaint(safetensors(directory, header, 16))).contains(complaint);
  }

  @Test
  void refusesHeadersThatAreTooLong() {
    Path file = directory.resolve("x.safetensors");
    write(file, "\u0000\u0000\u0000\u0080\u0000\u0000\u0000\u0000{".getBytes(ISO_8859_1));
    assertThat(complaint(file)).contains("byte 0", "a header of 2147483648 bytes");
    write(file, "\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff{".getBytes(ISO_8859_1));
    assertThat(complaint(file)).contains("a header of 18446744073709551615 bytes");
    write(file, "\u0009\u0000\u0000\u0000\u0000\u0000\u0000\u0000{}".getBytes(ISO_8859_1));
    assertThat(complaint(file)).contains("byte 8", "does not fit");
    write(file, new byte[3]);
    assertThat(complaint(file)).contains("byte 0", "does not fit");
  }
}
