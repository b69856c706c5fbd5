package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.EnergyConfig;
import dev.magpie.gpu.config.GpuConfigs;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.NpyWriter;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code magpie simulate} as a user runs it. */
class SimulateTest {
  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry step(.param .u64 in, .param .u64 out, .param .u32 n)
      {
        .reg .pred %p<2>;
        .reg .b32 %r<9>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [in];
        ld.param.u64 %rd2, [out];
        ld.param.u32 %r1, [n];
        mov.u32 %r3, %ctaid.x;
        mov.u32 %r4, %ntid.x;
        mov.u32 %r5, %tid.x;
        mad.lo.s32 %r6, %r3, %r4, %r5;
        setp.ge.s32 %p1, %r6, %r1;
        @%p1 bra DONE;
        mul.wide.s32 %rd3, %r6, 4;
        add.s64 %rd4, %rd1, %rd3;
        add.s64 %rd5, %rd2, %rd3;
        ld.global.u32 %r7, [%rd4];
        add.s32 %r8, %r7, 1;
        st.global.u32 [%rd5], %r8;
      DONE:
        ret;
      }
      .visible .entry forever()
      {
      AGAIN:
        bra.uni AGAIN;
      }
      """;

  private static final String KERNEL =
      """
      -kernel name = copy
      -block dim = (32,1,1)
      -nregs = 8
      -accelsim tracer version = 4
      #traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]
      #BEGIN_TB
      thread block = 0,0,0
      warp = 0
      insts = 4
      0000 ffffffff 1 R2 LDG.E 1 R4 4 1 0x7f0000000000 4
      0010 ffffffff 0 STG.E 2 R4 R2 4 1 0x7f0000100000 4
      0018 ffffffff 1 R2 WARPX 0 0
      0020 ffffffff 0 EXIT 0 0
      #END_TB
      """;

  @TempDir private Path directory;

  private Path job(String launches) throws IOException {
    Files.writeString(directory.resolve("step.ptx"), PTX);
    byte[] numbers = new byte[4 * 6000];
    for (int i = 0; i < numbers.length; i += 4) {
      numbers[i] = (byte) (i / 64);
    }
    NpyWriter.write(
        directory.resolve("in.npy"),
        new Tensor(Dtype.U32, List.of(6000L), MemorySegment.ofArray(numbers)));
    return Files.writeString(
        directory.resolve("job.toml"),
        """
        ptx = "step.ptx"
        [buffers]
        in = "in.npy"
        out = { dtype = "u32", shape = [6000] }
        %s
        [outputs]
        out = "out.npy"
        """
            .formatted(launches));
  }

  private Path job() throws IOException {
    return job(
        """
        [[launch]]
        kernel = "step"
        grid = 24
        block = 256
        args = ["@in", "@out", "u32:6000"]
        repeat = 2
        """);
  }

  private Path trace() throws IOException {
    Files.writeString(directory.resolve("kernel-1.traceg"), KERNEL);
    return Files.writeString(
        directory.resolve("kernelslist.g"), "MemcpyHtoD,0x7f0000000000,4096\nkernel-1.traceg\n");
  }

  static List<String> gpus() {
    return GpuConfigs.names();
  }

  @ParameterizedTest
  @MethodSource("gpus")
  void aJobIsTimedAndWritesItsOutputs(String gpu) throws IOException {
    Path out = directory.resolve("out.npy");
    assertThat(Ran.magpie("run", job()).status()).isZero();
    byte[] executed = Files.readAllBytes(out);
    Files.delete(out);

    Ran ran =
        Ran.magpie(
            "simulate", "--job", job(), "--gpu", gpu, "--codec", "mag-bdi", "--format", "json");

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
    // launches.
    long warpInstructions = 2 * (24 * 8 * 9 + 188 * 6 + 24 * 8);
    assertThat(json.get("warpInstructions").asLong()).isEqualTo(warpInstructions);
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
            "simulate", "--job", job(), "--gpu", gpu, "--codec", codec, "--format", "json")
        .json()
        .get("joules");
  }

  @Test
  void cabaTakesIssueSlots() throws IOException {
    JsonNode json =
        Ran.magpie("simulate", "--job", job(), "--codec", "caba", "--format", "json").json();

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
    assertThat(Ran.magpie("simulate", "--job", job(), "--codec", "caba").out())
        .contains("issued: assist warps");
  }

  @Test
  void aJobsSnapshotsAreTakenUnderTiming() throws IOException {
    String snapshots = "\n[snapshots]\nevery = 1\ndirectory = \"%s\"\n";
    Path job = job();
    String text = Files.readString(job);
    Files.writeString(job, text + snapshots.formatted("functional"));
    assertThat(Ran.magpie("run", job).status()).isZero();
    Files.writeString(job, text + snapshots.formatted("timed"));

    Ran ran = Ran.magpie("simulate", "--job", job);

    assertThat(ran.err()).contains("wrote 2 snapshots into").hasLineCount(1);
    for (String name : List.of("launch-00000001/out.npy", "launch-00000002/out.npy")) {
      assertThat(directory.resolve("timed").resolve(name))
          .hasSameBinaryContentAs(directory.resolve("functional").resolve(name));
    }
  }

  @Test
  void aReplayIsTheExecution() throws IOException {
    Path recording = directory.resolve("run.rec");
    Ran recorded =
        Ran.magpie(
            "simulate",
            "--job",
            job(),
            "--record",
            recording,
            "--codec",
            "bdi",
            "--format",
            "json");
    assertThat(recorded.err()).isEmpty();

    Ran same = Ran.magpie("simulate", "--replay", recording, "--codec", "bdi", "--format", "json");
    assertThat(results(same)).isEqualTo(results(recorded));
    Ran executed =
        Ran.magpie(
            "simulate", "--job", job(), "--codec", "fpc", "--gpu", "p100", "--format", "json");
    Ran other =
        Ran.magpie(
            "simulate",
            "--replay",
            recording,
            "--codec",
            "fpc",
            "--gpu",
            "p100",
            "--format",
            "json");
    assertThat(results(other)).isEqualTo(results(executed));
    assertThat(results(other).get("cycles")).isNotEqualTo(results(same).get("cycles"));
  }

  /** All but who was simulated, and how long it took here. */
  private static ObjectNode results(Ran ran) {
    ObjectNode json = (ObjectNode) ran.json();
    return json.remove(
        List.of("source", "sourceKind", "hostSeconds", "warpInstructionsPerHostSecond"));
  }

  private static final List<Object> WINDOW =
      List.of("--from-launch", 2, "--launches", 2, "--codec", "bdi", "--format", "json");

  /** Of a search, whose host looks at memory between launches. */
  @Test
  void someLaunchesAreTimed() {
    List<Object> search = List.of("--workload", "bfs", "--set", "nodes=500");
    Path whole = directory.resolve("whole.rec");
    Path part = directory.resolve("part.rec");
    simulate(search, List.of("--record", whole));
    Ran recorded = simulate(search, List.of("--record", part), WINDOW);
    assertThat(recorded.err()).contains("bfs: as in plain Java").hasLineCount(1);
    ObjectNode executed = results(recorded);
    assertThat(executed.get("window").toString())
        .isEqualTo("{\"first\":2,\"launches\":2,\"warmUp\":1}");
    assertThat(executed.get("launches"))
        .extracting(each -> each.get("launch").asInt())
        .containsExactly(2, 3);

    assertThat(results(simulate(List.of("--replay", whole), WINDOW))).isEqualTo(executed);
    assertThat(results(simulate(List.of("--replay", part), WINDOW))).isEqualTo(executed);
    // What was recorded to fill caches does so again.
    assertThat(
            results(
                simulate(List.of("--replay", part), List.of("--codec", "bdi", "--format", "json"))))
        .isEqualTo(executed);
    assertThat(simulate(List.of("--replay", part), List.of()).out())
        .contains("2 launches from number 2 on after 1 that filled caches, in ");
    assertThat(simulate(List.of("--replay", part), List.of("--from-launch", 9)).err())
        .isEqualTo("magpie: --from-launch 9: %s has launches 1 to 3\n".formatted(part));
  }

  private static Ran simulate(List<Object> source, List<Object> options) {
    return simulate(source, options, List.of());
  }

  private static Ran simulate(List<Object> source, List<Object> options, List<Object> more) {
    return Ran.magpie(
        Stream.of(List.<Object>of("simulate"), source, options, more)
            .flatMap(List::stream)
            .toArray());
  }

  @Test
  void aJobGoesOnBehindWhatIsTimed() throws IOException {
    String text = Files.readString(job());
    Path job = Files.writeString(directory.resolve("job.toml"), text.replace("= 2", "= 6"));
    assertThat(Ran.magpie("run", job).status()).isZero();
    byte[] executed = Files.readAllBytes(directory.resolve("out.npy"));
    Files.delete(directory.resolve("out.npy"));

    Ran ran = Ran.magpie("simulate", "--job", job, "--launches", 2, "--format", "csv");
    assertThat(ran.out()).startsWith("launch,").hasLineCount(3);
    assertThat(Files.readAllBytes(directory.resolve("out.npy"))).isEqualTo(executed);
    Ran cold =
        Ran.magpie("simulate", "--job", job, "--from-launch", 4, "--launches", 9, "--warm-up", 0);
    assertThat(cold.out()).contains("2 launches from number 4 on in ");
    assertThat(cold.err()).isEqualTo("magpie: timed 2 of 9 launches: there are no more\n");
  }

  @Test
  void tracesHaveLaunchesThatAreLeftOut() throws IOException {
    Path list = trace();
    Files.writeString(list, "kernel-1.traceg\n".repeat(3));
    Ran ran = Ran.magpie("simulate", "--accel-sim", list, "--from-launch", 2, "--format", "json");
    assertThat(ran.json().get("launches")).hasSize(1);
    assertThat(ran.json().get("window").get("first").asInt()).isEqualTo(2);
    assertThat(Ran.magpie("simulate", "--accel-sim", list, "--from-launch", 3).err())
        .contains("--from-launch 3: %s has launches 0 to 2".formatted(list))
        .hasLineCount(1);
  }

  @Test
  void tracesAreTimed() throws IOException {
    Ran ran = Ran.magpie("simulate", "--accel-sim", trace(), "--format", "json");
    assertThat(ran.status()).isZero();
    assertThat(ran.err()).contains("operations that are not known").endsWith("WARPX\n");
    assertThat(ran.json().get("warpInstructions").asLong()).isEqualTo(4);
    assertThat(ran.json().get("dram").get("reads").asLong()).isPositive();
    assertThat(ran.json().get("launches").get(0).get("kernel").asString()).isEqualTo("copy");
  }

  @Test
  void aTimelineHasLaunchesBlocksAndCounters() throws IOException {
    Path file = directory.resolve("timeline.json");
    Ran ran =
        Ran.magpie(
            "simulate",
            "--job",
            job(),
            "--timeline",
            file,
            "--timeline-interval",
            100,
            "--format",
            "json");
    assertThat(ran.status()).isZero();

    JsonNode events = JsonMapper.shared().readTree(Files.readString(file)).get("traceEvents");
    double end = ran.json().get("seconds").asDouble() * 1e6;
    int launches = 0;
    int blocks = 0;
    Set<String> counters = new HashSet<>();
    for (JsonNode event : events) {
      switch (event.get("ph").asString()) {
        case "X" -> {
          assertThat(event.get("ts").asDouble() + event.get("dur").asDouble())
              .isLessThanOrEqualTo(1.0001 * end);
          if (event.get("pid").asInt() == 1) {
            launches++;
          } else {
            blocks++;
          }
        }
        case "C" -> counters.add(event.get("name").asString());
        default -> assertThat(event.get("ph").asString()).isEqualTo("M");
      }
    }
    assertThat(launches).isEqualTo(2);
    assertThat(blocks).isEqualTo(48);
    assertThat(counters).containsExactlyInAnyOrder("DRAM GB/s", "IPC");
  }

  @Test
  void tableAndCsv() throws IOException {
    Path file = directory.resolve("out.csv");
    Ran csv = Ran.magpie("simulate", "--job", job(), "--format", "csv", "-o", file);
    assertThat(csv.out()).isEmpty();
    assertThat(Files.readString(file)).startsWith("launch,kernel,begin,cycles,").hasLineCount(3);
    Ran table = Ran.magpie("simulate", "--job", job(), "--codec", "bdi");
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
                job(),
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
    Path job = job("[[launch]]\nkernel = \"forever\"\ngrid = 1\nblock = 32\n");
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
          --job JOB --from-launch 2 | --from-launch 2: JOB has launches 0 to 1
          --job JOB --limit 0 | --limit and --timeline-interval are 1 or more
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
    job();
    trace();
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
