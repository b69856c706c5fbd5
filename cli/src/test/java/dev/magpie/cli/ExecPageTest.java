package dev.magpie.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code magpie exec} as its page shows it, and as a process that others start and end. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ExecPageTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LISTING =
      Pattern.compile("```\n\\$ ./magpie (exec [^\n]*)\n(.*?)```", Pattern.DOTALL);
  private static final Path PROGRAMS = ROOT.resolve("cuda/src/test/resources/dev/magpie/cuda");

  /** Processes that wait until they are ended. */
  private static final List<ProcessHandle> WAITING = new ArrayList<>();

  @TempDir private static Path scratch;

  private record Ran(int status, String output, String errors) {}

  @BeforeEach
  void needsLinuxAndACompiler() {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "the programs are for Linux on x86-64");
    assumeTrue(isThere("cc"), "there is no C compiler");
  }

  private static boolean isThere(String program) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  /** Other processes that test have another one. */
  private static Path temporary() {
    Path place = scratch.resolve("tmp");
    assertThat(place.toFile().isDirectory() || place.toFile().mkdir()).isTrue();
    return place;
  }

  private static ProcessBuilder command(List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // A process of a second or two: half the time.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + temporary(),
                "-Dmagpie.vectorBits=0",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.magpie.cli.Magpie"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT.toFile());
    builder.environment().put("XDG_CACHE_HOME", scratch.resolve("cache").toString());
    return builder;
  }

  private static Ran run(String... arguments) throws IOException, InterruptedException {
    Path output = Files.createTempFile(scratch, "out", "");
    Path errors = Files.createTempFile(scratch, "err", "");
    Process process =
        command(List.of(arguments))
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    int status = process.waitFor();
    String said =
        Files.readString(errors, UTF_8)
            .lines()
            .filter(line -> !line.startsWith("magpie: compiling what stands"))
            .filter(line -> !line.startsWith("WARNING: "))
            .map(line -> line + "\n")
            .collect(Collectors.joining());
    return new Ran(status, Files.readString(output, UTF_8), said);
  }

  @TestFactory
  Stream<DynamicTest> listingsAreWhatIsPrinted() throws IOException {
    List<MatchResult> listings =
        LISTING.matcher(Files.readString(ROOT.resolve("docs/exec.md"))).results().toList();
    assertThat(listings).hasSizeGreaterThan(1);
    return listings.stream()
        .map(each ->
            DynamicTest.dynamicTest(
                each.group(1),
                () -> {
                  Ran ran = run(each.group(1).split(" "));
                  String expected =
                      Stream.of(each.group(2).split("\\.\\.\\.", -1))
                          .map(Pattern::quote)
                          .collect(Collectors.joining("(?s:.*?)"));
                  assertThat(ran.output() + ran.errors()).matches(expected);
                  assertThat(ran.status()).isZero();
                }));
  }

  @Test
  void simulatedTimeIsTheSameOnEveryRun() throws Exception {
    Ran first = run("exec", "--gpu", "p100", "jobs/wave", "128", "3");
    assertThat(first.output()).matches("3 steps of 128 x 128: [1-9][.]\\d{3} us a step\n(.*\n)*");
    assertThat(run("exec", "--gpu", "p100", "jobs/wave", "128", "3").output())
        .isEqualTo(first.output());
  }

  /** A signal of a program's own interrupts what the library that stands in for CUDA's sends. */
  @Test
  void whatASignalInterruptsIsSentAgain() throws Exception {
    assumeTrue(isThere("strace"), "there is no strace");
    for (String call : List.of("write", "connect")) {
      Ran ran =
          run(
              "exec",
              "strace",
              "-f",
              "-o",
              scratch.resolve("log").toString(),
              "-e",
              "inject=" + call + ":error=EINTR:when=1",
              "jobs/wave",
              "32",
              "1");
      assumeTrue(!ran.errors().contains("ptrace"), "this machine forbids tracing");
      assertThat(Files.readString(scratch.resolve("log"), UTF_8)).contains("INJECTED");
      assertThat(ran.output()).contains("passed");
      assertThat(ran.errors()).startsWith("1 launch, ").doesNotContain("magpie exec");
      assertThat(ran.status()).isZero();
    }
  }

  /** Launches that kernels ask for, and memory that is not allocated but mapped. */
  @Test
  void whatIsNestedAndMappedIsTimed() throws Exception {
    for (String program : List.of("nested", "virtual")) {
      Ran ran =
          run(
              "exec",
              "--gpu",
              "p100",
              "--codec",
              "none",
              "--codec",
              "bpc",
              PROGRAMS.resolve(program).toString());
      assertThat(ran.output()).isEqualTo("passed\n");
      assertThat(ran.errors()).contains("on 2 systems; the first: none");
      assertThat(ran.status()).isZero();
    }
  }

  @Test
  void snapshotsHaveWhatIsAllocated() throws Exception {
    Path snapshots = scratch.resolve("snapshots");
    Ran ran =
        run("exec", "--snapshots", snapshots.toString(), "--every", "2", "jobs/wave", "64", "4");
    assertThat(ran.errors()).contains("wrote 2 snapshots into " + snapshots);
    assertThat(ran.status()).isZero();
    assertThat(run("analyze", snapshots.toString(), "--format", "json").output())
        .contains("malloc-1-16384", "malloc-3-16384", "speed");
  }

  /** Under the library that captures, our own runtime is the true one. */
  @Test
  void whatIsCapturedIsWhatExecWrites() throws Exception {
    Path executed = scratch.resolve("executed");
    Path captured = scratch.resolve("captured");
    run("exec", "--snapshots", executed.toString(), "--every", "3", "jobs/wave", "64", "7");
    List<String> inner = command(List.of("exec", "jobs/wave", "64", "7")).command();
    List<String> outer = new ArrayList<>(List.of("capture", "--snapshots", captured.toString()));
    outer.addAll(List.of("--every", "3"));
    outer.addAll(inner);
    Ran ran = run(outer.toArray(String[]::new));
    assertThat(ran.errors()).contains("wrote 2 snapshots into " + captured);
    assertThat(ran.output()).contains("passed");
    for (String snapshot : List.of("launch-00000003", "launch-00000006")) {
      Path one = executed.resolve(snapshot).resolve("memory.safetensors");
      Path other = captured.resolve(snapshot).resolve("memory.safetensors");
      try (Snapshot expected = Snapshot.open(List.of(one));
          Snapshot got = Snapshot.open(List.of(other))) {
        Map<String, Tensor> all = tensors(expected);
        assertThat(tensors(got).keySet()).isEqualTo(all.keySet());
        tensors(got)
            .forEach((name, tensor) ->
                assertThat(tensor.memory().mismatch(requireNonNull(all.get(name)).memory()))
                    .as(name)
                    .isEqualTo(-1));
      }
    }
  }

  private static Map<String, Tensor> tensors(Snapshot snapshot) {
    Map<String, Tensor> all = new TreeMap<>();
    snapshot.allocations().forEach(each -> all.put(each.name(), each.tensor()));
    return all;
  }

  @Test
  void aRecordingIsReplayedWithoutTheProgram() throws Exception {
    Path recording = scratch.resolve("wave.rec");
    Path timed = scratch.resolve("timed.json");
    Ran ran =
        run(
            "exec",
            "--gpu",
            "p100",
            "--record",
            recording.toString(),
            "--format",
            "json",
            "-o",
            timed.toString(),
            "jobs/wave",
            "64",
            "2");
    assertThat(ran.status()).isZero();
    Ran replayed =
        run("simulate", "--replay", recording.toString(), "--gpu", "p100", "--format", "json");
    Pattern cycles = Pattern.compile("\"cycles\"\\s*:\\s*\\d+");
    assertThat(cycles.matcher(replayed.output()).results().map(MatchResult::group).findFirst())
        .isPresent()
        .isEqualTo(
            cycles.matcher(Files.readString(timed)).results().map(MatchResult::group).findFirst());
  }

  @Test
  void checksFindWhatIsNotWritten() throws Exception {
    Ran ran = run("exec", "--check", "race,uninitialised", "jobs/wave", "64", "2");
    assertThat(ran.errors()).doesNotContain("magpie: ");
    assertThat(ran.status()).isZero();
  }

  @Test
  void whatCannotBeExecutedIsTold() throws Exception {
    assertThat(run("exec", "./nothing"))
        .isEqualTo(new Ran(2, "", "magpie: ./nothing: there is no such file\n"));
    assertThat(run("exec", "docs/exec.md"))
        .isEqualTo(new Ran(2, "", "magpie: docs/exec.md: is no program that can be executed\n"));
    assertThat(run("exec", "--codec", "fpc:truncate=4", "jobs/wave").status()).isEqualTo(2);
    assertThat(run("run", "jobs/heat.ptx").errors()).contains("is PTX, not a job");
    assertThat(run("simulate", "--job", "jobs/heat.cu").errors())
        .contains("'magpie exec jobs/heat.cu'");
  }

  @Test
  void theProgramsStatusIsTheCommands() throws Exception {
    assertThat(run("exec", PROGRAMS.resolve("faults").toString()).status()).isEqualTo(7);
    assertThat(run("exec", PROGRAMS.resolve("faults").toString(), "crash").status()).isEqualTo(139);
    assertThat(run("exec", "--gpu", "p100", PROGRAMS.resolve("faults").toString()).status())
        .isEqualTo(7);
  }

  /** A terminal tells the program itself; who means Magpie presses twice. */
  @Test
  void ctrlCIsTheProgramsOwn() throws Exception {
    Process magpie = waiting();
    List<ProcessHandle> programs = magpie.descendants().toList();
    interrupt(magpie);
    assertThat(magpie.waitFor(500, TimeUnit.MILLISECONDS)).isFalse();
    interrupt(magpie);
    assertThat(magpie.waitFor(30, TimeUnit.SECONDS)).isTrue();
    // 128 and the number of SIGTERM, which the program got.
    assertThat(magpie.exitValue()).isEqualTo(143);
    assertThat(programs).noneMatch(ProcessHandle::isAlive);
  }

  /** A command whose program runs, and has told so. */
  private static Process waiting() throws IOException, InterruptedException {
    Path output = Files.createTempFile(scratch, "out", "");
    Process magpie =
        command(List.of("exec", PROGRAMS.resolve("faults").toString(), "wait"))
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (!Files.readString(output).contains("waiting")) {
      assertThat(magpie.isAlive()).isTrue();
      Thread.sleep(20);
    }
    magpie.descendants().forEach(WAITING::add);
    WAITING.add(magpie.toHandle());
    return magpie;
  }

  /** Those of a test that has failed would wait on. */
  @AfterEach
  void endThoseThatWait() {
    WAITING.forEach(ProcessHandle::destroyForcibly);
    WAITING.clear();
  }

  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  @Test
  void ofSeveralProcessesOneIsTimed() throws Exception {
    Path both = scratch.resolve("both.sh");
    Files.writeString(both, "#!/bin/sh\njobs/wave 64 2\njobs/wave 64 3\nexit 5\n");
    assertThat(both.toFile().setExecutable(true)).isTrue();
    Ran ran = run("exec", "--gpu", "p100", both.toString());
    assertThat(ran.status()).isEqualTo(5);
    assertThat(ran.output()).containsSubsequence("passed", "passed");
    assertThat(ran.errors())
        .contains(
            "another process of the command launches kernels", "p100, codec none: 2 launches");
    Path snapshots = scratch.resolve("of-both");
    assertThat(run("exec", "--snapshots", snapshots.toString(), both.toString()).errors())
        .contains("wrote 5 snapshots");
  }

  @Test
  void whatIsStaticAsAWholeIsRefused() throws Exception {
    Path source = scratch.resolve("static.c");
    Path program = scratch.resolve("static");
    Files.writeString(source, "int main(void) { return 0; }\n");
    Process compiler =
        new ProcessBuilder("cc", "-static", source.toString(), "-o", program.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(compiler.waitFor() == 0, "there is no static C library");
    Ran ran = run("exec", program.toString());
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.errors()).contains("is linked as a whole (-static)");
  }

  @Test
  void noProcessOutlivesTheCommand() throws Exception {
    for (boolean byForce : new boolean[] {false, true}) {
      Process magpie = waiting();
      List<ProcessHandle> programs = magpie.descendants().toList();
      assertThat(programs).isNotEmpty();
      if (byForce) {
        magpie.destroyForcibly();
      } else {
        magpie.destroy();
      }
      assertThat(magpie.waitFor(30, TimeUnit.SECONDS)).isTrue();
      for (ProcessHandle each : programs) {
        each.onExit().get(30, TimeUnit.SECONDS);
      }
    }
    // The socket of the one that was killed goes with the next run.
    run("exec", PROGRAMS.resolve("faults").toString(), "bounds");
    try (Stream<Path> left = Files.list(temporary())) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .noneMatch(name -> name.contains("magpie-exec"));
    }
  }
}
