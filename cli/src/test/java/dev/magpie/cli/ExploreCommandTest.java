package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.cli.output.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ExploreCommandTest {
  private static final String FIELDS = "../examples/fields";
  private static final Path JOB = Path.of("../jobs/saxpy.toml");

  @TempDir private Path directory;

  /** The command, as long as the test looks at its pages. */
  private static final class Running implements AutoCloseable {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Thread thread;

    Running(String... words) {
      List<String> arguments = new ArrayList<>(List.of("explore", "--no-open"));
      arguments.addAll(List.of(words));
      Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), 0, 0);
      thread =
          Thread.ofPlatform().start(() -> Magpie.run(console, arguments.toArray(String[]::new)));
    }

    String link() throws InterruptedException {
      while (!out.toString(StandardCharsets.UTF_8).endsWith("\n")) {
        assertThat(thread.isAlive()).as(err.toString(StandardCharsets.UTF_8)).isTrue();
        Thread.sleep(10);
      }
      return out.toString(StandardCharsets.UTF_8).strip();
    }

    JsonNode get(String data) throws IOException, InterruptedException {
      URI address = URI.create(link() + "data/" + data);
      return JsonMapper.shared()
          .readTree(
              client
                  .send(
                      HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                  .body());
    }

    /** What there is of a run on a system once it is done. */
    JsonNode done(String values, String data) throws IOException, InterruptedException {
      String phase = "";
      while (!phase.equals("done")) {
        JsonNode replay = get("replay?" + values);
        phase = replay.path("phase").asString("");
        assertThat(phase).as(replay.toString()).isIn("waiting", "running", "done");
      }
      return get(data + "?" + values);
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      client.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"bpc, 128, 32", "mag-bdi:bases=8+4, 64, 16", "e2mc, 128, 32", "tavana, 128, 64"})
  void itsFiguresAreThoseOfAnalyze(String codec, String block, String mag)
      throws IOException, InterruptedException {
    JsonNode analyzed =
        Ran.magpie(
                "analyze",
                FIELDS,
                "--codec",
                codec,
                "--block",
                block,
                "--mag",
                mag,
                "--format",
                "json")
            .json();
    try (Running explore = new Running(FIELDS)) {
      String asked =
          "sizes?s=0&since=0&block=%s&mag=%s&codec=%s"
              .formatted(block, mag, codec.replace("+", "%2B"));
      JsonNode sizes = explore.get(asked);
      while (!sizes.path("phase").asString("").equals("done")) {
        assertThat(sizes.path("phase").asString("")).isNotIn("failed", "");
        sizes = explore.get(asked);
      }
      JsonNode tensors = explore.get("tensors?s=0").path("tensors");

      assertThat(sizes.path("blockBytes")).isEqualTo(analyzed.path("blockBytes"));
      assertThat(sizes.path("magBytes")).isEqualTo(analyzed.path("magBytes"));
      assertThat(sizes.path("tensors")).hasSameSizeAs(analyzed.path("allocations"));
      for (JsonNode each : sizes.path("tensors")) {
        JsonNode allocation = analyzed.path("allocations").get(each.path("index").asInt());
        JsonNode tensor = tensors.get(each.path("index").asInt());
        assertThat(tensor.path("source")).isEqualTo(allocation.path("source"));
        assertThat(tensor.path("name")).isEqualTo(allocation.path("name"));
        assertThat(tensor.path("type")).isEqualTo(allocation.path("dtype"));
        assertThat(tensor.path("shape")).isEqualTo(allocation.path("shape"));
        assertThat(tensor.path("bytes")).isEqualTo(allocation.path("bytes"));
        assertThat(each.path("blocks")).isEqualTo(allocation.path("blocks"));
        assertSame(each, allocation.path("results").get(0));
      }
      assertSame(sizes.path("total"), analyzed.path("total").path("results").get(0));
    }
  }

  @Test
  void itsAnswersAreThoseOfQuery() throws IOException, InterruptedException {
    String results = "../results";
    String sql = "SELECT experiment, measure, paper, error FROM claims ORDER BY ALL LIMIT 100";
    JsonNode queried = Ran.magpie("query", "-o", results, sql, "--format", "json").json();
    assertThat(queried.path("rows")).hasSize(100);
    try (Running explore = new Running(results, FIELDS)) {
      while (!explore.get("inputs").path("state").asString("").equals("open")) {
        Thread.sleep(10);
      }
      JsonNode shown = explore.get("query?sql=" + URLEncoder.encode(sql, StandardCharsets.UTF_8));
      assertThat(shown.path("columns")).isEqualTo(queried.path("columns"));
      assertThat(shown.path("rows")).isEqualTo(queried.path("rows"));
      JsonNode inputs = explore.get("inputs");
      assertThat(inputs.path("snapshots")).hasSize(1);
      assertThat(inputs.path("results").get(0).path("label").asString()).isEqualTo("results");
    }
  }

  private static void assertSame(JsonNode shown, JsonNode analyzed) {
    for (String figure :
        List.of("codedBits", "storedBytes", "effectiveBytes", "rawRatio", "effectiveRatio")) {
      assertThat(shown.path(figure)).as(figure).isEqualTo(analyzed.path(figure));
    }
  }

  @Test
  void itSaysWhatItWasStartedWith() throws IOException, InterruptedException {
    try (Running explore =
        new Running(FIELDS, "--against", "../examples/image", "--codec", "fpc", "--block", "64")) {
      JsonNode inputs = explore.get("inputs");
      assertThat(inputs.path("command").asString(""))
          .isEqualTo(
              "magpie explore --no-open %s --against ../examples/image --codec fpc --block 64"
                  .formatted(FIELDS));
      assertThat(inputs.path("codec").asString("")).isEqualTo("fpc");
      assertThat(inputs.path("blockBytes").asInt()).isEqualTo(64);
      assertThat(inputs.path("snapshots").size()).isEqualTo(2);
      assertThat(inputs.path("snapshots").get(1).path("label").asString("")).isEqualTo("image");
      assertThat(explore.link()).matches("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
    }
  }

  @Test
  void aSeriesIsASnapshotForEachDirectory() throws IOException, InterruptedException {
    try (Running explore = new Running("../examples/series", "--series")) {
      JsonNode inputs = explore.get("inputs");
      assertThat(inputs.path("snapshots").size()).isEqualTo(6);
      assertThat(inputs.path("snapshots").get(5).path("label").asString("")).isEqualTo("t005");
      assertThat(inputs.path("series").asBoolean()).isTrue();
    }
  }

  @Test
  void targetsAreThoseOfProfileOrChosen() throws IOException, InterruptedException {
    JsonNode profiled =
        Ran.magpie("profile", "../examples/series", "--threshold", "40%", "--format", "json")
            .json();
    try (Running explore = new Running("../examples/series", "--series")) {
      String values = "codec=bpc&threshold=0.4&limit=4";
      JsonNode buddy = explore.get("buddy?" + values);
      while (!buddy.path("exact").asBoolean()) {
        assertThat(buddy.path("problem").asString("no answer")).isEmpty();
        buddy = explore.get("buddy?" + values);
      }
      assertThat(explore.get("targets?" + values)).isEqualTo(profiled);
      JsonNode zero = profiled.path("designs").path("zeroOptimised");
      JsonNode chosen = buddy.path("found").path("chosen");
      assertThat(chosen.path("ratio")).isEqualTo(zero.path("ratio"));
      assertThat(chosen.path("buddyShare")).isEqualTo(zero.path("buddyAccessFraction"));

      JsonNode own = explore.get("targets?targets=0:4,3:2&" + values);
      assertThat(own.path("allocations").get(0).path("target").asString("")).isEqualTo("4");
      assertThat(own.path("allocations").get(3).path("target").asString("")).isEqualTo("2");
      assertThat(own.path("designs").path("chosen").path("targets").size()).isEqualTo(4);
      // It is a file that other commands take.
      Path file = Files.writeString(directory.resolve("targets.json"), own.toString());
      Ran replayed = Ran.magpie("replay", "../examples/series", "--targets", file);
      assertThat(replayed.err()).isEmpty();
      assertThat(replayed.status()).isZero();
      JsonNode fits =
          Ran.magpie("capacity", file, "--memory", "16GiB", "--batch", 8, "--format", "json")
              .json();
      JsonNode shown =
          explore.get("capacity?memory=17179869184&profiled=8&targets=0:4,3:2&" + values);
      ((ObjectNode) fits).remove("schema");
      assertThat(shown.path("found")).isEqualTo(fits);

      assertThat(explore.get("buddy?targets=9:4&" + values).path("problem").asString(""))
          .contains("no allocation 9");
      assertThat(explore.get("buddy?targets=0:5&" + values).path("problem").asString(""))
          .contains("a target ratio is one of");
    }
  }

  /** What a page has of a scene is what the command measures of it, with the same names. */
  @ParameterizedTest
  @CsvSource({"builtin:hall, c, 16384", "real:ship, do, 4096"})
  void trafficIsThatOfDepth(String scene, String codec, int cache)
      throws IOException, InterruptedException {
    List<String> options = List.of("--size", "640x360", "--codec", codec, "--cache", "" + cache);
    List<Object> words = new ArrayList<>(List.of("depth", scene, "--format", "json"));
    words.addAll(options);
    JsonNode measured = Ran.magpie(words.toArray()).json();
    try (Running explore = new Running(scene, FIELDS)) {
      JsonNode inputs = explore.get("inputs");
      while (!inputs.path("state").asString("").equals("open")) {
        inputs = explore.get("inputs");
      }
      assertThat(inputs.path("scenes").get(0).path("input").asString("")).isEqualTo(scene);
      assertThat(inputs.path("snapshots").size()).isEqualTo(1);
      JsonNode traffic =
          explore.get("traffic?size=640x360&codec=%s&cache=%d".formatted(codec, cache));
      for (String name : List.of("triangles", "events", "coveredSamples", "pixelsPerTriangle")) {
        assertThat(traffic.path(name)).isEqualTo(measured.path("scene").path(name));
      }
      for (JsonNode run : measured.path("runs")) {
        // Raw tiles come first, then after the cache, then before it.
        int place = run.path("placement").asString("").equals("pre") ? 2 : 1;
        JsonNode shown = traffic.path("runs").get(place);
        for (String name : shown.propertyNames()) {
          assertThat(shown.path(name)).as(name).isEqualTo(run.path(name));
        }
      }
    }
  }

  /** What a page has of a target is the sum of the passes that draw to it. */
  @ParameterizedTest
  @CsvSource({"0, sun", "1, frame"})
  void targetsAreSumsOfTheirPasses(int number, String target)
      throws IOException, InterruptedException {
    Files.writeString(
        directory.resolve("roof.obj"),
        """
        v -3 0 -3
        v 3 0 -3
        v 3 0 3
        v -3 0 3
        v -1 0 0
        v 1 0 0
        v 0 2 0
        f 1 2 3
        f 1 3 4
        f 5 6 7
        """);
    Path scene =
        Files.writeString(
            directory.resolve("scene.toml"),
            """
            [[mesh]]
            file = "roof.obj"
            [[camera]]
            eye = [1, 3, 6]
            at = [0, 1, 0]
            fov = 60
            near = 0.1
            far = 100
            [[pass]]
            name = "shadow"
            target = "sun"
            size = [256, 128]
            camera = [{ eye = [4, 9, 4], at = [0, 0, 0], height = 8, near = 0, far = 30 }]
            [[pass]]
            name = "prepass"
            [[pass]]
            name = "opaque"
            test = "equal"
            writes = "off"
            """);
    List<String> options =
        List.of("--size", "640x360", "--samples", "2", "--depth-format", "d16", "--codec", "c");
    List<Object> words = new ArrayList<>(List.of("depth", scene, "--format", "json"));
    words.addAll(options);
    words.addAll(List.of("--by", "pass"));
    JsonNode passes = Ran.magpie(words.toArray()).json().path("passes");
    try (Running explore = new Running(scene.toString())) {
      JsonNode traffic =
          explore.get("traffic?size=640x360&samples=2&depth-format=d16&codec=c&target=" + number);
      for (String name : List.of("events", "coveredSamples", "culledLines")) {
        assertThat(traffic.path(name).asLong())
            .as(name)
            .isEqualTo(sum(passes, target, "pre", name));
      }
      // Raw tiles come first, then after the cache, then before it.
      for (int place : new int[] {1, 2}) {
        JsonNode run = traffic.path("runs").get(place);
        String placement = run.path("placement").asString("");
        for (String name : List.of("bytesRead", "bytesWritten", "hits", "misses")) {
          assertThat(run.path(name).asLong())
              .as(name)
              .isEqualTo(sum(passes, target, placement, name));
        }
        assertThat(run.path("bytesWritten").asLong()).isPositive();
      }
      assertThat(explore.get("traffic?target=2").path("problem").asString(""))
          .contains("frame 0 has 2 targets");
      assertThat(explore.get("traffic?prepass=on").path("problem").asString(""))
          .contains("'prepass' is for scenes without passes");
      assertThat(explore.get("traffic?samples=3").path("problem").asString(""))
          .contains("'samples' is 1, 2, 4 or 8 of a pixel, not '3'");
    }
  }

  private static long sum(JsonNode passes, String target, String placement, String name) {
    return passes
        .valueStream()
        .filter(each -> each.path("target").asString("").equals(target))
        .filter(each -> each.path("placement").asString("").equals(placement))
        .filter(each -> each.path("codec").asString("").equals("c"))
        .mapToLong(each -> each.path(name).asLong())
        .sum();
  }

  /** A recording, replayed for pages, comes to what {@code simulate} makes of it. */
  @ParameterizedTest
  @CsvSource({
    "gtx580, bandwidth-only, none, 32",
    "gtx580, lcp, bpc, 64",
    "p100, buddy:target=4/3, bpc, 32"
  })
  void timesAreThoseOfSimulate(String gpu, String layout, String codec, String mag)
      throws IOException, InterruptedException {
    Path recording = recorded();
    List<Object> words =
        new ArrayList<>(
            List.of("simulate", "--replay", recording, "--gpu", gpu, "--mag", mag, "--layout"));
    words.addAll(List.of(layout, "--by", "multiprocessor,time,line,instruction", "--format"));
    words.add("json");
    words.addAll(List.of("--codec", codec));
    ObjectNode simulated = (ObjectNode) Ran.magpie(words.toArray()).json();
    try (Running explore = new Running(recording.toString())) {
      assertThat(explore.get("inputs").path("snapshots")).isEmpty();
      JsonNode run = explore.get("inputs").path("runs").get(0);
      assertThat(run.path("kind").asString("")).isEqualTo("recording");
      assertThat(run.path("launches").asInt()).isEqualTo(simulated.path("launches").size());
      String system =
          "system=" + URLEncoder.encode(String.join("|", gpu, layout, codec, mag), UTF_8);
      ObjectNode shown = (ObjectNode) explore.done(system, "simulation");
      for (String own : List.of("hostSeconds", "warpInstructionsPerHostSecond")) {
        shown.remove(own);
        simulated.remove(own);
      }
      assertThat(shown).isEqualTo(simulated);
    }
  }

  /** GPUs that the command names are among those of pages, by the name that commands have. */
  @Test
  void aGpuOfAUsersFileTimesRuns() throws IOException, InterruptedException {
    Path gpu = directory.resolve("half.toml");
    Files.writeString(gpu, "like = \"gtx580\"\nmultiprocessors = 8\n");
    Path recording = recorded();
    JsonNode simulated =
        Ran.magpie("simulate", "--replay", recording, "--gpu", gpu, "--format", "json").json();
    try (Running explore = new Running(recording.toString(), "--gpu", gpu.toString())) {
      assertThat(explore.get("systems").path("gpus").get(0).path("name").asString(""))
          .isEqualTo(gpu.toString());
      String system = URLEncoder.encode(gpu + "|bandwidth-only|none|32", UTF_8);
      assertThat(explore.done("system=" + system, "simulation").path("cycles"))
          .isEqualTo(simulated.path("cycles"));
    }
    Ran missing = Ran.magpie("explore", "--no-open", recording, "--gpu", "gtx580");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.err()).contains("--gpu: there is no file 'gtx580'");
  }

  /** What differs between systems, too; and a job comes to the same as its recording. */
  @Test
  void comparisonsAreThoseOfSimulate() throws IOException, InterruptedException {
    Path recording = recorded();
    JsonNode simulated =
        Ran.magpie(
                "simulate",
                "--replay",
                recording,
                "--codec",
                "none",
                "--codec",
                "bpc",
                "--format",
                "json")
            .json();
    String none = URLEncoder.encode("gtx580|bandwidth-only|none|32", UTF_8);
    String bpc = URLEncoder.encode("gtx580|bandwidth-only|bpc|32", UTF_8);
    for (Path input : List.of(recording, JOB)) {
      try (Running explore = new Running(input.toString())) {
        explore.done("system=" + none, "timeline");
        explore.done("system=" + bpc, "timeline");
        JsonNode shown = explore.get("comparison?systems=%s;%s".formatted(none, bpc));
        assertThat(shown.path("kernels")).isEqualTo(simulated.path("kernels"));
        for (int i = 0; i < 2; i++) {
          ObjectNode run = (ObjectNode) simulated.path("runs").get(i).deepCopy();
          run.remove("result");
          assertThat(shown.path("runs").get(i)).isEqualTo(run);
        }
      }
    }
  }

  private Path recorded() {
    Path recording = directory.resolve("job.rec");
    Ran ran = Ran.magpie("simulate", "--job", JOB, "--record", recording);
    assertThat(ran.status()).as(ran.err()).isZero();
    return recording;
  }

  /** Raw files are numbers where the user says so, as with analyze. */
  @Test
  void rawFilesHaveTheTypeThatIsGiven() throws IOException, InterruptedException {
    Path file = Files.write(directory.resolve("dump"), new byte[64]);
    try (Running explore = new Running(file.toString(), "--dtype", "f16")) {
      assertThat(explore.get("tensors?s=0").path("tensors").get(0).path("type").asString(""))
          .isEqualTo("f16");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nosuch | nosuch: no such file or directory",
        "../jobs/heat.cu | is what kernels are compiled from; name a recording or a job with it",
        "../examples/nosuch.toml | nosuch.toml: there is no such file",
        "../examples/README.md | is of no format that is read",
        "../examples/fields --against nosuch | nosuch: no such file or directory",
        "../examples/fields --series | has no subdirectories",
        "../examples/series --series --against x | --against compares snapshots",
        "../examples/fields --codec nothing | no codec is called 'nothing'",
        "../examples/fields --codec e2mc:table=../pom.xml | takes no table",
        "../examples/fields --block 100 | block size must be 32, 64, 128 or 256 bytes",
        "nosuch.obj | nosuch.obj: there is no such file",
        "builtin:nothing | there is no built-in scene 'nothing'",
        "builtin:hall --series | --series and --against are for snapshots",
        "../examples/fields --port 70000 | --port is 0 to 65535",
        "../examples/fields --threads 0 | --threads must be at least 1"
      })
  void whatIsWrongIsSaidInALine(String arguments, String message) {
    List<Object> words = new ArrayList<>(List.of("explore", "--no-open"));
    words.addAll(List.of(arguments.split(" ")));
    Ran ran = Ran.magpie(words.toArray());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.err()).contains(message);
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsSaid() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Ran ran =
          Ran.magpie(
              "explore", FIELDS, "--no-open", "--port", String.valueOf(taken.getLocalPort()));
      assertThat(ran.status()).isEqualTo(2);
      assertThat(ran.err()).contains("leave it out for one that is free");
    }
  }
}
