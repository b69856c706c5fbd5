import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory in which commands run while something fails: inputs, outputs, and what was there.
 */
final class FaultSandbox {
  /** What differs between two runs that give the same. */
  private static final Pattern TIMING =
      Pattern.compile(
          "\"(started|seconds|hostSeconds|warpInstructionsPerHostSecond|checksum)\" : [^,\\n]*"
              + "|[0-9.]+ (ms|s|min)\\b|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z");

  private static final long SECONDS = 120;

  private static final String JOB =
      """
      ptx = "saxpy.ptx"

      [buffers]
      x = "x.npy"
      y = { dtype = "f32", shape = [1000], fill = 1 }

      [[launch]]
      kernel = "saxpy"
      grid = 4
      block = 256
      args = ["i32:1000", "f32:2", "@x", "@y"]

      [outputs]
      y = "../out/y.npy"

      [snapshots]
      every = 1
      directory = "../out/memory"
      """;

  private static final String SWEEP =
      """
      gpus = ["gtx580"]
      codecs = ["none", "bdi"]

      [[program]]
      job = "job.toml"
      """;

  private final Path root;
  private final String java;
  private final Path work;
  final Path in;
  final Path out;

  /** What strace writes. */
  final Path log;

  /** Java's temporary directory. */
  final Path temporary;

  /** How a run ended. */
  record Run(int status, String stdout, String stderr) {}

  FaultSandbox(Path root, String java) throws IOException {
    this.root = root;
    this.java = java;
    work = Files.createTempDirectory("magpie-faults").toRealPath();
    in = Files.createDirectory(work.resolve("in"));
    out = work.resolve("out");
    log = work.resolve("strace.log");
    temporary = Files.createDirectory(work.resolve("tmp"));
  }

  void makeInputs() throws Exception {
    byte[] words = new byte[60_000];
    Random random = new Random(1);
    for (int i = 0; i < words.length; i += 4) {
      words[i] = (byte) (random.nextInt(12) * random.nextInt(12));
    }
    Files.write(in.resolve("t.bin"), words);
    for (String snapshot : List.of("t0", "t1")) {
      Files.createDirectories(in.resolve("series").resolve(snapshot));
      Files.write(in.resolve("series").resolve(snapshot).resolve("a.bin"), words);
    }
    StringBuilder trace = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      trace.append(i % 3 == 0 ? "ST " : "LD ").append(64 * random.nextInt(10_000)).append('\n');
    }
    Files.writeString(in.resolve("trace"), trace);
    Files.copy(root.resolve("jobs/saxpy.ptx"), in.resolve("saxpy.ptx"));
    Files.copy(root.resolve("jobs/wave"), in.resolve("wave"));
    Files.writeString(in.resolve("job.toml"), JOB);
    Files.writeString(in.resolve("sweep.toml"), SWEEP);
    byte[] array = new byte[128 + 4000];
    String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1000,), }";
    byte[] magic = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0};
    System.arraycopy(magic, 0, array, 0, magic.length);
    byte[] text =
        (header + " ".repeat(117 - header.length()) + "\n").getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(text, 0, array, magic.length, text.length);
    Files.write(in.resolve("x.npy"), array);
    Files.createDirectories(out);
    for (String line :
        List.of(
            "train in/t.bin --codec e2mc -o in/table",
            "compress in/t.bin in/series -o in/c.mgp",
            "profile in/series -o in/targets.json",
            "analyze in/t.bin --codec bdi --shard 1/2 --format json -o in/1.json",
            "analyze in/t.bin --codec bdi --shard 2/2 --format json -o in/2.json",
            "depth builtin:hall --size 64x64 --draws in/hall.draws",
            "simulate --job in/job.toml --record in/rec",
            "reproduce mag/table3 -o in/results")) {
      Run run = run(Surroundings.USUAL, List.of(line.split(" ")));
      if (run.status() != 0) {
        throw new IllegalStateException(line + ": " + run.stderr());
      }
    }
  }

  static boolean same(String one, String other) {
    return TIMING.matcher(one).replaceAll("").equals(TIMING.matcher(other).replaceAll(""));
  }

  private Process start(Surroundings around, List<String> command) throws IOException {
    List<String> line = new ArrayList<>(around.before());
    line.addAll(
        List.of(
            java,
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Dmagpie.stderr=2",
            "-Djava.io.tmpdir=" + temporary,
            "-Dmagpie.examples=" + root.resolve("examples")));
    line.addAll(around.javaOptions());
    line.addAll(
        List.of(
            "-cp",
            root.resolve("cli/target/magpie-cli.jar") + ":" + root.resolve("cli/target/lib") + "/*",
            "dev.magpie.cli.Magpie"));
    for (String argument : command) {
      line.add(argument.replace('+', ' '));
    }
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(work.toFile())
            .redirectOutput(work.resolve("stdout").toFile())
            .redirectError(work.resolve("stderr").toFile());
    // So that pages are the same again.
    builder.environment().put("SOURCE_DATE_EPOCH", "0");
    // Where exec keeps what it compiles.
    builder.environment().put("XDG_CACHE_HOME", work.resolve("cache").toString());
    return builder.start();
  }

  Run run(Surroundings around, List<String> command) throws Exception {
    return ended(start(around, command));
  }

  Run runAndSignal(List<String> command, String signal, long nanos) throws Exception {
    Process process = start(Surroundings.USUAL, command);
    if (!process.waitFor(nanos, TimeUnit.NANOSECONDS)) {
      new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start().waitFor();
    }
    return ended(process);
  }

  private Run ended(Process process) throws Exception {
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      return new Run(-1, "", "still running after %d s".formatted(SECONDS));
    }
    String err =
        Files.readString(work.resolve("stderr"))
            .lines()
            // Of the JVM, which the launcher filters.
            .filter(each -> !each.startsWith("WARNING: Using incubator modules"))
            .filter(each -> !each.startsWith("WARNING: java.io.tmpdir directory"))
            // It logs its end, and cannot where that comes before its modules are there.
            .filter(each -> !each.startsWith("Runtime.exit("))
            .map(each -> each + "\n")
            .reduce("", String::concat);
    return new Run(
        process.exitValue(),
        Files.readString(work.resolve("stdout"), StandardCharsets.ISO_8859_1),
        err);
  }

  void close() throws IOException {
    remove(work);
  }

  void clearTemporary() throws IOException {
    remove(temporary);
    Files.createDirectory(temporary);
  }

  void clear() throws IOException {
    remove(out);
    Files.createDirectories(out);
  }

  void removeDirectories() throws IOException {
    try (Stream<Path> all = Files.list(out)) {
      for (Path each :
          all.filter(Files::isDirectory)
              .filter(file -> !String.valueOf(file.getFileName()).startsWith("."))
              .toList()) {
        remove(each);
      }
    }
  }

  private void remove(Path place) throws IOException {
    if (!Files.exists(place)) {
      return;
    }
    try (Stream<Path> all = Files.walk(place)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  Map<String, String> digests(Path place) throws IOException {
    Map<String, String> digests = new LinkedHashMap<>();
    try (Stream<Path> all = Files.walk(place, FileVisitOption.FOLLOW_LINKS)) {
      for (Path each : all.sorted().toList()) {
        if (Files.isDirectory(each)) {
          if (!each.equals(place)) {
            digests.put(place.relativize(each) + "/", "");
          }
          continue;
        }
        String text = Files.readString(each, StandardCharsets.ISO_8859_1);
        digests.put(
            place.relativize(each).toString(),
            digest(TIMING.matcher(text).replaceAll("").getBytes(StandardCharsets.ISO_8859_1)));
      }
    }
    return digests;
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
