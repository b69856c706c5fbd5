package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class AnalyzeJsonTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"128, 32", "64, 16", "32, 32", "256, 64", "128, 4"})
  void saysWhatSizingBlockByBlockSays(int blockBytes, int magBytes) throws IOException {
    byte[] memory = numbers(40_003);
    Path file = Files.write(directory.resolve("numbers.bin"), memory);
    List<String> specs =
        List.of("mag-bdi", "bdi:units=b4", "fpc", "bpc", "zvc:word=2", "mag-bdi:bases=8+4+2");

    List<Object> args = new ArrayList<>(List.of("analyze", file, "--format", "json"));
    args.addAll(List.of("--block", blockBytes, "--mag", magBytes));
    specs.forEach(spec -> args.addAll(List.of("--codec", spec)));
    Ran ran = Ran.magpie(args.toArray());

    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    JsonNode json = ran.json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.analyze/1");
    assertThat(json.get("blockBytes").asInt()).isEqualTo(blockBytes);
    assertThat(json.get("magBytes").asInt()).isEqualTo(magBytes);
    JsonNode allocation = json.get("allocations").get(0);
    assertThat(allocation.get("source").asString()).isEqualTo(file.toString());
    assertThat(allocation.get("name").asString()).isEqualTo("numbers");
    assertThat(allocation.get("dtype").asString()).isEqualTo("u8");
    assertThat(allocation.get("shape").toString()).isEqualTo("[40003]");
    assertThat(allocation.get("bytes").asLong()).isEqualTo(40_003);
    assertThat(allocation.get("blocks").asLong()).isEqualTo(Math.ceilDiv(40_003, blockBytes));
    for (int c = 0; c < specs.size(); c++) {
      Map<String, Object> expected =
          expected(specs.get(c), memory, new Granularity(blockBytes, magBytes));
      assertThat(fields(allocation.get("results").get(c))).isEqualTo(expected);
      assertThat(fields(json.get("total").get("results").get(c))).isEqualTo(expected);
    }
  }

  @Test
  void totalsAreOverAllAllocations() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("zeros", tensor(Dtype.F32, new byte[4096]));
    tensors.put("noise", tensor(Dtype.F32, noise(2048)));
    SafetensorsWriter.write(directory.resolve("a.safetensors"), tensors);
    NpyWriter.write(directory.resolve("b.npy"), tensor(Dtype.I16, noise(100)));

    JsonNode json = Ran.magpie("analyze", directory, "--codec", "bdi", "--format", "json").json();
    assertThat(json.get("allocations").size()).isEqualTo(3);
    JsonNode total = json.get("total");
    assertThat(total.get("bytes").asLong()).isEqualTo(4096 + 2048 + 100);
    assertThat(total.get("blocks").asLong()).isEqualTo(32 + 16 + 1);
    JsonNode result = total.get("results").get(0);
    assertThat(result.get("codedBits").asLong()).isEqualTo(32 * 8 + 17 * 1024);
    assertThat(result.get("storedBytes").asLong()).isEqualTo(32 + 17 * 128);
    assertThat(result.get("effectiveBytes").asLong()).isEqualTo(32 * 32 + 17 * 128);
    assertThat(result.get("rawRatio").asDouble())
        .as("of an array shorter than a block its own bytes count")
        .isEqualTo((48 * 128 + 100) / (32 + 17 * 128.0));
    assertThat(result.get("granules").toString()).isEqualTo("{\"1\":32,\"2\":0,\"3\":0,\"4\":17}");
  }

  @Test
  void anAllocationWithoutElementsHasNoRatio() {
    NpyWriter.write(directory.resolve("empty.npy"), tensor(Dtype.F64, new byte[0]));
    Ran ran = Ran.magpie("analyze", directory, "--codec", "fpc", "--format", "json");
    assertThat(ran.status()).isZero();
    JsonNode result = ran.json().get("allocations").get(0).get("results").get(0);
    assertThat(result.get("storedBytes").asLong()).isZero();
    assertThat(result.get("rawRatio").isNull()).isTrue();
  }

  @Test
  void isTheSameOnAnyNumberOfThreads() throws IOException {
    Path file = Files.write(directory.resolve("numbers.bin"), numbers(5_000_000));
    Object[] args = {"analyze", file, "--format", "json", "--threads", 1};
    String once = Ran.magpie(args).out();
    args[5] = 5;
    assertThat(Ran.magpie(args).out()).isEqualTo(once).isNotEmpty();
  }

  @Test
  void allLeavesOutCodecsThatNeedLargerBlocks() throws IOException {
    Path file = Files.write(directory.resolve("numbers.bin"), numbers(640));
    Ran ran = Ran.magpie("analyze", file, "--codec", "all", "--block", 64, "--format", "json");
    assertThat(ran.status()).isZero();
    assertThat(ran.err())
        .isEqualTo("magpie: mpc needs blocks of at least 128 bytes and is left out\n");
    assertThat(ran.json().get("total").get("results").findValuesAsString("codec"))
        .contains("bdi", "mag-bdi", "warped")
        .doesNotContain("mpc", "none");
  }

  private static Map<String, Object> expected(String spec, byte[] memory, Granularity granularity) {
    int blockBytes = granularity.blockBytes();
    int magBytes = granularity.magBytes();
    BlockCodec codec = Codecs.create(spec, granularity);
    long blocks = Math.ceilDiv(memory.length, blockBytes);
    MemorySegment padded = MemorySegment.ofArray(Arrays.copyOf(memory, (int) blocks * blockBytes));
    long codedBits = 0;
    long storedBytes = 0;
    long[] byGranules = new long[blockBytes / magBytes + 1];
    for (int block = 0; block < blocks; block++) {
      int size = codec.sizeBits(padded, (long) block * blockBytes);
      int bytes = size >= 8 * blockBytes ? blockBytes : (size + 7) / 8;
      codedBits += Math.min(size, 8 * blockBytes);
      storedBytes += bytes;
      byGranules[Math.max(1, (bytes + magBytes - 1) / magBytes)]++;
    }
    long effectiveBytes = 0;
    Map<String, Long> granules = new TreeMap<>();
    for (int g = 1; g < byGranules.length; g++) {
      effectiveBytes += byGranules[g] * g * magBytes;
      granules.put(String.valueOf(g), byGranules[g]);
    }
    Map<String, Object> expected = new TreeMap<>();
    expected.put("codec", spec);
    expected.put("codedBits", codedBits);
    expected.put("storedBytes", storedBytes);
    expected.put("effectiveBytes", effectiveBytes);
    expected.put("rawRatio", (double) blocks * blockBytes / storedBytes);
    expected.put("effectiveRatio", (double) blocks * blockBytes / effectiveBytes);
    expected.put("granules", granules);
    return expected;
  }

  private static Map<String, Object> fields(JsonNode result) {
    Map<String, Object> fields = new TreeMap<>();
    for (Map.Entry<String, JsonNode> field : result.properties()) {
      JsonNode value = field.getValue();
      if (value.isObject()) {
        fields.put(field.getKey(), counts(value));
      } else if (value.isString()) {
        fields.put(field.getKey(), value.asString());
      } else if (value.isIntegralNumber()) {
        fields.put(field.getKey(), value.asLong());
      } else {
        fields.put(field.getKey(), value.asDouble());
      }
    }
    return fields;
  }

  private static Map<String, Long> counts(JsonNode granules) {
    Map<String, Long> counts = new TreeMap<>();
    granules.properties().forEach(each -> counts.put(each.getKey(), each.getValue().asLong()));
    return counts;
  }

  private static Tensor tensor(Dtype dtype, byte[] bytes) {
    return new Tensor(
        dtype, List.of((long) bytes.length / dtype.bytes()), MemorySegment.ofArray(bytes));
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return noise;
  }

  /** Words of all widths, so that every codec meets blocks that it can and cannot code. */
  private static byte[] numbers(int bytes) {
    Random random = new Random(bytes);
    byte[] memory = new byte[bytes];
    int width = 0;
    for (int i = 0; i < bytes; i++) {
      width = i % 96 == 0 ? random.nextInt(5) : width;
      memory[i] = i % 4 < width ? (byte) random.nextInt() : 0;
    }
    return memory;
  }
}
