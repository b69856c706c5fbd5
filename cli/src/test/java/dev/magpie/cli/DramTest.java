package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class DramTest {
  @TempDir private Path directory;

  /** A triad: reads b and c, writes a. */
  private Path triad(int requests) throws IOException {
    ByteBuffer words = ByteBuffer.allocate(8 * requests).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < requests; i++) {
      long offset = i / 3 * 32L;
      words.putLong(
          switch (i % 3) {
            case 0 -> 0x10000000 + offset;
            case 1 -> 0x20000000 + offset;
            default -> offset | Long.MIN_VALUE;
          });
    }
    return Files.write(directory.resolve("triad.bin"), words.array());
  }

  private Path text(String text) throws IOException {
    return Files.writeString(directory.resolve("trace.txt"), text);
  }

  /** What Ramulator 2.1 and DRAMsim3 take for the same requests. */
  @ParameterizedTest
  @CsvSource({"hbm2-2000, 1, 237891, 5", "hbm2-2000, 8, 31125, 5", "gddr5-6000, 1, 237053, 10"})
  void cyclesAreThoseOfOthers(String dram, int channels, long cycles, double percent)
      throws IOException {
    Ran ran =
        Ran.magpie(
            "dram", triad(100_000), "--dram", dram, "--channels", channels, "--format", "json");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).isEmpty();
    JsonNode json = ran.json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.dram/1");
    assertThat(json.get("dram").asString()).isEqualTo(dram);
    assertThat(json.get("traceFormat").asString()).isEqualTo("binary");
    assertThat(json.get("channels").asInt()).isEqualTo(channels);
    assertThat(json.get("requests").asLong()).isEqualTo(100_000);
    assertThat(json.get("reads").asLong()).isEqualTo(66_667);
    assertThat(json.get("cycles").asLong()).isCloseTo(cycles, Percentage.withPercentage(percent));
    assertThat(json.get("hostSeconds").asDouble()).isPositive();
    assertThat(json.get("utilization").asDouble()).isBetween(0.3, 1.0);
    assertThat(json.get("bandwidth").asDouble())
        .isCloseTo(
            json.get("utilization").asDouble() * json.get("peakBandwidth").asDouble(),
            Percentage.withPercentage(0.001));
    assertThat(json.get("bytes").asLong()).isEqualTo(3_200_000);
    assertThat(
            json.get("rowHits").asLong()
                + json.get("rowMisses").asLong()
                + json.get("rowConflicts").asLong())
        .isEqualTo(100_000);
    assertThat(json.get("meanLatency").asDouble()).isGreaterThan(16);
    JsonNode joules = json.get("joules");
    assertThat(joules.get("total").asDouble())
        .isCloseTo(
            joules.get("activate").asDouble()
                + joules.get("column").asDouble()
                + joules.get("io").asDouble(),
            Percentage.withPercentage(0.001));
  }

  @Test
  void aPackedTraceTakesWhatItTakesUnpacked() throws IOException {
    Path plain = triad(3_000);
    Path packed = directory.resolve("triad.bin.gz");
    try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
      gzip.write(Files.readAllBytes(plain));
    }
    JsonNode here = Ran.magpie("dram", packed, "--format", "json").json();
    JsonNode there = Ran.magpie("dram", plain, "--format", "json").json();
    assertThat(here.get("cycles").asLong()).isEqualTo(there.get("cycles").asLong());
    assertThat(here.get("requests").asLong()).isEqualTo(3_000);
  }

  @Test
  void aBadRequestIsToldWithItsLine() throws IOException {
    Path packed = directory.resolve("bad.gz");
    try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
      gzip.write("LD 1\n# two\nLD x\n".getBytes(StandardCharsets.US_ASCII));
    }
    Ran ran = Ran.magpie("dram", packed);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(packed + ":3: 'x' is not an address").hasLineCount(1);
  }

  @Test
  void anUnloadedReadIsTheSumOfItsParts() throws IOException {
    JsonNode json = Ran.magpie("dram", text("LD 0x40\n"), "--format", "json").json();
    assertThat(json.get("traceFormat").asString()).isEqualTo("load-store");
    // ACT takes two cycles, RCD 14, CL 14, and the burst 2.
    assertThat(json.get("cycles").asLong()).isEqualTo(15 + 14 + 2);
    assertThat(json.get("meanLatency").asDouble()).isEqualTo(31);
    assertThat(json.get("rowMisses").asLong()).isEqualTo(1);
  }

  @Test
  void aTraceOfWritesHasNoLatency() throws IOException {
    JsonNode json = Ran.magpie("dram", text("0x40 W\n0x60 W\n0x40 W\n"), "--format", "json").json();
    assertThat(json.get("meanLatency").isNull()).isTrue();
    assertThat(json.get("mergedWrites").asLong()).isEqualTo(1);
    assertThat(json.get("bytes").asLong()).isEqualTo(64);
    assertThat(Ran.magpie("dram", text("0x40 W\n")).status()).isZero();
  }

  @Test
  void tableAndCsv() throws IOException {
    Path trace = text("0x0 READ 10\n0x20 READ 11\n0x40 WRITE 12\n");
    Ran table = Ran.magpie("dram", trace, "--dram", "gtx580", "--channels", "12");
    assertThat(table.err()).isEmpty();
    assertThat(table.out())
        .startsWith("gtx580, 12 channels: 3 requests in ")
        .contains("of 192.4 GB/s")
        .contains("hits", "latency", "energy");
    Path csv = directory.resolve("out.csv");
    Ran written = Ran.magpie("dram", trace, "--format", "csv", "-o", csv);
    assertThat(written.out()).isEmpty();
    assertThat(Files.readString(csv)).startsWith("trace,traceFormat,dram,").hasLineCount(2);
  }

  @Test
  void theFormatCanBeSaid() throws IOException {
    Path trace = text("12345678");
    assertThat(
            Ran.magpie("dram", trace, "--trace-format", "binary", "--format", "json")
                .json()
                .get("requests")
                .asLong())
        .isEqualTo(1);
  }

  @Test
  void aMemoryCanBeAFile() throws IOException {
    Path memory =
        Files.writeString(
            directory.resolve("slow.toml"), "like = \"hbm2-2000\"\n[timing]\nCL = 24\n");
    Ran ran = Ran.magpie("dram", text("LD 0\n"), "--dram", memory, "--format", "json");
    assertThat(ran.json().get("dram").asString()).isEqualTo("slow");
    assertThat(ran.json().get("cycles").asLong()).isEqualTo(15 + 24 + 2);
  }

  @Test
  void listsWhatThereIs() {
    assertThat(Ran.magpie("dram", "--list").out()).contains("hbm2-2000", "gddr5-6000", "gtx580");
    assertThat(Ran.magpie("dram", "--list", "--format", "csv").out()).startsWith("name,standard,");
    JsonNode json = Ran.magpie("dram", "--list", "--format", "json").json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.drams/1");
    assertThat(json.get("drams")).hasSizeGreaterThan(6);
  }

  @Test
  void mistakesEndInALine() throws IOException {
    Path trace = text("LD 0\nLD zero\n");
    Path missing = directory.resolve("none.bin");
    Path bad =
        Files.writeString(directory.resolve("bad.toml"), "like = \"hbm2-2000\"\nrows = -1\n");
    complains("name a trace of requests, or --list");
    complains("--list takes no trace", trace, "--list");
    complains(trace + ":2: 'zero' is not an address", trace);
    complains(missing + ": cannot be read", missing);
    complains(directory + ": is no regular file", directory);
    complains("/dev/null: is no regular file", "/dev/null");
    complains(
        "--dram: no memory is called 'ddr9', and no file; there are", trace, "--dram", "ddr9");
    complains(bad + ":2: rows: has to be a whole number", trace, "--dram", bad);
    complains("hbm2-2000: channels are 1 to 4096, not 0", trace, "--channels", 0);
    complains("--per-cycle is 1 or more, not 0", trace, "--per-cycle", 0);
    complains("no trace format is called 'vcd'; there are binary", trace, "--trace-format", "vcd");
    complains(text("# nothing\n") + ": holds no requests", text("# nothing\n"));
    complains(trace + ": is an input, and -o would overwrite it", text("LD 0\n"), "-o", trace);
  }

  private static void complains(String problem, Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = "dram";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    Ran ran = Ran.magpie(all);
    assertThat(ran.status()).as(problem).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("magpie: " + problem).hasLineCount(1);
  }
}
