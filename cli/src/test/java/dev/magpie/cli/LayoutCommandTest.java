package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.memory.layout.Layouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class LayoutCommandTest {
  @TempDir private Path directory;

  @Test
  void countsWhatEachLayoutMoves() throws IOException {
    Path zeros = Files.write(directory.resolve("zeros.bin"), new byte[64 * 4096]);
    JsonNode layouts = Ran.magpie("layout", zeros, "--format", "json").json().get("layouts");
    assertThat(layouts.get(0).get("reads").get("dataBursts").asLong()).isEqualTo(2048 * 4);
    JsonNode bandwidth = layouts.get(1);
    assertThat(bandwidth.get("reads").get("dataBursts").asLong()).isEqualTo(2048);
    // 2 bits a block: 512 blocks a line, so four misses of four bursts.
    assertThat(bandwidth.get("metadataBytes").asLong()).isEqualTo(512);
    assertThat(bandwidth.get("reads").get("metadataAccesses").asLong()).isEqualTo(2048);
    assertThat(bandwidth.get("reads").get("metadataMisses").asLong()).isEqualTo(4);
    assertThat(bandwidth.get("reads").get("metadataBursts").asLong()).isEqualTo(16);
    JsonNode lcp = layouts.get(3);
    assertThat(lcp.get("layout").asString()).isEqualTo("lcp");
    assertThat(lcp.get("deviceBytes").asLong()).isZero();
    assertThat(lcp.get("capacityRatio").isNull()).isTrue();
    assertThat(lcp.get("reads").get("dataBursts").asLong()).isZero();
    assertThat(layouts.get(4).get("writes").get("dataBursts").asLong()).isEqualTo(2048 * 2);
  }

  @Test
  void aFileTakesWhatWouldBePrinted() throws IOException {
    Path zeros = Files.write(directory.resolve("zeros.bin"), new byte[64 * 4096]);
    Path file = directory.resolve("layouts.json");
    Ran ran = Ran.magpie("layout", zeros, "--format", "json", "-o", file);
    assertThat(ran.out()).isEmpty();
    assertThat(Files.readString(file))
        .isEqualTo(Ran.magpie("layout", zeros, "--format", "json").out());
  }

  @Test
  void noiseGainsNothing() throws IOException {
    byte[] noise = new byte[100_001];
    new Random(1).nextBytes(noise);
    Path file = Files.write(directory.resolve("noise.bin"), noise);
    Ran ran = Ran.magpie("layout", file, "--codec", "bpc", "--order", "random");
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("bandwidth-only", "lcp", "attache", "bpc, blocks of 128 B");
    // A heading; bandwidth-only with heads of codes in its metadata; and every layout but buddy,
    // unified and pinned.
    assertThat(Ran.magpie("layout", file, "--format", "csv").out().lines())
        .hasSize(2 + Layouts.families().size() - 3);
  }

  @Test
  void buddyMemoryHasItsTarget_andItsBurstsAreCounted() throws IOException {
    byte[] noise = new byte[1 << 16];
    new Random(1).nextBytes(noise);
    Path file = Files.write(directory.resolve("noise.bin"), noise);
    JsonNode json =
        Ran.magpie("layout", file, "--layout", "buddy:target=4", "--format", "json").json();
    JsonNode buddy = json.get("layouts").get(0);
    assertThat(buddy.get("deviceBytes").asLong()).isEqualTo(1 << 14);
    assertThat(buddy.get("reads").get("dataBursts").asLong()).isEqualTo(noise.length / 32);
    assertThat(json.get("notes").toString()).contains("bursts of buddy memory are counted");
  }

  @Test
  void saysThatNothingAdapts() throws IOException {
    Path file = Files.write(directory.resolve("some.bin"), new byte[1000]);
    assertThat(Ran.magpie("layout", file, "--codec", "tavana:run=9").out())
        .contains("tavana:run=9 adapts to the blocks before; here");
    JsonNode json =
        Ran.magpie("layout", file, "--codec", "tavana", "--format", "json").json().get("notes");
    assertThat(json).hasSize(1);
    assertThat(Ran.magpie("layout", file).out()).doesNotContain("adapts");
  }

  @Test
  void aLayoutThatIsGivenTwiceIsShownOnce() throws IOException {
    Path file = Files.write(directory.resolve("some.bin"), new byte[1000]);
    Ran once = Ran.magpie("layout", file, "--layout", "lcp");
    Ran twice = Ran.magpie("layout", file, "--layout", "lcp", "--layout", "lcp");
    assertThat(twice.err()).isEqualTo("magpie: --layout lcp is given twice, and shown once\n");
    assertThat(twice.out()).isEqualTo(once.out());
  }

  @Test
  void wrongUseIsToldInALine() throws IOException {
    Path file = Files.write(directory.resolve("some.bin"), new byte[100]);
    for (List<Object> args :
        List.<List<Object>>of(
            List.of("layout", "nowhere"),
            List.of("layout", file, "--codec", "e2mc"),
            List.of("layout", file, "--mag", 48),
            List.of("layout", file, "--mag", 64, "--layout", "buddy"),
            List.of("layout", file, "--cache", 1000),
            List.of("layout", file, "--bits", 2000),
            List.of("layout", file, "--layout", "bandwidth-only:bits=7", "--bits", 3),
            List.of("layout", file, "--line", 32, "--ways", 4),
            List.of("layout", Files.write(directory.resolve("empty.bin"), new byte[0])))) {
      Ran ran = Ran.magpie(args.toArray());
      assertThat(ran.status()).as("%s: %s", args, ran.err()).isEqualTo(2);
      assertThat(ran.err()).startsWith("magpie: ").hasLineCount(1);
    }
  }
}
