package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that runs go on with lie in a store of objects as they do on a disk. */
class ObjectStoreTest {
  private static final Map<String, String> SETTINGS =
      Map.of(
          "aws.region", "us-east-1", "aws.accessKeyId", "reader", "aws.secretAccessKey", "secret");
  private static final String ENDPOINT = "aws.endpointUrlS3";

  @TempDir private static Path served;

  @SuppressWarnings("NullAway.Init")
  private static S3Proxy server;

  @TempDir private Path directory;
  private Path sweep = Path.of("");

  @BeforeAll
  static void start() throws Exception {
    server =
        S3Proxy.builder()
            .blobStore(new FilesystemNio2BlobStore(served.toString()))
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V4, "reader", "secret")
            .build();
    server.start();
    SETTINGS.forEach(System::setProperty);
    System.setProperty(ENDPOINT, "http://127.0.0.1:" + server.getPort());
    Files.createDirectory(served.resolve("lab"));
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
    SETTINGS.keySet().forEach(System::clearProperty);
    System.clearProperty(ENDPOINT);
  }

  @BeforeEach
  void writeSweep() throws IOException {
    for (String file : List.of("saxpy.toml", "saxpy.ptx")) {
      Files.copy(Path.of("../jobs", file), directory.resolve(file));
    }
    sweep =
        Files.writeString(
            directory.resolve("sweep.toml"),
            """
            gpus = ["gtx580", "p100"]
            codecs = ["none", "mag-bdi"]

            [[program]]
            job = "saxpy.toml"
            """);
  }

  private static Ran run(String command, Object... more) {
    Ran ran = Ran.magpie(Stream.concat(Stream.of(command.split(" ")), Stream.of(more)).toArray());
    assertThat(ran.status()).as(ran.err()).isZero();
    return ran;
  }

  private static Map<String, Long> times(Path place) throws IOException {
    Map<String, Long> times = new TreeMap<>();
    try (Stream<Path> files = Files.walk(place)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        times.put(place.relativize(each).toString(), Files.getLastModifiedTime(each).toMillis());
      }
    }
    return times;
  }

  @Test
  void aSweepGoesOnWhereItWas() throws IOException {
    String here = run("sweep --format csv -o", directory.resolve("points"), sweep).out();
    assertThat(run("sweep --format csv -o s3://lab/points", sweep).out()).isEqualTo(here);
    Map<String, Long> first = times(served.resolve("lab/points"));
    assertThat(first).hasSize(1 + 4).containsKey("sweep.json");

    Path gone = served.resolve("lab/points/points/" + names(first).getFirst());
    Files.delete(gone);
    assertThat(run("sweep --list --format csv -o s3://lab/points", sweep).out())
        .contains(",missing,");
    assertThat(run("sweep --format csv -o s3://lab/points", sweep).out()).isEqualTo(here);
    Map<String, Long> second = times(served.resolve("lab/points"));
    assertThat(second.keySet()).isEqualTo(first.keySet());
    for (String each : names(first).subList(1, 4)) {
      assertThat(second).containsEntry("points/" + each, first.get("points/" + each));
    }
    assertThat(run("query s3://lab/points", "SELECT count(*) AS n FROM points").out())
        .contains("4");
  }

  /** A store that cannot be asked is no store that has nothing. */
  @Test
  void whatCannotBeSeenIsNotTakenForNothing() throws IOException {
    run("sweep -o s3://lab/seen", sweep);
    run("reproduce --quick mag/equation1 -o", directory.resolve("a"), "--record", "s3://lab/rec");
    Map<String, Long> recorded = times(served.resolve("lab/rec"));
    System.setProperty("aws.secretAccessKey", "another");
    try {
      for (List<Object> each :
          List.<List<Object>>of(
              List.of("sweep", "--list", "-o", "s3://lab/seen", sweep),
              List.of("sweep", "-o", "s3://lab/seen", sweep),
              List.of("reproduce", "--quick", "mag/fig2", "-o", "s3://lab/new"),
              List.of("merge", "s3://lab/seen", "-o", directory.resolve("merged")),
              List.of(
                  "reproduce",
                  "--quick",
                  "mag/fig2",
                  "-o",
                  directory.resolve("b"),
                  "--record",
                  "s3://lab/rec"))) {
        Ran ran = Ran.magpie(each.toArray());
        assertThat(ran.status()).as(each.toString()).isPositive();
        assertThat(ran.err()).as(each.toString()).contains("refuses it").hasLineCount(1);
      }
    } finally {
      System.setProperty("aws.secretAccessKey", "secret");
    }
    assertThat(times(served.resolve("lab/rec"))).isEqualTo(recorded);
    for (String command :
        List.of(
            "sweep -o http://127.0.0.1:1/x " + sweep,
            "sweep -o s3://nobucket/x " + sweep,
            "reproduce --quick mag/equation1 -o s3://nobucket/x")) {
      Ran ran = Ran.magpie((Object[]) command.split(" "));
      assertThat(ran.status()).as(command).isPositive();
      assertThat(ran.err())
          .containsAnyOf("there is no such bucket", "nothing is written there")
          .hasLineCount(1);
    }
  }

  @Test
  void aSweepNamesJobsInOtherBuckets() throws IOException {
    Files.createDirectory(served.resolve("jobs"));
    for (String file : List.of("saxpy.toml", "saxpy.ptx")) {
      Files.copy(directory.resolve(file), served.resolve("jobs/" + file));
    }
    Files.writeString(
        sweep, Files.readString(sweep).replace("\"saxpy.toml\"", "\"s3://jobs/saxpy.toml\""));
    assertThat(run("sweep --format csv -o", directory.resolve("points"), sweep).out().lines())
        .hasSize(1 + 4);
  }

  private static List<String> names(Map<String, Long> files) {
    return files.keySet().stream()
        .filter(each -> each.startsWith("points/"))
        .map(each -> each.substring("points/".length()))
        .toList();
  }

  @Test
  void whatASweepNamesIsBesideIt() throws IOException {
    String here = run("sweep --format csv -o", directory.resolve("points"), sweep).out();
    for (String file : List.of("sweep.toml", "saxpy.toml", "saxpy.ptx")) {
      Files.copy(directory.resolve(file), served.resolve("lab/" + file));
    }
    assertThat(run("sweep --format csv s3://lab/sweep.toml -o s3://lab/beside").out())
        .isEqualTo(here);
  }

  @Test
  void shardsOfASweepAreMerged() throws IOException {
    String here = run("sweep --format csv -o", directory.resolve("points"), sweep).out();
    run("sweep --shard 1/2 -o s3://lab/part1", sweep);
    run("sweep --shard 2/2 -o s3://lab/part2", sweep);
    run("merge s3://lab/part2 s3://lab/part1 -o s3://lab/whole");
    run("merge s3://lab/part1 s3://lab/part2 -o", directory.resolve("whole"));
    for (Object each : List.of("s3://lab/whole", directory.resolve("whole"))) {
      assertThat(run("sweep --list --format csv -o", each, sweep).out()).isEqualTo(here);
    }
    Ran twice = Ran.magpie("merge", "s3://lab/part1", "s3://lab/part1", "-o", "s3://lab/none");
    assertThat(twice.status()).isEqualTo(2);
    assertThat(twice.err()).contains("s3://lab/part1").hasLineCount(1);
  }

  /** Sources are addresses in what is merged, too, and SQL is answered over it. */
  @Test
  void shardsOfAnAnalysisAreMergedAndAsked() throws IOException {
    Path arrays = Files.createDirectory(served.resolve("arrays"));
    for (String each : List.of("dye-2500.npy", "heat.npy")) {
      Files.copy(Path.of("../examples/fields", each), arrays.resolve(each));
    }
    String analyze = "analyze s3://arrays --codec bdi --format json -o ";
    run(analyze + "s3://lab/sizes.json");
    run(analyze + "s3://lab/1.json --shard 1/2");
    run(analyze + "s3://lab/2.json --shard 2/2");
    run("merge s3://lab/1.json s3://lab/2.json -o s3://lab/merged.json");
    assertThat(served.resolve("lab/merged.json"))
        .hasSameTextualContentAs(served.resolve("lab/sizes.json"));
    assertThat(
            run(
                    "query s3://lab/merged.json --format csv",
                    "SELECT source, codec FROM sizes ORDER BY source")
                .out())
        .containsSubsequence("s3://arrays/dye-2500.npy,bdi", "s3://arrays/heat.npy,bdi");
    Ran nothing = Ran.magpie("query", "s3://lab/nothing", "SELECT 1");
    assertThat(nothing.status()).isEqualTo(2);
    assertThat(nothing.err()).contains("s3://lab/nothing: there is no").hasLineCount(1);
  }

  @Test
  void resultsOfALaboratoryAreThere() throws IOException {
    String quick = "reproduce --quick ";
    run(quick + "mag/equation1 -o", directory.resolve("results"));
    run(quick + "mag/equation1 -o s3://lab/results --record s3://lab/recorded");
    Map<String, Long> first = times(served.resolve("lab/results"));
    assertThat(first.keySet()).isEqualTo(times(directory.resolve("results")).keySet());
    Ran again = run(quick + "mag/equation1 -o s3://lab/results --against s3://lab/recorded");
    assertThat(times(served.resolve("lab/results")))
        .containsEntry("mag-equation1.json", first.get("mag-equation1.json"));
    assertThat(again.out()).isNotEmpty();
  }
}
