package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code magpie simulate} with several codecs, layouts and GPUs. */
class SimulateComparisonTest {
  @TempDir private Path directory;
  private StepJob step = new StepJob(Path.of(""));

  @BeforeEach
  void takeDirectory() {
    step = new StepJob(directory);
  }

  private static JsonNode simulated(Object... options) {
    Ran ran = Ran.magpie(options);
    assertThat(ran.status()).as(ran.err()).isZero();
    return JsonMapper.shared().readTree(ran.out());
  }

  private static JsonNode simulated(String options) {
    return simulated((Object[]) ("simulate --format json " + options).split(" "));
  }

  private static JsonNode withoutHost(JsonNode result) {
    ObjectNode timeless = (ObjectNode) result.deepCopy();
    timeless.remove(List.of("schema", "hostSeconds", "warpInstructionsPerHostSecond"));
    return timeless;
  }

  /** Each as if it had been simulated alone, whether it is executed or replayed. */
  @Test
  void eachIsAsItIsAlone() {
    String program = "--workload bfs --size quick ";
    JsonNode compared =
        simulated(program + "--gpu gtx580 --gpu p100 --codec none --codec bdi --by line");

    JsonNode runs = compared.path("runs");
    assertThat(runs).hasSize(4);
    int at = 0;
    for (String gpu : List.of("gtx580", "p100")) {
      for (String codec : List.of("none", "bdi")) {
        JsonNode run = runs.get(at++);
        JsonNode alone = simulated(program + "--by line --gpu " + gpu + " --codec " + codec);
        assertThat(withoutHost(run.path("result"))).isEqualTo(withoutHost(alone));
        assertThat(run.path("codec").asString()).isEqualTo(codec);
        assertThat(run.path("speedup").asDouble())
            .isCloseTo(
                runs.get(0).path("seconds").asDouble() / alone.path("seconds").asDouble(),
                within(1e-12));
        assertThat(run.path("traffic").asDouble())
            .isCloseTo(
                (double) alone.at("/dram/bytes").asLong() / runs.get(0).path("dramBytes").asLong(),
                within(1e-12));
      }
    }
    assertThat(compared.path("kernels")).hasSize(2);
    for (JsonNode kernel : compared.path("kernels")) {
      assertThat(kernel.path("speedups")).hasSize(4);
      assertThat(kernel.path("speedups").get(0).asDouble()).isEqualTo(1);
    }
  }

  /** What is lossy is executed anew; a layout without codecs is there once. */
  @Test
  void lossyCodecsAndLayoutsAreCompared() {
    JsonNode lossy = simulated("--workload merge-sort --size quick --codec none --codec tslc-opt");
    assertThat(withoutHost(lossy.path("runs").get(1).path("result")))
        .isEqualTo(withoutHost(simulated("--workload merge-sort --size quick --codec tslc-opt")));

    JsonNode layouts =
        simulated(
            "--workload bfs --size quick --gpu p100 --codec bdi --codec fpc"
                + " --layout bandwidth-only --layout lcp --layout pinned");
    assertThat(layouts.path("runs"))
        .extracting(each -> each.path("layout").asString() + " " + each.path("codec").asString())
        .containsExactly(
            "bandwidth-only bdi", "bandwidth-only fpc", "lcp bdi", "lcp fpc", "pinned none");
  }

  @Test
  void aJobsOutputsAreWrittenOnceAndAPageIsMade() throws IOException {
    Path job = step.job();
    Path page = directory.resolve("page.html");
    Ran ran =
        Ran.magpie("simulate", "--job", job, "--codec", "none", "--codec", "bdi", "--report", page);

    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("speedup").contains("Speedup, traffic and energy are over");
    assertThat(Files.readString(page)).contains("on several systems").contains("Traffic");
    Path recording = directory.resolve("run.rec");
    assertThat(Ran.magpie("simulate", "--job", job, "--record", recording).status()).isZero();
    Ran replayed =
        Ran.magpie("simulate", "--replay", recording, "--codec", "none", "--codec", "bdi");
    assertThat(replayed.out().lines().skip(1)).isEqualTo(ran.out().lines().skip(1).toList());
    Path one = directory.resolve("one.html");
    assertThat(Ran.magpie("simulate", "--replay", recording, "--report", one).status()).isZero();
    assertThat(Files.readString(one)).contains("Under the roofline", "schedulers", "Over time");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--codec none --codec bdi --timeline t.json | --timeline goes with one GPU, layout and codec",
        "--codec none --codec bdi --record r.rec | --record goes with one GPU, layout and codec",
        "--codec none --codec nonsense | nonsense",
        "--gpu p100 --gpu nonsense | no GPU is called 'nonsense'",
        "--layout lcp --layout pinned --gpu p100 | --layout lcp: name the codec of its blocks",
        "--codec none --codec tslc-opt --approximate nothing | no buffer is called 'nothing'"
      })
  void whatCannotBeComparedIsTold(String options, String problem) {
    String command = "simulate --workload merge-sort --size quick " + options;
    Ran ran = Ran.magpie((Object[]) command.split(" "));
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(problem).hasLineCount(1);
  }
}
