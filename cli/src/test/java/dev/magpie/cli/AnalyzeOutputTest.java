package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.analysis.DataFigures;
import dev.magpie.report.BrowserPage;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class AnalyzeOutputTest {
  @TempDir private Path directory;
  private Path input = Path.of("model.safetensors");

  /** A block of zeros and a half, and two blocks that count. */
  @BeforeEach
  void writeInput() {
    byte[] counting = new byte[256];
    for (int i = 0; i < 64; i++) {
      counting[4 * i] = (byte) i;
      counting[4 * i + 3] = 0x10;
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("a,\"b\"", tensor(new byte[192]));
    tensors.put("counting", tensor(counting));
    input = directory.resolve("model.safetensors");
    SafetensorsWriter.write(input, tensors);
  }

  private static Tensor tensor(byte[] bytes) {
    return new Tensor(Dtype.U32, List.of(bytes.length / 4L), MemorySegment.ofArray(bytes));
  }

  @Test
  void tableIsReadableAtAGlance() {
    Ran ran = Ran.magpie("analyze", input, "--codec", "mag-bdi", "--codec", "bdi");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .isEqualTo(
            """
            1 file, 2 allocations: 448 B in 4 blocks of 128 B, MAG 32 B

                       raw  effective   32 B  64 B  96 B  128 B
            codec    ratio      ratio      %     %     %      %
            -------  -----  ---------  -----  ----  ----  -----
            mag-bdi  4.000      4.000  100.0   0.0   0.0    0.0
            bdi      6.244      2.667   50.0  50.0   0.0    0.0

            %: share of the blocks that take so many bytes, in whole accesses of 32 B.
            """);
  }

  @Test
  void aTableByAllocationHasTheBestCodecOfEach() {
    List<Object> args =
        List.of("analyze", input, "--by", "allocation", "--codec", "zvc", "--codec", "bdi");
    assertThat(Ran.magpie(args.toArray()).out())
        .isEqualTo(
            """
            1 file, 2 allocations: 448 B in 4 blocks of 128 B, MAG 32 B

                                      size         saved      raw  effective   32 B   64 B  96 B  128 B
            allocation  dtype  shape   KiB  codec    KiB    ratio      ratio      %      %     %      %
            ----------  -----  -----  ----  -----  -----  -------  ---------  -----  -----  ----  -----
            a,"b"       u32    48      0.2  bdi      0.1  128.000      4.000  100.0    0.0   0.0    0.0
            counting    u32    64      0.3  bdi      0.1    3.200      2.000    0.0  100.0   0.0    0.0

            %: share of the blocks that take so many bytes, in whole accesses of 32 B. Codec: the one that saves most, in whole accesses.
            """);
  }

  @Test
  void topShowsThoseOfWhichMostIsSaved() {
    Ran ran = Ran.magpie("analyze", input, "--top", 1, "--codec", "bdi");
    assertThat(ran.out())
        .contains("a,", "1 of 2 allocations, those of which most is saved.")
        .doesNotContain("counting");
    assertThat(Ran.magpie("analyze", input, "--top", 0).err())
        .isEqualTo("magpie: --top is 1 or more\n");
    assertThat(Ran.magpie("analyze", input, "--top", 1, "--by", "codec").err())
        .isEqualTo("magpie: --top is of allocations, and has no meaning by codec\n");
  }

  @Test
  void whatABlockIsFilledUpWithIsNotSaved() throws IOException {
    Path few = Files.write(directory.resolve("few.bin"), new byte[8]);
    Path more = Files.write(directory.resolve("more.bin"), new byte[300]);
    Ran ran = Ran.magpie("analyze", few, more, "--top", 2, "--codec", "bdi", "--mag", 64);
    assertThat(ran.out().lines().filter(line -> line.contains(".bin")))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("more.bin").contains("0.3  bdi      0.1"),
            second -> assertThat(second).startsWith("few.bin").contains("0.0  bdi      0.0"));
  }

  @Test
  void onlyWhatMatchesIsMeasured() {
    Ran ran =
        Ran.magpie("analyze", input, "--match", "count*", "--codec", "bdi", "--format", "csv");
    assertThat(ran.out()).contains("\n256,2,bdi,640,80,128,");
    assertThat(Ran.magpie("analyze", input, "--match", "nothing").err())
        .startsWith("magpie: --match 'nothing' matches no allocation; they are called ");
  }

  @Test
  void figuresAboutTheDataAreInEveryFormat() {
    List<String> figures = DataFigures.names();
    List<Object> args = new ArrayList<>(List.of("analyze", input, "--codec", "bdi"));
    figures.forEach(name -> args.addAll(List.of("--figure", name)));
    assertThat(Ran.magpie(args.toArray()).out()).contains("zero blocks 50.0 %");
    args.addAll(List.of("--by", "allocation"));
    assertThat(Ran.magpie(args.toArray()).out()).contains("bits/byte");
    args.addAll(List.of("--format", "csv"));
    assertThat(Ran.magpie(args.toArray()).out().lines().findFirst().orElseThrow())
        .endsWith("granules4," + String.join(",", figures));
    args.set(args.size() - 1, "json");
    JsonNode json = Ran.magpie(args.toArray()).json();
    assertThat(json.get("total").get("figures").propertyNames()).containsExactlyElementsOf(figures);
    assertThat(json.get("allocations").get(0).get("figures").get("zeroBlocks").asDouble())
        .isEqualTo(100);
    assertThat(Ran.magpie("analyze", input, "--figure", "none").err())
        .contains("no figure is called 'none'; there are " + String.join(", ", figures));
  }

  @Test
  void manyEffectiveSizesAreGrouped() {
    assertThat(Ran.magpie("analyze", input, "--block", 256, "--mag", 1).out())
        .contains("\u226432 B", "\u2264256 B")
        .doesNotContain("\u22641 B");
  }

  @Test
  void csvHasALineACodecOrAnAllocationAndCodec() {
    assertThat(Ran.magpie("analyze", input, "--codec", "bdi", "--format", "csv").out())
        .isEqualTo(
            """
            bytes,blocks,codec,codedBits,storedBytes,effectiveBytes,rawRatio,effectiveRatio,\
            granules1,granules2,granules3,granules4
            448,4,bdi,656,82,192,6.2439024390243905,2.6666666666666665,2,2,0,0
            """);
    assertThat(
            Ran.magpie("analyze", input, "--codec", "bdi", "--format", "csv", "--by", "allocation")
                .out())
        .isEqualTo(
            """
            source,name,dtype,shape,bytes,blocks,codec,codedBits,storedBytes,effectiveBytes,\
            rawRatio,effectiveRatio,granules1,granules2,granules3,granules4
            %1$s,"a,""b""\",u32,48,192,2,bdi,16,2,64,128,4,2,0,0,0
            %1$s,counting,u32,64,256,2,bdi,640,80,128,3.2,2,0,2,0,0
            """
                .formatted(input));
  }

  @Test
  void perBlockFileHasALineABlockInOrder() throws IOException {
    Path csv = directory.resolve("blocks.csv");
    Ran ran =
        Ran.magpie(
            "analyze",
            input,
            "--per-block",
            csv,
            "--codec",
            "bdi",
            "--codec",
            "none",
            "--codec",
            "mag-bdi:mag=16,bases=8+4");
    assertThat(ran.status()).isZero();
    assertThat(Files.readString(csv))
        .isEqualTo(
            """
            source,name,index,bdi,none,"mag-bdi:mag=16,bases=8+4"
            %1$s,"a,""b""\",0,8,RAW,128
            %1$s,"a,""b""\",1,8,RAW,128
            %1$s,counting,0,320,RAW,256
            %1$s,counting,1,320,RAW,256
            """
                .formatted(input));
  }

  @Test
  void writesToAFileWhatItWouldPrint() throws IOException {
    Path out = directory.resolve("result.json");
    Ran ran = Ran.magpie("analyze", input, "--format", "json", "-o", out);
    assertThat(ran.out()).isEmpty();
    assertThat(Files.readString(out))
        .isEqualTo(Ran.magpie("analyze", input, "--format", "json").out());
  }

  @Test
  void overwritesAnOutputAndLeavesNothingElse() throws IOException {
    Path out = Files.writeString(directory.resolve("result.txt"), "old");
    Ran.magpie("analyze", input, "-o", out);
    assertThat(Files.readString(out)).startsWith("1 file");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactlyInAnyOrder(input, out);
    }
  }

  @Test
  void keepsWhatADirectoryGivesIt() throws IOException {
    byte[] before = Files.readAllBytes(input);
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("analyze", directory, "-o", input),
            List.of("analyze", directory, "--report", input),
            List.of("train", directory, "--codec", "e2mc", "-o", input))) {
      Ran ran = Ran.magpie(command.toArray());
      assertThat(ran.status()).isEqualTo(2);
      assertThat(ran.err()).contains(input + ": is an input, and ").endsWith(" overwrite it\n");
      assertThat(Files.readAllBytes(input)).isEqualTo(before);
    }
  }

  @Test
  void countsSkippedFilesOnce() throws IOException {
    Files.writeString(directory.resolve("notes.txt"), "not an array");
    Files.writeString(directory.resolve("more.txt"), "nor this");
    Ran ran = Ran.magpie("analyze", directory);
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).isEqualTo("magpie: skipped 2 files of other kinds\n");
  }

  @Test
  void anArrayWithoutANameHasItsPlaceInTheReport() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("", tensor(new byte[192]));
    SafetensorsWriter.write(input, tensors);
    Path html = directory.resolve("report.html");
    Ran ran = Ran.magpie("analyze", input, "--report", html);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(html).content().contains("(no name)");
  }

  @Test
  void reportDrawsItsCharts() {
    Path html = directory.resolve("report.html");
    Ran ran = Ran.magpie("analyze", input, "--report", html);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).startsWith("1 file");
    BrowserPage page = BrowserPage.open(html);
    assertThat(page.errors()).isEmpty();
    // Ratios, sizes and the map.
    assertThat(page.drawn()).isGreaterThanOrEqualTo(3);
    assertThat(page.dom()).contains("counting", "mag-bdi");
  }

  @Test
  void theMapHasRoomForWhatSavesMost() throws IOException {
    byte[] noise = new byte[128];
    new Random(1).nextBytes(noise);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < 4100; i++) {
      tensors.put("noise." + i, tensor(noise));
    }
    tensors.put("zeros", tensor(new byte[128]));
    SafetensorsWriter.write(input, tensors);
    Path html = directory.resolve("report.html");
    Ran ran = Ran.magpie("analyze", input, "--codec", "bdi", "--report", html);
    assertThat(ran.status()).as(ran.err()).isZero();
    String page = Files.readString(html);
    assertThat(page).contains("There is no room for 5 allocations, of which less is saved.");
    assertThat(page.indexOf("\"subject\":\"zeros\""))
        .isPositive()
        .isLessThan(page.indexOf("\"subject\":\"noise.0\""));
  }
}
