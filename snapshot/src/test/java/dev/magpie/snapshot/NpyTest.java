package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.complaint;
import static dev.magpie.snapshot.Fixtures.describe;
import static dev.magpie.snapshot.Fixtures.file;
import static dev.magpie.snapshot.Fixtures.write;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NpyTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          f32.npy        | f32[2, 3] 00000000 0000803f 00000040 00004040 00008040 0000a040
          big-endian.npy | u32[4] 00000000 00000001 00000002 00000003
          fortran.npy    | i16[3, 2] 0000 0300 0100 0400 0200 0500
          version2.npy   | f64[3] 0000000000000000 000000000000f03f 0000000000000040
          version3.npy   | u8[2, 8] 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
          scalar.npy     | i64[] 0700000000000000
          empty.npy      | f16[0, 5]
          bool.npy       | u8[3] 01 00 01
          complex.npy    | f32[2, 2] 0000803f 00000040 00004040 000080c0
          text.npy       | u32[2, 6] 6d000000 61000000 67000000 70000000 69000000 65000000 \
          6a000000 61000000 79000000 00000000 00000000 00000000
          date.npy       | i64[1] 0000faed51728618
          """)
  void readsWhatNumpyWrote(String name, String expected) {
    assertThat(describe(file(name))).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BF16")
  void readsBackWhatWasWritten(Dtype dtype) throws IOException {
    MemorySegment memory = Fixtures.bytes(15 * dtype.bytes());
    Path written = directory.resolve("a.npy");
    NpyWriter.write(written, new Tensor(dtype, List.of(3L, 5L), memory));
    try (Snapshot snapshot = Snapshot.open(List.of(written))) {
      Allocation allocation = snapshot.allocations().getFirst();
      assertThat(allocation.dtype()).isEqualTo(dtype);
      assertThat(allocation.shape()).containsExactly(3L, 5L);
      assertThat(allocation.memory().mismatch(memory)).isEqualTo(-1);
    }
    assertThat(Files.size(written)).isEqualTo(128 + memory.byteSize());
  }

  @Test
  void writesTheBytesThatNumpyWrites() throws IOException {
    try (Snapshot snapshot = Snapshot.open(List.of(file("f32.npy")))) {
      Path written = directory.resolve("f32.npy");
      NpyWriter.write(written, snapshot.allocations().getFirst().tensor());
      assertThat(written).hasSameBinaryContentAs(file("f32.npy"));
    }
  }

  @ParameterizedTest
  @CsvSource({"f32.npy, LITTLE_ENDIAN", "big-endian.npy, BIG_ENDIAN", "bool.npy, LITTLE_ENDIAN"})
  void keepsTheByteOrder(String name, String order) {
    try (Snapshot snapshot = Snapshot.open(List.of(file(name)))) {
      Tensor tensor = snapshot.allocations().getFirst().tensor();
      assertThat(tensor.order()).hasToString(order);
      Path written = directory.resolve("a.npy");
      NpyWriter.write(written, tensor);
      try (Snapshot again = Snapshot.open(List.of(written))) {
        assertThat(again.allocations().getFirst().order()).isEqualTo(tensor.order());
      }
    }
  }

  @Test
  void refusesToWriteBf16() {
    Tensor tensor = new Tensor(Dtype.BF16, List.of(2L), Fixtures.bytes(4));
    Path target = directory.resolve("a.npy");
    assertThatIllegalArgumentException().isThrownBy(() -> NpyWriter.write(target, tensor));
    assertThat(target).doesNotExist();
  }

  @Test
  void refusesPythonObjects() {
    assertThat(complaint(file("objects.npy"))).contains("Python objects", "numeric dtype");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)} | more bytes
          {'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}                    | negative
          {'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}  | too large
          {'descr': '<f4', 'fortran_order': False, 'shape': (9,)}                     | cut short
          {'descr': '<f3', 'fortran_order': False, 'shape': (1,)}          | unknown element type '<f3'
          {'descr': '<u999999999999', 'fortran_order': False, 'shape': ()} | unknown element type
          {'descr': [('a', '<f4', (4294967296, 4294967296))], 'fortran_order': False, 'shape': ()} \
          | more bytes
          {'descr': '<f4', 'fortran_order': False}                         | not a dictionary of
          {'descr': '<f4', 'descr': '<f4', 'fortran_order': 0, 'shape': ()} | stands twice
          [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[                               | levels deep
          {'descr': '<f4                                                   | does not end
          {'descr': '<f4', 'fortran_order': False, 'shape': ()} x          | expected the end
          """)
  void refusesLyingHeaders(String header, String complaint) {
    String start = "\u0093NUMPY\u0001\u0000" + (char) header.length() + "\u0000";
    Path file =
        write(directory.resolve("x.npy"), (start + header + "01234567").getBytes(ISO_8859_1));
    assertThat(complaint(file)).contains(complaint);
  }

  @Test
  void refusesHeaderOfTwoGigabytes() {
    byte[] start = "\u0093NUMPY\u0002\u0000\u00ff\u00ff\u00ff\u007f{".getBytes(ISO_8859_1);
    Path file = write(directory.resolve("x.npy"), start);
    assertThat(complaint(file)).contains("byte 8", "a header of 2147483647 bytes");
  }
}
