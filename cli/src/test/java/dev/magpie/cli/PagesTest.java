package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code magpie pages} as a user runs it. */
class PagesTest {
  private static final int TOKENS = 256;
  private static final int CHANNELS = 64;

  @TempDir private Path directory;

  /** Keys in bf16, whose channels are of different sizes, as those of models are; and noise. */
  private Path cache() {
    Random random = new Random(5);
    byte[] keys = new byte[2 * TOKENS * CHANNELS];
    for (int i = 0; i < keys.length; i += 2) {
      double size = Math.scalb(1.0, i / 2 % CHANNELS % 9);
      int bits = Float.floatToRawIntBits((float) (size * (4 + random.nextGaussian())));
      keys[i] = (byte) (bits >> 16);
      keys[i + 1] = (byte) (bits >> 24);
    }
    byte[] noise = new byte[1000];
    random.nextBytes(noise);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("noise", new Tensor(Dtype.U8, List.of(1000L), MemorySegment.ofArray(noise)));
    tensors.put(
        "keys",
        new Tensor(
            Dtype.BF16, List.of(1L, (long) TOKENS, (long) CHANNELS), MemorySegment.ofArray(keys)));
    Path file = directory.resolve("cache.safetensors");
    SafetensorsWriter.write(file, tensors);
    return file;
  }

  private static double ratio(JsonNode taken, String arrangement, String coder) {
    for (JsonNode each : taken) {
      if (each.path("arrangement").asString().equals(arrangement)
          && each.path("coder").asString().equals(coder)) {
        return each.path("ratio").asDouble();
      }
    }
    throw new AssertionError(arrangement + " under " + coder + " is not there");
  }

  @Test
  void channelsOfACacheCompressBest() {
    Path cache = cache();
    JsonNode json =
        Ran.magpie("pages", cache, "--codec", "exponent-window", "--format", "json").json();
    assertThat(json.path("schema").asString()).isEqualTo("magpie.pages/1");
    assertThat(json.path("pageBytes").asInt()).isEqualTo(4096);
    JsonNode keys = json.path("arrays").get(0);
    assertThat(keys.path("name").asString()).isEqualTo("keys");
    JsonNode taken = keys.path("taken");
    assertThat(taken.size()).isEqualTo(7 * 5);
    assertThat(ratio(taken, "as-stored", "lz4")).isLessThan(1.05);
    assertThat(ratio(taken, "channel-bits", "lz4"))
        .isGreaterThan(1.1 * ratio(taken, "bits", "lz4"));
    assertThat(ratio(taken, "channels", "exponent-window"))
        .isGreaterThan(ratio(taken, "as-stored", "exponent-window"));
    JsonNode noise = json.path("arrays").get(1);
    assertThat(ratio(noise.path("taken"), "as-stored", "zstd")).isOne();
    assertThat(ratio(json.path("total"), "bits", "zstd"))
        .isBetween(1.0, ratio(taken, "bits", "zstd"));
  }

  @Test
  void theTableHasAllArrangementsAndWhatSavesMost() {
    Path cache = cache();
    Ran table = Ran.magpie("pages", cache, "--top", 1, "--page", "1KiB");
    assertThat(table.status()).as(table.err()).isZero();
    assertThat(table.out())
        .contains("2 arrays, 33.0 KiB, in pages of 1.0 KiB", "channel-delta-bits", "snappy")
        .contains("1 of 2 arrays, those that save most.");
    Ran all = Ran.magpie("pages", cache, "--arrange", "as-stored", "--threads", 3);
    assertThat(all.out().lines().filter(line -> line.startsWith("noise"))).hasSize(1);
    assertThat(all.out()).contains("none", "What saves most comes first.");
    List<String> csv =
        Ran.magpie("pages", cache, "--arrange", "bits,channels", "--format", "csv")
            .out()
            .lines()
            .toList();
    assertThat(csv).hasSize(1 + 2 * 2 * 4);
    assertThat(csv.getFirst()).contains("taken.arrangement", "taken.coder", "taken.bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --page 1000        | a page has a power of two of bytes from 512 to 1048576, not 1000
          --page many        | --page is a number of bytes such as
          --rows 0           | rows that lie together are 1 or more
          --arrange planes   | there is no arrangement 'planes'; there are as-stored, bytes
          --codec nosuch     | nosuch
          --top 0            | --top is 1 or more
          --threads 0        | --threads must be at least 1
          --match nosuch     | nosuch
          """)
  void badUsageIsALine(String options, String message) {
    Object[] command =
        Stream.concat(Stream.of("pages", cache()), Stream.of(options.split(" "))).toArray();
    Ran ran = Ran.magpie(command);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(message).hasLineCount(1);
    assertThat(ran.out()).isEmpty();
  }
}
