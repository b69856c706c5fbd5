package dev.magpie.gpu.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.gpu.dram.AddressMap;
import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.dram.DramMemory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesTest {
  private static final DramConfig HBM2 = DramConfigs.named("hbm2-2000").orElseThrow();
  private static final AddressMap MAP = AddressMap.of(HBM2, 2);

  @TempDir private Path directory;

  private record Request(long address, boolean write, long cycle) {}

  private Path file(byte[] bytes) throws IOException {
    return Files.write(directory.resolve("trace"), bytes);
  }

  private Path file(String text) throws IOException {
    return file(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static List<Request> read(Path file, TraceFormat format) throws IOException {
    List<Request> requests = new ArrayList<>();
    try (RequestTrace trace = Traces.open(file, format, HBM2, MAP, 2)) {
      while (trace.next()) {
        requests.add(new Request(trace.address(), trace.isWrite(), trace.cycle()));
      }
      assertThat(trace.position()).isEqualTo(Files.size(file));
    }
    return requests;
  }

  private static List<Request> read(Path file) throws IOException {
    return read(file, Traces.detect(file));
  }

  @Test
  void binary() throws IOException {
    ByteBuffer words = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    words.putLong(0x40).putLong(Long.MIN_VALUE | 0x1234567890L).putLong(Long.MAX_VALUE);
    Path file = file(words.array());
    assertThat(Traces.detect(file)).isEqualTo(TraceFormat.BINARY);
    assertThat(read(file))
        .containsExactly(
            new Request(0x40, false, 0),
            new Request(0x1234567890L, true, 0),
            new Request(Long.MAX_VALUE, false, 0));
  }

  @Test
  void ramulator2LoadStore() throws IOException {
    Path file = file("# a comment\n\nLD 0x1F40\r\n  ST\t8000  \nLD 0");
    assertThat(Traces.detect(file)).isEqualTo(TraceFormat.LOAD_STORE);
    assertThat(read(file))
        .containsExactly(
            new Request(0x1f40, false, 0), new Request(8000, true, 0), new Request(0, false, 0));
  }

  @Test
  void ramulator2ReadWrite() throws IOException {
    Path file = file("R 1,1,2,3,1234,17\nW 0,0,0,0,0,1\n");
    assertThat(Traces.detect(file)).isEqualTo(TraceFormat.READ_WRITE);
    List<Request> requests = read(file);
    assertThat(MAP.place(requests.get(0).address()))
        .isEqualTo(AddressMap.place(1, 16 + 2 * 4 + 3, 1234, 17));
    assertThat(requests.get(1).write()).isTrue();
    assertThat(MAP.place(requests.get(1).address())).isEqualTo(AddressMap.place(0, 0, 0, 1));
  }

  @Test
  void ramulator1() throws IOException {
    Path file = file("0x12 R\n64 W\n");
    assertThat(Traces.detect(file)).isEqualTo(TraceFormat.RAMULATOR);
    assertThat(read(file)).containsExactly(new Request(0x12, false, 0), new Request(64, true, 0));
  }

  @Test
  void dramsim3() throws IOException {
    Path file =
        file("0x100 READ 5\n200 write 10\n0x300 P_MEM_WR 11\n0x4 P_FETCH 12\n0x5 BOFF 12\n");
    assertThat(Traces.detect(file)).isEqualTo(TraceFormat.DRAMSIM3);
    assertThat(read(file))
        .containsExactly(
            new Request(0x100, false, 5),
            new Request(0x200, true, 10),
            new Request(0x300, true, 11),
            new Request(4, false, 12),
            new Request(5, true, 12));
  }

  @Test
  void linesMayStraddleTheBuffer() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      text.append("ST 0x").append(Integer.toHexString(i * 32)).append('\n');
    }
    List<Request> requests = read(file(text.toString()));
    assertThat(requests).hasSize(30_000);
    for (int i = 0; i < 30_000; i++) {
      assertThat(requests.get(i).address()).isEqualTo(32L * i);
    }
  }

  @Test
  void timesAreKept() throws IOException {
    Path file = file("0x0 READ 1000\n0x20 READ 1000\n0x40 READ 3000\n0x60 READ 2000\n");
    DramMemory memory = new DramMemory(HBM2, 1);
    try (RequestTrace trace = Traces.open(file, TraceFormat.DRAMSIM3, HBM2, memory.map(), 1)) {
      long cycles = TraceReplay.run(trace, memory, 1, _ -> {});
      // The last is a row hit a bank group's gap after the third.
      assertThat(cycles).isEqualTo(3004 + 16);
    }
  }

  @Test
  void nothingIsARequest() throws IOException {
    for (String text : List.of("", "\n\n", "# only a comment")) {
      Path file = file(text);
      assertThatThrownBy(() -> Traces.detect(file))
          .isInstanceOf(TraceException.class)
          .hasMessage(file + ": holds no requests");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "LOAD_STORE @ LD 1;LD @ :2: 'LD' is not 'LD|ST address'",
        "LOAD_STORE @ LD 1 2 @ :1: 'LD 1 2' is not 'LD|ST address'",
        "LOAD_STORE @ LD 1 2 3 4 5 @ :1: 'LD 1 2 ...' is not 'LD|ST address'",
        "LOAD_STORE @ MV 1 @ :1: 'MV' is not LD or ST",
        "LOAD_STORE @ LD 0xg @ :1: '0xg' is not an address",
        "LOAD_STORE @ LD -1 @ :1: '-1' is not an address",
        "LOAD_STORE @ LD 0x8000000000000000 @ :1: '0x8000000000000000' is 2^63 or more",
        "LOAD_STORE @ LD 9223372036854775808 @ :1: '9223372036854775808' is 2^63 or more",
        "RAMULATOR @ 0x10 X @ :1: 'X' is not R or W",
        "RAMULATOR @ ff R @ :1: 'ff' is not an address",
        "DRAMSIM3 @ 0x10 READ @ :1: '0x10 READ' is not 'address READ|WRITE cycle'",
        "DRAMSIM3 @ 0x10 REED 5 @ :1: 'REED' is not READ or WRITE",
        "DRAMSIM3 @ 0x10 READ 0x5;0x10 READ x @ :2: 'x' is not a cycle",
        "DRAMSIM3 @ 0x10 READ 99999999999999999 @ :1: cycle 99999999999999999 is too late to be"
            + " simulated",
        "READ_WRITE @ R 1,2,3 @ :1: '1,2,3' has 3 numbers; hbm2-2000 has 6: channel,"
            + " pseudo-channel, bank-group, bank, row, column",
        "READ_WRITE @ W 2,0,0,0,0,0 @ :1: channel is '2', and hbm2-2000 has 0 to 1",
        "READ_WRITE @ W 1,0,0,0,-7,0 @ :1: row is '-7', and hbm2-2000 has 0 to 32767",
        "READ_WRITE @ W 1,0,0,0,,32 @ :1: row is '', and hbm2-2000 has 0 to 32767",
        "READ_WRITE @ Q 1,0,0,0,0,0 @ :1: 'Q' is not R or W"
      })
  void mistakesAreFoundWithTheirLine(TraceFormat format, String text, String problem)
      throws IOException {
    Path file = file(text.replace(';', '\n'));
    assertThatThrownBy(() -> read(file, format))
        .isInstanceOf(TraceException.class)
        .hasMessage(file + problem);
  }

  @Test
  void linesHaveALimit() throws IOException {
    Path file = file("LD 1\nLD " + "0".repeat(100_000));
    assertThatThrownBy(() -> read(file))
        .hasMessage(file + ":2: is longer than 256 bytes; no request is");
    assertThat(read(file("# " + "x".repeat(100_000) + "\nLD 1\n"), TraceFormat.LOAD_STORE))
        .hasSize(1);
  }

  @Test
  void binaryHasWholeWords() throws IOException {
    Path file = file(new byte[] {1, 2, 3});
    assertThatThrownBy(() -> read(file))
        .hasMessage(file + ": has 3 bytes, which is no whole number of 8-byte requests");
  }

  private Path packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return Files.write(directory.resolve("packed"), out.toByteArray());
  }

  @Test
  void whatGzipPackedIsRead() throws IOException {
    Path text = packed("# packed\nLD 0x40\nST 0x80\n".getBytes(StandardCharsets.US_ASCII));
    assertThat(Traces.detect(text)).isEqualTo(TraceFormat.LOAD_STORE);
    assertThat(read(text)).containsExactly(new Request(0x40, false, 0), new Request(0x80, true, 0));

    ByteBuffer words = ByteBuffer.allocate(800_000).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 100_000; i++) {
      words.putLong(64L * i);
    }
    Path binary = packed(words.array());
    assertThat(Traces.detect(binary)).isEqualTo(TraceFormat.BINARY);
    assertThat(read(binary)).hasSize(100_000).last().isEqualTo(new Request(64L * 99_999, false, 0));
  }

  @Test
  void mistakesInPackedTracesHaveTheirLine() throws IOException {
    Path file = packed("LD 1\nLD\n".getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> read(file)).hasMessage(file + ":2: 'LD' is not 'LD|ST address'");
    Path binary = packed(new byte[] {1, 2, 3});
    assertThatThrownBy(() -> read(binary))
        .hasMessage(binary + ": has 3 bytes unpacked, which is no whole number of 8-byte requests");
  }

  @Test
  void damagedGzipIsToldInALine() throws IOException {
    byte[] whole =
        Files.readAllBytes(packed("LD 1\n".repeat(50_000).getBytes(StandardCharsets.US_ASCII)));
    for (int length : new int[] {3, 9, 12, whole.length - 1}) {
      Path file = file(Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> read(file, TraceFormat.LOAD_STORE))
          .isInstanceOf(TraceException.class)
          .hasMessage(file + ": is no whole gzip file: it ends too early");
    }
    whole[whole.length / 2] ^= 0x55;
    Path file = file(whole);
    assertThatThrownBy(() -> read(file, TraceFormat.LOAD_STORE))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(file + ":")
        .message()
        .hasLineCount(1);
  }

  @Test
  void textThatIsNoTraceIsSaidToBeNone() throws IOException {
    Path file = file("# a letter\n\nDear reader,\n");
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(
            file + ":3: 'Dear reader,' is no request; a trace has lines of one of")
        .message()
        .hasLineCount(1);
  }

  /** Whatever a file holds, it is read or refused. */
  @Test
  void damagedTracesAreReadOrRefused() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    String[] good = {"LD 0x1f40", "ST 800", "0x10 R", "0x20 READ 7", "R 0,0,1,1,5,6", "# x", ""};
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder();
      String shape = good[random.nextInt(good.length)];
      for (int j = random.nextInt(5); j >= 0; j--) {
        text.append(random.nextInt(4) == 0 ? good[random.nextInt(good.length)] : shape)
            .append('\n');
      }
      for (int j = random.nextInt(3); j > 0 && text.length() > 1; j--) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, (char) random.nextInt(256));
          case 1 -> text.deleteCharAt(at);
          default -> text.insert(at, (char) (32 + random.nextInt(95)));
        }
      }
      Path file = file(text.toString());
      try {
        TraceFormat format = Traces.detect(file);
        for (Request request : read(file, format)) {
          assertThat(request.address()).isNotNegative();
          assertThat(request.cycle()).isBetween(0L, TextTrace.MAX_CYCLE);
        }
      } catch (TraceException e) {
        assertThat(e.getMessage()).startsWith(file + ":");
      }
      for (TraceFormat format : TraceFormat.values()) {
        try {
          read(file, format);
        } catch (TraceException e) {
          assertThat(e.getMessage()).startsWith(file + ":");
        }
      }
    }
  }
}
