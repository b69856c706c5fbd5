package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code magpie simulate --buddy} as a user runs it. */
class SimulateBuddyTest {
  /** Random words go one way, and their low bytes the other: neither fits a target of 4. */
  private static final String JOB =
      """
      ptx = "mix.ptx"
      [buffers]
      noise = { dtype = "u32", shape = [65536], fill = "random", seed = 1 }
      low = { dtype = "u32", shape = [65536], fill = 0 }
      [[launch]]
      kernel = "mix"
      grid = 256
      block = 256
      args = ["@noise", "@low"]
      repeat = 2
      [outputs]
      low = "low.npy"
      noise = "noise.npy"
      """;

  private static final String PTX =
      """
      .version 8.0
      .target sm_75
      .address_size 64
      .visible .entry mix(.param .u64 a, .param .u64 b)
      {
        .reg .b32 %r<9>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [a];
        ld.param.u64 %rd2, [b];
        mov.u32 %r3, %ctaid.x;
        mov.u32 %r4, %ntid.x;
        mov.u32 %r5, %tid.x;
        mad.lo.s32 %r6, %r3, %r4, %r5;
        mul.wide.s32 %rd3, %r6, 4;
        add.s64 %rd4, %rd1, %rd3;
        add.s64 %rd5, %rd2, %rd3;
        ld.global.u32 %r7, [%rd4];
        ld.global.u32 %r8, [%rd5];
        add.s32 %r8, %r8, %r7;
        st.global.u32 [%rd4], %r8;
        and.b32 %r7, %r7, 255;
        st.global.u32 [%rd5], %r7;
        ret;
      }
      """;

  @TempDir private Path directory;

  private Path job() throws IOException {
    Files.writeString(directory.resolve("mix.ptx"), PTX);
    return Files.writeString(directory.resolve("job.toml"), JOB);
  }

  /** A P100 whose L2 is too small for the job. */
  private Path gpu() throws IOException {
    return Files.writeString(
        directory.resolve("small.toml"), "like = \"p100\"\n[l2]\nbytes = 131072\n");
  }

  @ParameterizedTest
  @CsvSource({"1, bpc", "4/3, bpc", "2, bdi", "4, zvc", "16, bpc"})
  void programsComputeTheSame(String target, String codec) throws IOException {
    Path job = job();
    assertThat(Ran.magpie("run", job).status()).isZero();
    byte[] low = Files.readAllBytes(directory.resolve("low.npy"));
    byte[] noise = Files.readAllBytes(directory.resolve("noise.npy"));

    Ran ran =
        Ran.magpie(
            "simulate",
            "--job",
            job,
            "--gpu",
            gpu(),
            "--buddy",
            target,
            "--codec",
            codec,
            "--format",
            "json");

    assertThat(ran.err()).isEmpty();
    assertThat(Files.readAllBytes(directory.resolve("low.npy"))).isEqualTo(low);
    assertThat(Files.readAllBytes(directory.resolve("noise.npy"))).isEqualTo(noise);
    theCountsAgree(ran.json(), target);
  }

  /** The sum over all launches. */
  private static long ofLaunches(JsonNode json, String name) {
    return json.get("launches").valueStream().mapToLong(each -> each.get(name).asLong()).sum();
  }

  @Test
  void theTableAndTheTimelineTellWhenLinksAreUsed() throws IOException {
    Path timeline = directory.resolve("timeline.json");
    Ran ran =
        Ran.magpie(
            "simulate", "--job", job(), "--gpu", gpu(), "--buddy", 4, "--timeline", timeline);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("memory  links", "GB/s       %   GB/s");
    assertThat(JsonMapper.shared().readTree(timeline).get("traceEvents").valueStream())
        .filteredOn(event -> event.get("ph").asString().equals("C"))
        .filteredOn(event -> event.get("args").path("value").asDouble(0) > 0)
        .extracting(event -> event.get("name").asString())
        .contains("link GB/s", "to buddy memory (%)");
  }

  private static void theCountsAgree(JsonNode json, String target) {
    JsonNode buddy = json.get("buddy");
    JsonNode link = json.get("link");
    assertThat(buddy.get("targets").asString()).isEqualTo(target);
    assertThat(ofLaunches(json, "codedAccesses")).isEqualTo(buddy.get("accesses").asLong());
    assertThat(ofLaunches(json, "buddyAccesses")).isEqualTo(buddy.get("buddyAccesses").asLong());
    assertThat(ofLaunches(json, "linkBytes"))
        .isEqualTo(link.get("bytesTo").asLong() + link.get("bytesFrom").asLong());
    // The gap between the buffers is covered, too.
    assertThat(buddy.get("coveredBytes").asLong()).isBetween(2L * 4 * 65536, 2L * 4 * 65536 + 1024);
    String[] ratio = target.split("/", -1);
    assertThat(buddy.get("ratio").asDouble())
        .isEqualTo(Double.parseDouble(ratio[0]) / (ratio.length == 1 ? 1 : 3));
    JsonNode blocks = json.get("blocks");
    assertThat(buddy.get("accesses").asLong())
        .isEqualTo(
            blocks.get("reads").get("blocks").asLong()
                + blocks.get("writes").get("blocks").asLong());
    boolean reaches = !target.equals("1");
    assertThat(buddy.get("buddyShare").asDouble() > 0).isEqualTo(reaches);
    // At the end, some writes wait for the link: at most a miss queue of 32 of each of 32 slices.
    long accesses = buddy.get("buddyAccesses").asLong();
    assertThat(link.get("reads").asLong() + link.get("writes").asLong())
        .isBetween(accesses - 32 * 32, accesses);
    // Headers of 32 bytes: each way for a read, with the data for a write.
    assertThat(link.get("bytesFrom").asLong())
        .isEqualTo(32 * (link.get("reads").asLong() + buddy.get("sectorsRead").asLong()));
    assertThat(link.get("bytesTo").asLong())
        .isLessThanOrEqualTo(
            32
                * (link.get("reads").asLong()
                    + link.get("writes").asLong()
                    + buddy.get("sectorsWritten").asLong()));
    assertThat(link.get("utilizationTo").asDouble()).isBetween(0.0, 1.0);
    assertThat(link.get("utilizationFrom").asDouble()).isBetween(0.0, 1.0);
    assertThat(link.get("peakBandwidth").asDouble()).isEqualTo(150);
    long bytes = link.get("bytesTo").asLong() + link.get("bytesFrom").asLong();
    assertThat(json.get("joules").get("link").asDouble())
        .isCloseTo(8 * 2 * 11e-12 * bytes, org.assertj.core.data.Offset.offset(1e-12));
    assertThat(json.get("joules").get("buddyMemory").asDouble() > 0).isEqualTo(reaches);
    if (reaches) {
      assertThat(link.get("meanReadLatency").asDouble()).isGreaterThan(182);
    }
  }

  @Test
  void aReplayIsTheExecution() throws IOException {
    Path recording = directory.resolve("mix.rec");
    assertThat(Ran.magpie("simulate", "--job", job(), "--record", recording).status()).isZero();

    Ran executed =
        Ran.magpie("simulate", "--job", job(), "--gpu", gpu(), "--buddy", "2", "--format", "json");
    Ran replayed =
        Ran.magpie(
            "simulate", "--replay", recording, "--gpu", gpu(), "--buddy", "2", "--format", "json");

    assertThat(results(replayed)).isEqualTo(results(executed));
  }

  /** As if {@code magpie profile -o} had written them. */
  private Path targets(String... allocations) throws IOException {
    return Files.writeString(
        directory.resolve("targets.json"),
        "{\"schema\": \"magpie.profile/1\", \"allocations\": [%s]}"
            .formatted(String.join(", ", allocations)));
  }

  private static String target(String name, String target, long bytes) {
    return "{\"path\": \"\", \"name\": \"%s\", \"target\": \"%s\", \"bytes\": %d}"
        .formatted(name, target, bytes);
  }

  @Test
  void aReplayTakesTargetsByName() throws IOException {
    Path recording = directory.resolve("mix.rec");
    assertThat(Ran.magpie("simulate", "--job", job(), "--record", recording).status()).isZero();
    Path targets = targets(target("low", "4", 262_144), target("noise", "1", 262_144));
    List<Object> options = List.of("--gpu", gpu(), "--buddy-targets", targets, "--format", "json");

    Ran executed = simulate(List.of("--job", job()), options);
    Ran replayed = simulate(List.of("--replay", recording), options);

    assertThat(replayed.err()).isEmpty();
    assertThat(results(replayed)).isEqualTo(results(executed));
    assertThat(replayed.json().get("buddy").get("coveredBytes").asLong()).isEqualTo(2 * 262_144);
  }

  private static Ran simulate(List<Object> source, List<Object> options) {
    return Ran.magpie(
        Stream.of(List.<Object>of("simulate"), source, options).flatMap(List::stream).toArray());
  }

  /** What was recorded before recordings had names replays, but not by name. */
  @Test
  void anOlderRecordingHasNoNames() throws IOException {
    Path recording = directory.resolve("old.rec");
    try (InputStream in = getClass().getResourceAsStream("/recordings/bfs-60-version-2.rec")) {
      Files.copy(in, recording);
    }
    List<Object> gpu = List.of("--gpu", "p100", "--format", "json");

    Ran replayed = simulate(List.of("--replay", recording), gpu);
    Ran executed = simulate(List.of("--workload", "bfs", "--set", "nodes=60"), gpu);
    Ran named =
        simulate(
            List.of("--replay", recording),
            List.of("--gpu", "p100", "--buddy-targets", targets(target("mask", "2", 60))));

    Ran copies =
        simulate(List.of("--replay", recording), List.of("--gpu", "p100", "--host-copies"));

    assertThat(results(replayed)).isEqualTo(results(executed));
    assertThat(copies.status()).isEqualTo(2);
    assertThat(copies.err())
        .isEqualTo(
            "magpie: %s: the recording has no copies of the host; record it anew\n"
                .formatted(recording));
    assertThat(named.status()).isEqualTo(2);
    assertThat(named.out()).isEmpty();
    assertThat(named.err())
        .isEqualTo(
            "magpie: %s: the recording has no names of allocations; record it anew\n"
                .formatted(recording));
  }

  /** The host looks after each level whether there is more to do. */
  @Test
  void copiesOfTheHostTakeTime() {
    Path recording = directory.resolve("bfs.rec");
    List<Object> search = List.of("--workload", "bfs", "--set", "nodes=60");
    simulate(search, List.of("--record", recording));
    List<Object> options =
        List.of("--gpu", "p100", "--buddy", "2", "--host-copies", "--format", "json");

    Ran executed = simulate(search, options);
    Ran replayed = simulate(List.of("--replay", recording), options);

    assertThat(results(replayed)).isEqualTo(results(executed));
    JsonNode json = executed.json();
    JsonNode copies = json.get("hostCopies");
    assertThat(copies.get("toHost").get("copies").asInt())
        .isEqualTo(json.get("launches").size() / 2 - 1);
    long cycles = copies.get("toHost").get("cycles").asLong();
    for (JsonNode launch : json.get("launches")) {
      cycles += launch.get("cycles").asLong();
    }
    assertThat(json.get("cycles").asLong()).isEqualTo(cycles);
    assertThat(simulate(search, List.of("--gpu", "p100", "--host-copies")).out())
        .contains("host copies", "to the GPU", "to the host");
  }

  /** A loop that waits for an element, and sets another, copies both: 3 times, 2 in between. */
  @Test
  void aJobCopiesWhatItLooksAt() throws IOException {
    String loop =
        """
        [[loop]]
        max = 4
        reset = { low = 1 }
        until = { buffer = "noise", equals = 3 }
        [[loop.launch]]
        """;
    Path job = job();
    Files.writeString(
        job,
        JOB.replace("\"random\", seed = 1", "0")
            .replace("[[launch]]\n", loop)
            .replace("repeat = 2\n", ""));

    Ran ran =
        simulate(
            List.of("--job", job), List.of("--gpu", "p100", "--host-copies", "--format", "json"));

    for (String way : List.of("toDevice", "toHost")) {
      JsonNode copies = ran.json().get("hostCopies").get(way);
      assertThat(copies.get("copies").asInt()).isEqualTo(2);
      assertThat(copies.get("bytes").asInt()).isEqualTo(8);
    }
  }

  @Test
  void targetsOfAnotherProgramAreToldInALine() throws IOException {
    Path recording = directory.resolve("mix.rec");
    Path job = job();
    assertThat(Ran.magpie("simulate", "--job", job, "--record", recording).status()).isZero();

    for (List<Object> source :
        List.<List<Object>>of(List.of("--job", job), List.of("--replay", recording))) {
      refused(
          source,
          targets(target("x", "2", 8)),
          "names no buffer of the program; there are low, noise");
      refused(source, targets(), "names no buffer of the program; there are low, noise");
      refused(
          source,
          targets(target("low", "4", 1000), target("noise", "2", 300_000)),
          "is of another program: its 'low' has 1000 bytes and the program's 262144, but its"
              + " 'noise' has 300000 and the program's 262144");
      refused(
          source,
          targets(target("low", "4", -1)),
          "allocations[0] has \"bytes\" that are no number from 0 on");
      // A smaller or larger input of the same program.
      for (long bytes : List.of(1000L, 300_000L)) {
        Path targets = targets(target("low", "4", bytes), target("noise", "1", bytes));
        assertThat(simulate(source, List.of("--gpu", gpu(), "--buddy-targets", targets)).status())
            .isZero();
      }
    }
  }

  @Test
  void aProfileKnowsItsProgram() throws IOException {
    Path series = directory.resolve("series");
    Path profile = directory.resolve("sp.json");
    assertThat(
            Ran.magpie(
                    "workload",
                    "sp-cuda",
                    "--size",
                    "quick",
                    "--set",
                    "n=12",
                    "--set",
                    "steps=1",
                    "--snapshots",
                    series)
                .status())
        .isZero();
    assertThat(Ran.magpie("profile", series, "-o", profile).status()).isZero();

    // The buffers of the other have the same names and sizes.
    refused(solver("csp-cuda"), profile, "is a profile of sp-cuda, and not of csp-cuda");
    Path recording = directory.resolve("csp.rec");
    assertThat(simulate(solver("csp-cuda"), List.of("--record", recording)).status()).isZero();
    refused(
        List.of("--replay", recording), profile, "is a profile of sp-cuda, and not of csp-cuda");
    assertThat(
            simulate(solver("sp-cuda"), List.of("--gpu", gpu(), "--buddy-targets", profile))
                .status())
        .isZero();
  }

  private static List<Object> solver(String name) {
    return List.of("--workload", name, "--size", "quick", "--set", "n=12", "--set", "steps=1");
  }

  private void refused(List<Object> source, Path targets, String problem) throws IOException {
    Ran ran = simulate(source, List.of("--gpu", gpu(), "--buddy-targets", targets));
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).isEqualTo("magpie: %s: %s\n".formatted(targets, problem));
  }

  @Test
  void theLayoutIsTheSameMemory() throws IOException {
    List<Object> run = List.of("simulate", "--job", job(), "--gpu", gpu(), "--format", "json");

    Ran option = Ran.magpie(with(run, "--buddy", "4"));
    Ran layout = Ran.magpie(with(run, "--layout", "buddy:target=4", "--codec", "bpc"));

    assertThat(results(layout)).isEqualTo(results(option));
  }

  /** Whose layout has a typo is not asked for a codec first. */
  @Test
  void aLayoutIsOneOfTheList() throws IOException {
    List<Object> run = List.of("simulate", "--job", job());

    assertThat(Ran.magpie(with(run, "--layout", "lcpp")).err())
        .contains("no layout is called 'lcpp'")
        .contains("lcp, attache");
    assertThat(Ran.magpie(with(run, "--layout", "lcp")).err())
        .contains("--layout lcp: name the codec of its blocks with --codec");
  }

  private static Object[] with(List<Object> run, String... options) {
    return Stream.concat(run.stream(), Stream.of(options)).toArray();
  }

  private static ObjectNode results(Ran ran) {
    ObjectNode json = (ObjectNode) ran.json();
    return json.remove(
        List.of("source", "sourceKind", "hostSeconds", "warpInstructionsPerHostSecond"));
  }

  /** Snapshots of a run, targets chosen from these, and the run with them. */
  @Test
  void targetsOfAProfileAreThoseOfBuffers() throws IOException {
    Path snapshots = directory.resolve("snapshots");
    Path job = job();
    Files.writeString(
        job,
        Files.readString(job)
            + "\n[snapshots]\nevery = 1\ndirectory = \"%s\"\n".formatted(snapshots));
    assertThat(Ran.magpie("run", job).status()).isZero();
    Path targets = directory.resolve("targets.json");
    assertThat(Ran.magpie("profile", snapshots, "-o", targets).status()).isZero();

    Ran ran =
        Ran.magpie(
            "simulate",
            "--job",
            job(),
            "--gpu",
            gpu(),
            "--buddy-targets",
            targets,
            "--format",
            "json");

    assertThat(ran.err()).isEmpty();
    JsonNode buddy = ran.json().get("buddy");
    assertThat(buddy.get("targets").asString()).isEqualTo("by allocation");
    assertThat(ran.json().get("codec").asString()).isEqualTo("bpc");
    // Noise does not compress, and bytes in words do.
    assertThat(buddy.get("coveredBytes").asLong()).isEqualTo(2 * 4 * 65536);
    assertThat(buddy.get("ratio").asDouble()).isBetween(1.2, 2.5);

    Files.writeString(targets, Files.readString(targets).replace("\"noise\"", "\"x\""));
    Ran some = Ran.magpie("simulate", "--job", job(), "--gpu", gpu(), "--buddy-targets", targets);
    assertThat(some.status()).isZero();
    assertThat(some.err()).contains("targets.json: the program has no buffer x").hasLineCount(1);
    assertThat(some.out()).isNotEmpty();

    Files.writeString(targets, Files.readString(targets).replace("\"low\"", "\"y\""));
    Ran none = Ran.magpie("simulate", "--job", job(), "--gpu", gpu(), "--buddy-targets", targets);
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.out()).isEmpty();
    assertThat(none.err())
        .contains("targets.json: names no buffer of the program; there are low, noise")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--buddy 3 --gpu p100 | a target ratio is one of 1, 4/3, 2, 4, 16, not '3'",
        "--buddy 2 | gtx580 has no [buddy] section",
        "--layout buddy --codec bpc | --layout: gtx580 has no [buddy] section",
        "--layout buddy --gpu p100 --codec none | none: Buddy memory needs a lossless codec",
        "--layout buddy --gpu p100 --codec bpc --mag 64 | --layout: layout 'buddy' is for blocks"
            + " of",
        "--buddy 2 --gpu p100 --mag 64 | --mag: Buddy memory moves sectors of 32 bytes",
        "--buddy 2 --gpu p100 --codec none | none: Buddy memory needs a lossless codec",
        "--buddy 2 --gpu p100 --codec tslc-opt | tslc-opt: Buddy memory needs a lossless codec",
        "--buddy 2 --buddy-targets x.json --gpu p100 | exclude each other",
        "--buddy-targets x.json --gpu p100 | x.json: no such file",
        "--host-copies | --host-copies: gtx580 has no [buddy] section, whose links copies take; p100",
      })
  void whatCannotBeIsToldInALine(String options, String problem) throws IOException {
    List<Object> arguments = new java.util.ArrayList<>(List.of("simulate", "--job", job()));
    arguments.addAll(List.of(options.split(" ")));

    Ran ran = Ran.magpie(arguments.toArray());

    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(problem).hasLineCount(1);
  }
}
