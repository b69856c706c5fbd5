package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code magpie simulate --by}: the parts of a run are the run. */
class SimulateBreakdownTest {
  private static final List<String> PARTS =
      List.of("launches", "multiprocessors", "intervals", "lines", "instructions");

  @TempDir private Path directory;

  private static JsonNode simulated(Object... options) {
    Ran ran = Ran.magpie(options);
    assertThat(ran.status()).as(ran.err()).isZero();
    return JsonMapper.shared().readTree(ran.out());
  }

  private static long sum(JsonNode parts, ToLongFunction<JsonNode> of) {
    long sum = 0;
    for (JsonNode each : parts) {
      sum += of.applyAsLong(each);
    }
    return sum;
  }

  private static long count(JsonNode part, String path) {
    return part.at("/" + path).asLong();
  }

  /** Programs with divergence, atomics, shared memory and several kernels. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--workload bfs --size quick --gpu gtx580",
        "--workload bfs --size quick --gpu h200",
        "--workload histogram --size quick --gpu h200",
        "--workload merge-sort --size quick --gpu p100 --codec bpc",
        "--workload bfs --size quick --gpu gtx580 --from-launch 3 --launches 4",
        "--workload bfs --size quick --gpu h200 --cold-caches",
        "--workload bfs --size quick --gpu gtx580 --codec caba"
      })
  void thePartsAddUpToTheWhole(String options) {
    String command =
        "simulate --format json --interval 300"
            + " --by launch,multiprocessor,time,line,instruction "
            + options;
    JsonNode result = simulated((Object[]) command.split(" "));
    JsonNode parts = result.path("breakdown");
    JsonNode kernels = result.path("kernels");

    for (JsonNode each : List.of(kernels, parts.path("launches"), parts.path("intervals"))) {
      assertThat(sum(each, part -> count(part, "counters/core/cycles")))
          .isEqualTo(count(result, "cycles"));
    }
    assertThat(parts.path("intervals"))
        .allMatch(each ->
            count(each, "counters/core/cycles") <= 300
                || count(each, "counters/core/warpInstructions") == 0);
    for (String field : List.of("warpInstructions", "threadInstructions", "schedulerCycles")) {
      long whole = count(result, field);
      assertThat(sum(kernels, each -> count(each, "counters/core/" + field))).isEqualTo(whole);
      assertThat(sum(parts.path("launches"), each -> count(each, "counters/core/" + field)))
          .isEqualTo(whole);
      assertThat(sum(parts.path("intervals"), each -> count(each, "counters/core/" + field)))
          .isEqualTo(whole);
      assertThat(sum(parts.path("multiprocessors"), each -> count(each, "core/" + field)))
          .isEqualTo(whole);
    }
    for (String lines : List.of("lines", "instructions")) {
      JsonNode all = parts.path(lines);
      for (String field : List.of("warpInstructions", "threadInstructions")) {
        assertThat(sum(all, each -> count(each, field))).isEqualTo(count(result, field));
      }
      for (String reason : result.path("stalls").propertyNames()) {
        assertThat(sum(all, each -> count(each, "stalls/" + reason)))
            .as(reason)
            .isEqualTo(reason.equals("no-warp") ? 0 : count(result, "stalls/" + reason));
      }
      assertThat(sum(all, each -> count(each, "schedulerCycles")))
          .isEqualTo(
              count(result, "schedulerCycles")
                  - count(result, "assistInstructions")
                  - count(result, "stalls/no-warp"));
      for (String field : List.of("hits", "merged", "misses", "uncached", "writes")) {
        assertThat(sum(all, each -> count(each, "l1/" + field)))
            .as(field)
            .isEqualTo(count(result, "l1/" + field));
      }
      for (String field :
          List.of("requests", "misses", "fetchedBytes", "requestFlits", "answerFlits")) {
        assertThat(sum(all, each -> count(each, "requests/" + field)))
            .as(field)
            .isEqualTo(
                sum(parts.path("multiprocessors"), each -> count(each, "core/requests/" + field)));
      }
    }
    for (String field : List.of("reads", "writes", "hits", "misses", "writeBacks")) {
      assertThat(sum(kernels, each -> count(each, "counters/l2/" + field)))
          .as(field)
          .isEqualTo(count(result, "l2/" + field));
    }
    assertThat(sum(parts.path("intervals"), each -> count(each, "counters/dram/bytes")))
        .isEqualTo(count(result, "dram/bytes"));
    assertThat(sum(kernels, each -> count(each, "counters/dram/bytes")))
        .isEqualTo(count(result, "dram/bytes"));
    assertThat(sum(parts.path("multiprocessors"), each -> count(each, "core/requests/requests")))
        .isEqualTo(
            count(result, "l2/reads") + count(result, "l2/writes") + count(result, "l2/atomics"));
    for (String flits : List.of("requestFlits", "answerFlits")) {
      assertThat(sum(parts.path("multiprocessors"), each -> count(each, "core/requests/" + flits)))
          .isEqualTo(count(result, "crossbar/" + flits))
          .isPositive();
    }
  }

  /** What nobody asks for is not there, and counting it changes nothing. */
  @Test
  void partsAreThoseThatAreAskedFor() {
    String command = "simulate --workload bfs --size quick --gpu h200 --format json";
    JsonNode whole = simulated((Object[]) command.split(" "));
    JsonNode byLine = simulated((Object[]) (command + " --by line").split(" "));

    assertThat(whole.path("breakdown").isNull()).isTrue();
    for (String part : PARTS) {
      assertThat(byLine.path("breakdown").path(part).isNull()).isEqualTo(!part.equals("lines"));
    }
    assertThat(byLine.path("cycles")).isEqualTo(whole.path("cycles"));
    assertThat(byLine.path("kernels")).isEqualTo(whole.path("kernels"));
  }

  private Path jobWithLines() throws IOException {
    for (String each : List.of("saxpy.toml", "saxpy.ptx")) {
      Files.copy(Path.of("../jobs", each), directory.resolve(each));
    }
    Path ptx = directory.resolve("saxpy.ptx");
    String text = Files.readString(ptx);
    String located =
        text.replaceFirst("\\n\\s*ld\\.param", "\n.loc 1 5 0\n$0")
            .replaceFirst(
                "\\n\\s*ld\\.global",
                "\n.loc 1 7 9, function_name \\$L__info0, inlined_at 1 9 2\n$0")
            .replaceFirst("\\n\\s*st\\.global", "\n.loc 3 7 9\n$0");
    Files.writeString(ptx, located + "\n.file 1 \"saxpy.cu\"\n.file 2 \"unused.cu\"\n");
    return directory.resolve("saxpy.toml");
  }

  /** Of {@code nvcc -lineinfo}; a file that has no name is as if nothing were said. */
  @Test
  void linesAreThoseOfTheSource() throws IOException {
    Path recording = directory.resolve("run.rec");
    JsonNode executed =
        simulated(
            "simulate",
            "--job",
            jobWithLines(),
            "--by",
            "line",
            "--record",
            recording,
            "--format",
            "json");

    JsonNode lines = executed.path("breakdown").path("lines");
    assertThat(lines).allMatch(each -> each.path("file").asString().equals("saxpy.cu"));
    assertThat(lines).extracting(each -> each.path("line").asInt()).containsExactly(7, 5);
    assertThat(lines.get(0).path("text").asString()).matches("\\d+ instructions");
    JsonNode replayed =
        simulated("simulate", "--replay", recording, "--by", "line", "--format", "json");
    assertThat(replayed.path("breakdown")).isEqualTo(executed.path("breakdown"));
  }

  @Test
  void tablesAndCsvHaveTheParts() throws IOException {
    Path job = jobWithLines();
    Ran table = Ran.magpie("simulate", "--job", job, "--by", "line,multiprocessor");
    assertThat(table.out()).contains("saxpy.cu:7").contains("multiprocessor").contains("roofline");

    Ran csv = Ran.magpie("simulate", "--job", job, "--by", "instruction,line", "--format", "csv");
    assertThat(csv.out().lines().findFirst().orElseThrow())
        .startsWith("kernel,file,line,text,share,schedulerCycles,warpInstructions,")
        .contains(",stalls.memory,")
        .endsWith(
            ",requests.requests,requests.misses,requests.fetchedBytes,requests.requestFlits,requests.answerFlits");
    assertThat(csv.out().lines().skip(1)).allMatch(line -> line.startsWith("saxpy,saxpy.cu,"));
  }

  /** A page shows the source's lines, and so reads it. */
  @Test
  void aPageDoesNotTakeTheSourcesPlace() throws IOException {
    Path job = jobWithLines();
    Path source = Files.writeString(directory.resolve("saxpy.cu"), "// one\n// two\n".repeat(5));
    Ran ran = Ran.magpie("simulate", "--job", job, "--by", "line", "--report", source);
    assertThat(ran.err()).contains("saxpy.cu: is an input, and --report would overwrite it");
    assertThat(ran.status()).isEqualTo(2);
    assertThat(source).content().startsWith("// one");
  }

  @Test
  void whatCannotBeToldApartIsTold() {
    Ran unknown = Ran.magpie("simulate", "--workload", "bfs", "--by", "warp");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("--by").contains("launch").contains("instruction");
    Ran never = Ran.magpie("simulate", "--workload", "bfs", "--by", "time", "--interval", "0");
    assertThat(never.err()).contains("--interval is 1 or more");
  }
}
