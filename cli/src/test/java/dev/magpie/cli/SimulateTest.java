package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.EnergyConfig;
import dev.magpie.gpu.config.GpuConfigs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code magpie simulate} as a user runs it. */
class SimulateTest {
  @TempDir private Path directory;
  private StepJob step = new StepJob(Path.of(""));

  @BeforeEach
  void takeDirectory() {
    step = new StepJob(directory);
  }

  static List<String> gpus() {
    return GpuConfigs.names();
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void aJobIsTimedAndWritesItsOutputs(String gpu) throws IOException {
    Path out = directory.resolve("out.npy");
    assertThat(Ran.magpie("run", step.job()).status()).isZero();
    byte[] executed = Files.readAllBytes(out);
    Files.delete(out);

    Ran ran =
        Ran.magpie(
            "simulate",
            "--job",
            step.job(),
            "--gpu",
            gpu,
            "--codec",
            "mag-bdi",
            "--format",
            "json");

    assertThat(ran.err()).isEmpty();
    assertThat(ran.status()).isZero();
    assertThat(Files.readAllBytes(out)).isEqualTo(executed);
    JsonNode json = ran.json();
    assertThat(json.get("schema").asString()).isEqualTo("magpie.simulate/1");
    assertThat(json.get("gpu").asString()).isEqualTo(gpu);
    assertThat(json.get("codec").asString()).startsWith("mag-bdi");
    double clock = GpuConfigs.named(gpu).orElseThrow().clockMegahertz();
    long cycles = json.get("cycles").asLong();
    assertThat(json.get("seconds").asDouble())
        .isCloseTo(cycles / clock / 1e6, Percentage.withPercentage(0.001));
    // 12 instructions for each warp up to its branch, 7 more in all that have a number; two
    // launches. Some are parts of others where the GPU issues as compiled.
    long warpInstructions = json.get("warpInstructions").asLong();
    assertThat(warpInstructions + json.get("foldedInstructions").asLong())
        .isEqualTo(2 * (24 * 8 * 9 + 188 * 6 + 24 * 8));
    assertThat(json.get("ipc").asDouble())
        .isCloseTo((double) warpInstructions / cycles, Percentage.withPercentage(0.001));
    assertThat(json.get("launches")).hasSize(2);
    assertThat(
            json.get("launches").get(0).get("cycles").asLong()
                + json.get("launches").get(1).get("cycles").asLong())
        .isEqualTo(cycles);
    assertThat(json.get("hostSeconds").asDouble()).isPositive();
    assertThat(json.get("warpInstructionsPerHostSecond").asDouble()).isPositive();
    theCountsAgree(json);
  }

  private static int accessBytes(JsonNode json) {
    return GpuConfigs.named(json.get("gpu").asString())
        .map(gpu -> gpu.dram().accessBytes())
        .orElse(32);
  }

  /** What moved on all channels is what caches and codec asked for. */
  private static void theCountsAgree(JsonNode json) {
    JsonNode dram = json.get("dram");
    long bytes = 0;
    for (JsonNode channel : dram.get("channels")) {
      bytes += channel.get("bytes").asLong();
      assertThat(channel.get("utilization").asDouble()).isBetween(0.0, 1.0);
    }
    assertThat(dram.get("bytes").asLong())
        .isEqualTo(bytes)
        .isEqualTo(accessBytes(json) * dram.get("bursts").asLong());
    assertThat(dram.get("utilization").asDouble()).isBetween(0.0, 1.0);
    assertThat(dram.get("bandwidth").asDouble())
        .isCloseTo(bytes / json.get("seconds").asDouble() / 1e9, Percentage.withPercentage(0.001));
    assertThat(
            dram.get("rowHits").asLong()
                + dram.get("rowMisses").asLong()
                + dram.get("rowConflicts").asLong())
        .isEqualTo(dram.get("bursts").asLong());
    // 188 lines are read, and as many written; the L2 holds them for the second launch.
    JsonNode l2 = json.get("l2");
    assertThat(l2.get("misses").asLong() + l2.get("sectorMisses").asLong()).isPositive();
    assertThat(l2.get("hitRate").asDouble()).isBetween(0.0, 1.0);
    assertThat(json.get("l1").get("hitRate").asDouble()).isBetween(0.0, 1.0);
    JsonNode blocks = json.get("blocks");
    // Write-allocation of GPGPU-Sim 3.x reads those that are written, too.
    long read = json.get("gpu").asString().equals("gtx580-gpgpusim3") ? 376 : 188;
    assertThat(blocks.get("reads").get("blocks").asLong()).isEqualTo(read);
    // Runs of equal small numbers.
    assertThat(blocks.get("effectiveRatio").asDouble()).isGreaterThan(2);
    assertThat(blocks.get("rawRatio").asDouble())
        .isGreaterThanOrEqualTo(blocks.get("effectiveRatio").asDouble());
    assertThat(json.get("metadataCache").get("accesses").asLong()).isGreaterThanOrEqualTo(188);
    JsonNode joules = json.get("joules");
    double sum = 0;
    for (String part : List.of("activate", "column", "io", "metadataCache", "codec")) {
      sum += joules.get(part).asDouble();
    }
    EnergyConfig.Codec magBdi =
        GpuConfigs.named("gtx580").orElseThrow().energy().codec("mag-bdi").orElseThrow();
    assertThat(joules.get("codec").asDouble())
        .isEqualTo(
            magBdi.joules(blocks.get("compressed").asLong(), blocks.get("decompressed").asLong()));
    assertThat(blocks.get("decompressed").asLong()).isEqualTo(read);
    JsonNode crossbar = json.get("crossbar");
    assertThat(crossbar.get("requestUtilization").asDouble()).isBetween(0.001, 1.0);
    assertThat(crossbar.get("answerUtilization").asDouble()).isBetween(0.001, 1.0);
    assertThat(joules.get("total").asDouble()).isGreaterThanOrEqualTo(0.999 * sum);
    long stalled = 0;
    for (JsonNode each : json.get("stalls")) {
      stalled += each.asLong();
    }
    assertThat(stalled + json.get("warpInstructions").asLong())
        .isEqualTo(json.get("schedulerCycles").asLong());
  }

  @Test
  void whatACodecTakesStandsInTheGpusFile() throws IOException {
    Path own =
        Files.writeString(
            directory.resolve("own.toml"),
            """
            like = "gtx580"
            [energy.codec.fibonacci]
            compression-picojoules = 70
            decompression-picojoules = 1000
            source = "a guess"
            """);

    JsonNode unknown = joules("gtx580", "fibonacci");
    JsonNode known = joules(own.toString(), "fibonacci");

    assertThat(unknown.get("codec").isNull()).isTrue();
    assertThat(unknown.get("codecSource").asString()).contains("[energy.codec.fibonacci]");
    assertThat(known.get("codecSource").asString()).isEqualTo("a guess");
    // Each of 188 blocks is read once.
    assertThat(known.get("codec").asDouble()).isCloseTo(188e-9, Percentage.withPercentage(0.001));
    assertThat(known.get("total").asDouble() - unknown.get("total").asDouble())
        .isCloseTo(188e-9, Percentage.withPercentage(0.01));
  }

  private JsonNode joules(String gpu, String codec) throws IOException {
    return Ran.magpie(
            "simulate", "--job", step.job(), "--gpu", gpu, "--codec", codec, "--format", "json")
        .json()
        .get("joules");
  }

  @Test
  void cabaTakesIssueSlots() throws IOException {
    JsonNode json =
        Ran.magpie("simulate", "--job", step.job(), "--codec", "caba", "--format", "json").json();

    // Runs of equal numbers: each of 188 lines is decompressed, by 6 instructions.
    assertThat(json.get("assistInstructions").asLong()).isEqualTo(6 * 188);
    assertThat(json.get("blocks").get("assisted").asLong()).isEqualTo(188);
    long stalled = 0;
    for (JsonNode each : json.get("stalls")) {
      stalled += each.asLong();
    }
    assertThat(
            stalled
                + json.get("warpInstructions").asLong()
                + json.get("assistInstructions").asLong())
        .isEqualTo(json.get("schedulerCycles").asLong());
    assertThat(Ran.magpie("simulate", "--job", step.job(), "--codec", "caba").out())
        .contains("issued: assist warps");
  }

  @Test
  void tracesAreTimed() throws IOException {
    Ran ran = Ran.magpie("simulate", "--accel-sim", step.trace(), "--format", "json");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).contains("operations that are not known").endsWith("WARPX\n");
    assertThat(ran.json().get("warpInstructions").asLong()).isEqualTo(4);
    assertThat(ran.json().get("dram").get("reads").asLong()).isPositive();
    assertThat(ran.json().get("launches").get(0).get("kernel").asString()).isEqualTo("copy");
  }

  @Test
  void tableAndCsv() throws IOException {
    Path file = directory.resolve("out.csv");
    Ran csv = Ran.magpie("simulate", "--job", step.job(), "--format", "csv", "-o", file);
    assertThat(csv.out()).isEmpty();
    assertThat(Files.readString(file)).startsWith("launch,kernel,begin,cycles,").hasLineCount(3);
    Ran table = Ran.magpie("simulate", "--job", step.job(), "--codec", "bdi");
    assertThat(table.out()).contains("2 launches in ", "written", "effective");
  }

  @Test
  void aGpuCanBeAFile() throws IOException {
    Path gpu =
        Files.writeString(
            directory.resolve("slow.toml"), "like = \"gtx580\"\nclock-megahertz = 411\n");
    JsonNode json =
        Ran.magpie(
                "simulate",
                "--job",
                step.job(),
                "--gpu",
                gpu,
                "--mdc",
                1024,
                "--mag",
                64,
                "--codec",
                "bdi",
                "--format",
                "json")
            .json();
    assertThat(json.get("gpu").asString()).isEqualTo("slow");
    assertThat(json.get("clockMegahertz").asDouble()).isEqualTo(411);
    assertThat(json.get("metadataCacheBytes").asInt()).isEqualTo(1024);
    assertThat(json.get("mag").asInt()).isEqualTo(64);
  }

  @Test
  void aLaunchThatHangsSaysWhoIsWhere() throws IOException {
    Path job = step.job("[[launch]]\nkernel = \"forever\"\ngrid = 1\nblock = 32\n");
    Ran ran = Ran.magpie("simulate", "--job", job, "--limit", 5000);
    assertThat(ran.status()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .startsWith("magpie: kernel forever has issued more than 5000 warp-instructions")
        .contains("line ");
    assertThat(directory.resolve("out.npy")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          | name one of --job, --workload, --replay and --accel-sim, or --list
          --list --workload bfs | --list goes alone
          --job JOB --workload bfs | name one of --job
          --job JOB --gpu gtx1 | --gpu: no GPU is called 'gtx1', and no file; there are gtx580
          --job JOB --gpu IN | IN:1: is not TOML
          --job JOB --codec zip | no codec is called 'zip'
          --job JOB --mag 24 | --mag: MAG must divide
          --job JOB --mdc 100 | --mdc: no metadata cache has 100 B
          --job JOB --codec bdi --online 9 | --online: codec 'bdi' has nothing to learn
          --job JOB --codec e2mc --online 0 | --online is 1 or more, and does not go with --buddy
          --job JOB --set n=1 | --set goes with --workload
          --job JOB --from-launch -1 | --from-launch is 0 or more
          --job JOB --launches 0 | --launches is 1 or more
          --job JOB --warm-up 1 | --warm-up is 0 or more, and goes with --from-launch
          --job JOB --from-launch 2 --warm-up 9 | --warm-up 9: --from-launch 2 has no more than 2
          --job JOB --from-launch 2 | --from-launch 2: JOB has launches 0 to 1
          --job JOB --limit 0 | --limit is 1 or more
          --job JOB --approximate out | --approximate goes with a lossy codec
          --job JOB --codec tslc-opt --approximate nix | --approximate: no buffer is called 'nix'
          --workload vector-add --size quick --codec qslc --approximate nix | --approximate: no buffer is called 'nix'
          --job JOB --codec tslc-opt --record R | tslc-opt: a lossy codec changes what a program
          --job JOB --record JOB | JOB: is an input, and --record would overwrite it
          --job JOB --timeline OUT | OUT: --timeline and output 'out' name the same file
          --replay JOB --record R | --record goes with --job and --workload, which execute
          --replay JOB | JOB: is no recording of magpie simulate
          --replay NONE | NONE: is no file that --record wrote
          --accel-sim TRACE --codec bdi | bdi: Accel-Sim's traces have no values
          --accel-sim TRACE --gpu p100 --host-copies | --host-copies goes with --job, --workload and --replay
          --accel-sim IN | IN: names no kernel; it is a kernelslist.g that does
          --accel-sim NONE | NONE: is no file; name a kernelslist.g
          --workload dance | no program of kind CUDA is called 'dance'
          --workload bfs --set nodes=x | nodes=x: is no whole number
          """)
  void mistakesEndInALine(String options, String problem) throws IOException {
    step.job();
    step.trace();
    List<Object> arguments = new ArrayList<>(List.of("simulate"));
    for (String each : options == null ? new String[0] : options.split(" ", -1)) {
      arguments.add(named(each));
    }
    Ran ran = Ran.magpie(arguments.toArray());
    assertThat(ran.out()).isEmpty();
    String expected = problem.replace(": JOB has", ": " + named("JOB") + " has");
    int colon = problem.indexOf(':');
    if (colon > 0) {
      expected = named(expected.substring(0, colon)) + expected.substring(colon);
    }
    assertThat(ran.err()).startsWith("magpie: " + expected).hasLineCount(1);
    assertThat(ran.status()).isEqualTo(2);
  }

  private Object named(String name) {
    return switch (name) {
      case "JOB" -> directory.resolve("job.toml");
      case "IN" -> directory.resolve("in.npy");
      case "OUT" -> directory.resolve("out.npy");
      case "R" -> directory.resolve("run.rec");
      case "NONE" -> directory.resolve("none");
      case "TRACE" -> directory.resolve("kernelslist.g");
      default -> name;
    };
  }
}
