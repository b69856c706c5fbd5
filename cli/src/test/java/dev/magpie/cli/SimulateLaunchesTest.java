package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Recordings, parts of runs and timelines of {@code magpie simulate}. */
class SimulateLaunchesTest {
  @TempDir private Path directory;
  private StepJob step = new StepJob(Path.of(""));

  @BeforeEach
  void takeDirectory() {
    step = new StepJob(directory);
  }

  /** A launch of many waves: some are timed for all, and the line says how far that is off. */
  @Test
  void longLaunchesAreSampled() {
    String command = "simulate --workload vector-add --set elements=2000000 --sample-blocks";
    Ran ran = Ran.magpie((Object[]) command.split(" "));
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out().lines().filter(line -> line.startsWith("vector_add")))
        .hasSize(3)
        .element(1)
        .asString()
        .matches("vector_add +\\d+ +\\d+ +\\d+\\.\\d\\d +\\d+\\.\\d\\d +\\d+");
    Ran none =
        Ran.magpie("simulate", "--workload", "vector-add", "--size", "quick", "--sample-blocks");
    assertThat(none.out()).contains("No launch was sampled: all blocks were timed.");
  }

  /** Launches that repeat: a few are timed for all, and the line says how far that is off. */
  @Test
  void repeatedLaunchesAreSampled() throws IOException {
    Path job = step.job();
    String text = Files.readString(job);
    int launch = text.indexOf("[[launch]]");
    int end = text.indexOf("\n\n", launch);
    String first = text.substring(launch, end < 0 ? text.length() : end);
    Files.writeString(job, text.replace(first, (first + "\n\n").repeat(40)));

    Ran ran = Ran.magpie("simulate", "--job", job, "--sample-launches");

    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("12 of 80 launches were timed; all figures are estimates for all launches,");
    Ran none =
        Ran.magpie("simulate", "--workload", "vector-add", "--size", "quick", "--sample-launches");
    assertThat(none.out()).contains("No launch was skipped: none repeats often and steadily");
  }

  @Test
  void aJobsSnapshotsAreTakenUnderTiming() throws IOException {
    String snapshots = "\n[snapshots]\nevery = 1\ndirectory = \"%s\"\n";
    Path job = step.job();
    String text = Files.readString(job);
    Files.writeString(job, text + snapshots.formatted("functional"));
    assertThat(Ran.magpie("run", job).status()).isZero();
    Files.writeString(job, text + snapshots.formatted("timed"));

    Ran ran = Ran.magpie("simulate", "--job", job);

    assertThat(ran.err()).contains("wrote 2 snapshots into").hasLineCount(1);
    for (String name : List.of("launch-00000001", "launch-00000002")) {
      assertThat(directory.resolve("timed").resolve(name).resolve("memory.safetensors"))
          .hasSameBinaryContentAs(
              directory.resolve("functional").resolve(name).resolve("memory.safetensors"));
    }
  }

  @Test
  void aReplayIsTheExecution() throws IOException {
    Path recording = directory.resolve("run.rec");
    Ran recorded =
        Ran.magpie(
            "simulate",
            "--job",
            step.job(),
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
            "simulate", "--job", step.job(), "--codec", "fpc", "--gpu", "p100", "--format", "json");
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
    String text = Files.readString(step.job());
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
    Path list = step.trace();
    Files.writeString(list, "kernel-1.traceg\n".repeat(3));
    Ran ran = Ran.magpie("simulate", "--accel-sim", list, "--from-launch", 2, "--format", "json");
    assertThat(ran.json().get("launches")).hasSize(1);
    assertThat(ran.json().get("window").get("first").asInt()).isEqualTo(2);
    assertThat(Ran.magpie("simulate", "--accel-sim", list, "--from-launch", 3).err())
        .contains("--from-launch 3: %s has launches 0 to 2".formatted(list))
        .hasLineCount(1);
  }

  @Test
  void aTimelineHasLaunchesBlocksAndCounters() throws IOException {
    Path file = directory.resolve("timeline.json");
    Ran ran =
        Ran.magpie(
            "simulate",
            "--job",
            step.job(),
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
    assertThat(counters).containsExactlyInAnyOrder("DRAM GB/s", "IPC", "schedulers (%)");
  }
}
