package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.cli.output.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code magpie sweep}. */
class SweepTest {
  @TempDir private Path directory;
  private Path sweep = Path.of("");
  private Path points = Path.of("");

  @BeforeEach
  void writeSweep() throws IOException {
    sweep = directory.resolve("sweep.toml");
    points = directory.resolve("points");
    for (String file : List.of("saxpy.toml", "saxpy.ptx")) {
      Files.copy(Path.of("../jobs", file), directory.resolve(file));
    }
    Files.writeString(
        sweep,
        """
        gpus = ["gtx580", "p100"]
        codecs = ["none", "mag-bdi"]

        [[program]]
        workload = "bfs"
        size = "quick"
        set = { nodes = [500, 1000] }

        [[program]]
        job = "saxpy.toml"
        """);
  }

  private Ran run(Object... more) {
    return Ran.magpie(
        Stream.concat(Stream.of("sweep", sweep, "-o", points), Stream.of(more)).toArray());
  }

  private static JsonNode timeless(JsonNode result) {
    ObjectNode copy = (ObjectNode) result.deepCopy();
    copy.remove(List.of("schema", "hostSeconds", "warpInstructionsPerHostSecond"));
    return copy;
  }

  private Map<String, Long> times(Path place) throws IOException {
    Map<String, Long> times = new TreeMap<>();
    try (Stream<Path> files = Files.list(place.resolve("points"))) {
      for (Path each : files.toList()) {
        times.put(String.valueOf(each.getFileName()), Files.getLastModifiedTime(each).toMillis());
      }
    }
    return times;
  }

  /** Whether it is executed or replayed, a point is what simulate says of it. */
  @Test
  void eachPointIsAsSimulateHasIt() throws IOException {
    Ran ran = run("--format", "json");

    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(ran.json().path("points")).hasSize(12);
    for (JsonNode point : ran.json().path("points")) {
      JsonNode axes = point.path("axes");
      boolean isJob = axes.path("program").asString().equals("saxpy.toml");
      String program =
          isJob
              ? "--job " + directory.resolve("saxpy.toml")
              : "--workload bfs --size quick --set nodes=" + axes.path("nodes").asString();
      String system =
          " --gpu %s --codec %s --format json"
              .formatted(axes.path("gpu").asString(), axes.path("codec").asString());
      ObjectNode alone =
          (ObjectNode)
              timeless(Ran.magpie((Object[]) ("simulate " + program + system).split(" ")).json());
      ObjectNode swept =
          (ObjectNode)
              timeless(
                  new Ran(
                          0,
                          Files.readString(
                              points.resolve("points").resolve(point.path("file").asString())),
                          "")
                      .json()
                      .path("result"));
      // A job is called as the sweep calls it.
      alone.remove("source");
      swept.remove("source");
      assertThat(swept).as("%s", axes).isEqualTo(alone);
      assertThat(point.path("cycles").asLong()).isEqualTo(alone.path("cycles").asLong());
    }
  }

  @Test
  void noPageTakesThePlansPlace() throws IOException {
    Files.createDirectory(points);
    Ran ran = run("--report", points.resolve("sweep.json"));
    assertThat(ran.err()).contains("--report needs a place of its own").hasLineCount(1);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(points).isEmptyDirectory();
  }

  @Test
  void whatIsThereIsNotDoneAgain() throws IOException {
    String first = run().out();
    Map<String, Long> before = times(points);

    assertThat(run().out()).isEqualTo(first);
    assertThat(times(points)).isEqualTo(before);
  }

  @Test
  void whatIsDamagedOrGoneIsDoneAgainAlone() throws IOException {
    String first = run().out();
    Map<String, Long> before = times(points);
    List<String> names = List.copyOf(before.keySet());
    Path gone = points.resolve("points").resolve(names.get(0));
    Path damaged = points.resolve("points").resolve(names.get(1));
    Files.delete(gone);
    Files.writeString(
        damaged, Files.readString(damaged).replace("\"cycles\" : ", "\"cycles\" : 1"));

    Ran again = run();

    assertThat(again.status()).isZero();
    assertThat(again.err()).contains(damaged.toString()).contains("checksum is wrong");
    assertThat(again.out()).isEqualTo(first);
    Map<String, Long> after = times(points);
    names
        .subList(2, names.size())
        .forEach(each -> assertThat(after.get(each)).isEqualTo(before.get(each)));
  }

  /** What a program is made of decides the point. */
  @Test
  void aChangedJobIsAnotherPoint() throws IOException {
    run();
    Path ptx = directory.resolve("saxpy.ptx");
    Files.writeString(ptx, Files.readString(ptx) + "\n// a comment\n");

    JsonNode listed = run("--list", "--format", "json").json();

    assertThat(listed.path("missing").asInt()).isEqualTo(4);
    assertThat(listed.path("done").asInt()).isEqualTo(8);
    listed
        .path("points")
        .forEach(each ->
            assertThat(each.path("state").asString())
                .isEqualTo(each.at("/axes/program").asString().equals("bfs") ? "done" : "missing"));
  }

  @Test
  void failuresAreKeptAndTriedAgainOnDemand() throws IOException {
    Files.writeString(
        sweep,
        Files.readString(sweep)
            .replace(
                "[[program]]\nwork",
                """
                [settings]
                limit = [100, 1000000]

                [[program]]
                work\
                """));

    Ran ran = run("--format", "json");

    assertThat(ran.status()).isEqualTo(1);
    int failed = ran.json().path("failed").asInt();
    assertThat(failed).isPositive();
    assertThat(ran.json().path("done").asInt()).isEqualTo(24 - failed);
    ran.json()
        .path("points")
        .forEach(each ->
            assertThat(
                    each.at("/axes/limit").asString().equals("100") || each.path("error").isNull())
                .isTrue());
    assertThat(ran.err()).contains("has issued more than 100 warp-instructions");
    Map<String, Long> before = times(points);
    assertThat(run().status()).isEqualTo(1);
    assertThat(times(points)).isEqualTo(before);

    Ran retried = run("--retry");
    assertThat(retried.err().lines().filter(each -> each.contains(" failed: "))).hasSize(failed);
  }

  @Test
  void queryAnswersOverPoints() {
    run();

    Ran ran =
        Ran.magpie(
            "query",
            points,
            "SELECT program, sum(nodes) AS nodes, count(*) AS n, min(cycles) > 0 AS ran,"
                + " count(DISTINCT result ->> '$.clockMegahertz') AS clocks FROM points"
                + " GROUP BY program ORDER BY program",
            "--format",
            "csv");

    assertThat(ran.out())
        .isEqualTo(
            """
            program,nodes,n,ran,clocks
            bfs,6000,8,true,2
            saxpy.toml,,4,true,2
            """);
  }

  /** Every two axes that differ have a section with charts. */
  @Test
  void theReportHasChartsOfEveryTwoAxes() throws IOException {
    Path page = directory.resolve("sweep.html");

    Ran ran = run("--report", page);

    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(Files.readString(page))
        .contains(
            "axes/program-nodes",
            "axes/program-gpu",
            "axes/program-codec",
            "axes/nodes-gpu",
            "axes/nodes-codec",
            "axes/gpu-codec")
        .contains("Traffic of the DRAM");
  }

  /** What no system can be is left out and told; the rest runs. */
  @Test
  void whatCannotBeIsLeftOut() throws IOException {
    Files.writeString(
        sweep,
        "layouts = [\"bandwidth-only\", \"unified:oversubscription=20\"]\n"
            + Files.readString(sweep));

    JsonNode listed = run("--list", "--format", "json").json();

    // Unified memory has no codec, and one of the GPUs no links.
    assertThat(listed.path("points")).hasSize(12 + 3);
    assertThat(listed.path("leftOut")).hasSize(3);
    assertThat(listed.at("/leftOut/0/reason").asString()).contains("gtx580 has no [buddy]");
  }

  @Test
  void mistakesAreToldByLine() throws IOException {
    String good = Files.readString(sweep);
    Map.of(
            good.replace("mag-bdi", "magbdi"), "sweep.toml:2: codecs",
            good.replace("p100", "p101"), "sweep.toml:1: gpus",
            good.replace("\"bfs\"", "\"bfz\""), "no program of kind CUDA is called 'bfz'",
            good.replace("nodes", "knots"), "no parameter is called 'knots'",
            good.replace("job = \"sax", "job = \"zax"), "zaxpy.toml",
            good.replace("gpus", "gpu"), "gpu: is no key of this table")
        .forEach((text, message) -> {
          try {
            Files.writeString(sweep, text);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          Ran ran = run();
          assertThat(ran.status()).as(message).isEqualTo(2);
          assertThat(ran.err()).contains(message);
          assertThat(ran.err().lines()).hasSize(1);
          assertThat(points).doesNotExist();
        });
  }

  /** On a terminal a table is drawn over the one before, in a run of some seconds. */
  @Test
  void aTerminalShowsWhatIsDoneAndLeft() throws IOException {
    Files.writeString(
        sweep, Files.readString(sweep).replace("[500, 1000]", "[16000, 24000, 32000]"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            0,
            80);

    int status =
        Magpie.run(console, "sweep", sweep.toString(), "-o", points.toString(), "--threads", "1");

    assertThat(status).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("of 16 points done, 0 failed, ")
        .contains("running")
        .endsWith("\u001b[J");
  }
}
