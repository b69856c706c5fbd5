package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Codecs;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LossyAnalysisTest {
  @TempDir private Path directory;
  private Path input = Path.of("layers.safetensors");

  /** Two layers of alike weights and an index, 64 KiB each. */
  @BeforeEach
  void writeInput() throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (String name : List.of("layers/0/weight", "layers/1/weight", "index")) {
      Random random = new Random(4);
      ByteBuffer bytes = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
      while (bytes.hasRemaining()) {
        bytes.putFloat(1 + random.nextInt(1 << (bytes.position() / 8192)) * 0x1p-20f);
      }
      Tensor tensor =
          new Tensor(Dtype.F32, List.of(1L << 14), MemorySegment.ofArray(bytes.array()));
      tensors.put(name, tensor);
    }
    input = directory.resolve("layers.safetensors");
    SafetensorsWriter.write(input, tensors);
  }

  private Ran analyze(Object... more) {
    Object[] arguments = new Object[2 + more.length];
    arguments[0] = "analyze";
    arguments[1] = input;
    System.arraycopy(more, 0, arguments, 2, more.length);
    return Ran.magpie(arguments);
  }

  private static JsonNode result(JsonNode document, int allocation, int codec) {
    return document.get("allocations").get(allocation).get("results").get(codec);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tslc-simp", "tslc-pred", "tslc-opt", "qslc"})
  void approximatesOnlyWhatIsMarked(String codec) {
    JsonNode exact = analyze("--codec", codec, "--format", "json").json();
    JsonNode marked =
        analyze("--codec", codec, "--approximate", "layers/*", "--format", "json").json();
    assertThat(marked.get("approximate").get(0).asString()).isEqualTo("layers/*");
    for (int a = 0; a < 3; a++) {
      JsonNode result = result(marked, a, 0);
      boolean lossy = marked.get("allocations").get(a).get("name").asString().startsWith("layers/");
      assertThat(result.get("lossy").asBoolean()).isEqualTo(lossy);
      assertThat(result(exact, a, 0).get("lossy").asBoolean()).isFalse();
      if (!lossy) {
        assertThat(result).isEqualTo(result(exact, a, 0));
        continue;
      }
      assertThat(result.get("effectiveBytes").asLong())
          .isLessThan(result(exact, a, 0).get("effectiveBytes").asLong());
      JsonNode error = result.get("approximation");
      assertThat(error.get("blocks").asLong()).isEqualTo(512);
      assertThat(error.get("approximatedBlocks").asLong()).isBetween(1L, 511L);
      assertThat(error.get("elements").asLong()).isEqualTo(1 << 14);
      assertThat(error.get("meanRelativeError").asDouble())
          .isPositive()
          .isLessThanOrEqualTo(error.get("maximumRelativeError").asDouble());
    }
    JsonNode total = marked.get("total").get("results").get(0).get("approximation");
    assertThat(total.get("blocks").asLong()).isEqualTo(1024);
  }

  @Test
  void saysWhatIsLossy() {
    String marked =
        analyze(
                "--codec",
                "bdi",
                "--codec",
                "tslc-opt",
                "--approximate",
                "*0*",
                "--approximate",
                "?ndex")
            .out();
    assertThat(marked)
        .contains("tslc-opt: lossy in 2 of 3 allocations, those marked by --approximate *0* ?ndex;")
        .contains("tslc-opt (lossy)")
        .contains("mean relative error".split(" "))
        .doesNotContain("bdi (");
    String exact = analyze("--codec", "tslc-opt").out();
    assertThat(exact)
        .contains("tslc-opt: nothing is marked by --approximate, so all is coded exactly\n")
        .contains("tslc-opt (exact)")
        .doesNotContain("relative");
    String each =
        analyze("--codec", "tslc-opt", "--approximate", "index", "--by", "allocation").out();
    assertThat(each).contains("tslc-opt (exact)", "tslc-opt (lossy)");
  }

  @Test
  void csvHasColumnsForErrorsWhereACodecIsLossy() {
    Ran ran =
        analyze(
            "--codec", "bdi", "--codec", "tslc-opt", "--approximate", "index", "--format", "csv");
    assertThat(ran.err()).contains("tslc-opt: lossy in 1 of 3 allocations");
    List<String> lines = ran.out().lines().toList();
    assertThat(lines.getFirst())
        .endsWith(
            ",granules4,lossy,approximatedBlocks,unmeasurable,meanRelativeError,"
                + "maximumRelativeError,maximumAbsoluteError");
    assertThat(lines.get(1)).contains(",bdi,").endsWith(",false,,,,,");
    assertThat(lines.get(2))
        .contains(",tslc-opt,")
        .containsPattern(",true,[1-9][0-9]*,0,[0-9.E-]+,");
    assertThat(analyze("--codec", "bdi", "--format", "csv").out()).doesNotContain("lossy");
  }

  @Test
  void theReportShowsErrors() throws IOException {
    Path page = directory.resolve("page.html");
    Ran ran = analyze("--codec", "tslc-pred", "--approximate", "*", "--report", page);
    assertThat(ran.status()).isZero();
    assertThat(Files.readString(page)).contains("tslc-pred (lossy)", "mean relative error");
  }

  @Test
  void allHasLossyCodecsWhereSomethingIsMarked() {
    List<String> lossy = Codecs.lossy().stream().map(CodecSpec::toString).toList();
    assertThat(codecs(analyze("--codec", "all", "--format", "json").json()))
        .doesNotContainAnyElementsOf(lossy);
    assertThat(
            codecs(analyze("--codec", "all", "--approximate", "index", "--format", "json").json()))
        .containsAll(lossy)
        .doesNotContain("e2mc");
  }

  private static List<String> codecs(JsonNode document) {
    JsonNode results = document.get("total").get("results");
    return IntStream.range(0, results.size())
        .mapToObj(i -> results.get(i).get("codec").asString())
        .toList();
  }

  @Test
  void marksThatAreOfNoUseAreBadUsage() {
    Ran none = analyze("--codec", "tslc-opt", "--approximate", "weights");
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err())
        .isEqualTo(
            "magpie: --approximate 'weights' matches no allocation; they are called"
                + " layers/0/weight, layers/1/weight, index\n");
    Ran lossless = analyze("--codec", "bdi", "--approximate", "*");
    assertThat(lossless.status()).isEqualTo(2);
    assertThat(lossless.err()).startsWith("magpie: --approximate is for lossy codecs, and none");
  }

  @Test
  void theListOfCodecsSaysWhichAreLossy() {
    JsonNode all = Ran.magpie("codecs", "--format", "json").json().get("codecs");
    for (JsonNode codec : all) {
      String name = codec.get("name").asString();
      assertThat(codec.get("lossy").asBoolean()).isEqualTo(name.contains("slc"));
    }
    assertThat(Ran.magpie("codecs").out()).containsPattern("tslc-simp .* lossy ");
  }
}
