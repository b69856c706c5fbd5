package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
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

/** {@code magpie advise} as a user runs it. */
class AdviseTest {
  private static final int ROWS = 64;

  @TempDir private Path directory;

  /** Two layers in bf16, as weights are: exponents near each other, mantissas of noise. */
  private Path model() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Random random = new Random(3);
    for (int layer = 0; layer < 2; layer++) {
      for (String of : List.of("q_proj", "k_proj", "v_proj")) {
        byte[] bytes = new byte[2 * ROWS * ROWS];
        for (int i = 0; i < bytes.length; i += 2) {
          int bits = Float.floatToRawIntBits((float) (0.02 * random.nextGaussian()));
          bytes[i] = (byte) (bits >> 16);
          bytes[i + 1] = (byte) (bits >> 24);
        }
        tensors.put(
            "model.layers.%d.self_attn.%s.weight".formatted(layer, of),
            new Tensor(
                Dtype.BF16, List.of((long) ROWS, (long) ROWS), MemorySegment.ofArray(bytes)));
      }
    }
    Path file = directory.resolve("model.safetensors");
    SafetensorsWriter.write(file, tensors);
    return file;
  }

  @Test
  void ofSeveralFilesTensorsAreCalledByTheirFileToo() throws IOException {
    Path model = model();
    Path other = Files.copy(model, directory.resolve("other.safetensors"));
    assertThat(Ran.magpie("advise", model, other).out())
        .contains("model.safetensors: model.layers.", "other.safetensors: model.layers.");
    assertThat(Ran.magpie("advise", model).out()).doesNotContain("model.safetensors: ");
  }

  @Test
  void tableJsonCsvAndPageSayTheSame() throws IOException {
    Path model = model();
    Path report = directory.resolve("advice.html");
    Ran table =
        Ran.magpie(
            "advise", model, "--batch", 4, "--context", 1024, "--top", 2, "--report", report);
    assertThat(table.status()).as(table.err()).isZero();
    assertThat(table.out())
        .contains("6 tensors, 48.0 KiB", "Generating for 4 sequences of 1,024 tokens")
        .contains("2 of 6 tensors, those that save most on the bus.");
    JsonNode json =
        Ran.magpie("advise", model, "--batch", 4, "--context", 1024, "--format", "json").json();
    assertThat(json.path("schema").asString()).isEqualTo("magpie.advice/1");
    assertThat(json.path("tensors").size()).isEqualTo(6);
    JsonNode first = json.path("tensors").get(0);
    assertThat(first.path("type").asString()).isEqualTo("bf16");
    assertThat(first.path("entropy").asDouble()).isBetween(5.0, 6.5);
    assertThat(first.path("bus").path("codec").asString()).isEqualTo("exponent-window");
    assertThat(first.path("storage").path("codec").asString()).isEqualTo("dfloat11");
    // Two layers of keys and values, 64 rows each.
    assertThat(json.path("serving").path("cache").path("elements").asInt()).isEqualTo(256);
    assertThat(json.path("serving").path("cacheBytes").asLong()).isEqualTo(256L * 2 * 4 * 1024);
    List<String> csv = Ran.magpie("advise", model, "--format", "csv").out().lines().toList();
    assertThat(csv).hasSize(7);
    assertThat(csv.getFirst()).contains("name", "bus.savedBytes", "capacity.target");
    assertThat(Files.readString(report))
        .contains("MiB saved by tensor", "Generating tokens")
        // 8 KiB of 1 MiB.
        .contains("\"text\":\"0.00781\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --batch 4              | --batch and --context go together
          --kv 12                | --kv needs --batch and --context
          --codec tslc-opt       | --codec tslc-opt: loses what is not exact
          --top 0                | --top is 1 or more
          --match nosuch         | nosuch
          --batch 0 --context 1  | elements, bytes, batch and context of a cache are 1 or more
          """)
  void badUsageIsALine(String options, String message) {
    Object[] command =
        Stream.concat(Stream.of("advise", model()), Stream.of(options.split(" "))).toArray();
    Ran ran = Ran.magpie(command);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(message).hasLineCount(1);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void whatIsDecodedAheadOfUseIsNoBusCodec() {
    Ran ran = Ran.magpie("advise", model(), "--codec", "mpc", "--codec", "bdi");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).contains("--codec mpc: is decoded ahead of use").hasLineCount(1);
  }

  @Test
  void aModelWhoseNamesDoNotTellNeedsTheElements() {
    Path field = Path.of("../examples/fields");
    assertThat(Ran.magpie("advise", field, "--batch", 1, "--context", 1).err())
        .contains("give --kv ELEMENTS")
        .hasLineCount(1);
    assertThat(Ran.magpie("advise", field, "--batch", 1, "--context", 1, "--kv", 10).status())
        .isZero();
  }
}
