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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs commands on small inputs while one request to the system fails, or a signal comes, and
 * checks afterwards: the status is 0, 1 or 2, and 0 only with the whole result; standard error has
 * one line at most; inputs are as they were; an output is whole or not there; nothing else is left;
 * and the next run gives the result.
 *
 * <p>{@code Faults ROOT JAVA [--every N] [--signals N] [COMMAND...]}; the script {@code faults}
 * beside it calls it so.
 */
final class Faults {
  /** Requests and how they fail. Those that read are failed on files of the inputs alone. */
  private static final Map<String, List<String>> WRITING =
      Map.of(
          "write", List.of("error=ENOSPC", "error=EIO", "error=EINTR"),
          "pwrite64", List.of("error=ENOSPC", "error=EIO"),
          "rename", List.of("error=ENOSPC", "error=EIO"),
          "fsync", List.of("error=EIO"),
          "mkdir", List.of("error=ENOSPC"));

  private static final Map<String, List<String>> READING =
      Map.of(
          "openat", List.of("error=EIO", "error=EACCES", "error=EMFILE"),
          "read", List.of("error=EIO", "error=EINTR"),
          "pread64", List.of("error=EIO", "error=EINTR"),
          "mmap", List.of("error=ENOMEM"));

  private static final List<String> SIGNALS = List.of("INT", "TERM", "KILL");
  private static final long SECONDS = 120;

  /** What differs between two runs that give the same. */
  private static final Pattern TIMING =
      Pattern.compile("\"(started|seconds|checksum)\" : [^,\\n]*|[0-9.]+ (ms|s|min)\\b");

  /**
   * A command.
   *
   * @param arguments {@code in/} and {@code out/} stand before names of inputs and outputs
   */
  private record Command(String name, List<String> arguments) {
    static Command of(String name, String arguments) {
      return new Command(name, List.of(arguments.split(" ")));
    }
  }

  private static final List<Command> COMMANDS =
      List.of(
          Command.of(
              "analyze",
              "analyze in/t.bin --codec bdi -o out/a.txt --report out/a.html --per-block out/b.csv"),
          Command.of("train", "train in/t.bin --codec e2mc -o out/table"),
          Command.of(
              "compress", "compress in/series in/t.bin -o out/c.mgp --codec e2mc:table=in/table"),
          Command.of("decompress", "decompress in/c.mgp -o out/copy"),
          Command.of("layout", "layout in/t.bin"),
          Command.of("examples", "examples -o out/examples"),
          Command.of("profile", "profile in/series -o out/targets.json --report out/p.html"),
          Command.of("replay", "replay in/series --targets in/targets.json -o out/r.txt"),
          Command.of(
              "capacity",
              "capacity in/targets.json --memory 1GiB -o out/c.txt --report out/c.html"),
          Command.of("run", "run in/job.toml -o out/run.txt"),
          Command.of(
              "simulate",
              "simulate --job in/job.toml -o out/s.txt --record out/rec --timeline out/t.json"),
          Command.of("replayed", "simulate --replay in/rec --codec bdi -o out/s.txt"),
          Command.of("dram", "dram in/trace -o out/d.txt"),
          Command.of("depth", "depth builtin:hall --size 64x64 --image-dir out/images"),
          Command.of("reproduce", "reproduce mag/table3 -o out/results"),
          Command.of("query", "query -o in/results SELECT+1"));

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

  private final Path root;
  private final String java;
  private final Path work;
  private final Path in;
  private final Path out;
  private final Path log;

  /** Java's temporary directory. */
  private final Path temporary;

  private int problems;

  /** How a run ended. */
  private record Run(int status, String stdout, String stderr) {}

  private Faults(Path root, String java) throws IOException {
    this.root = root;
    this.java = java;
    work = Files.createTempDirectory("magpie-faults").toRealPath();
    in = Files.createDirectory(work.resolve("in"));
    out = work.resolve("out");
    log = work.resolve("strace.log");
    temporary = Files.createDirectory(work.resolve("tmp"));
  }

  public static void main(String[] arguments) throws Exception {
    int every = 1;
    int signals = 0;
    List<String> names = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--every" -> every = Integer.parseInt(arguments[++i]);
        case "--signals" -> signals = Integer.parseInt(arguments[++i]);
        default -> names.add(arguments[i]);
      }
    }
    Faults faults = new Faults(Path.of(arguments[0]), arguments[1]);
    try {
      faults.makeInputs();
      Random random = new Random(1);
      for (Command command : COMMANDS) {
        if (names.isEmpty() || names.contains(command.name())) {
          faults.check(command, every, signals, random);
        }
      }
    } finally {
      faults.remove(faults.work);
    }
    if (faults.problems > 0) {
      System.exit(1);
    }
  }

  private void makeInputs() throws Exception {
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
    Files.writeString(in.resolve("job.toml"), JOB);
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
            "simulate --job in/job.toml --record in/rec",
            "reproduce mag/table3 -o in/results")) {
      Run run = run(List.of(), Command.of("input", line));
      if (run.status() != 0) {
        throw new IllegalStateException(line + ": " + run.stderr());
      }
    }
  }

  private void check(Command command, int every, int signals, Random random) throws Exception {
    clear();
    long begin = System.nanoTime();
    Run clean = run(List.of(), command);
    long nanos = System.nanoTime() - begin;
    if (clean.status() != 0) {
      report(command, "without a fault", "status " + clean.status() + ": " + clean.stderr());
      return;
    }
    Map<String, String> result = digests(out);
    Map<String, String> inputs = digests(in);
    int made = 0;
    int elsewhere = 0;
    int before = problems;
    for (Fault fault : faults(command)) {
      // By chance, so that no kind is always passed over.
      if (random.nextInt(every) != 0) {
        continue;
      }
      clear();
      Run run = run(fault.strace(log), command);
      if (!hitOurs()) {
        elsewhere++;
        continue;
      }
      made++;
      judge(command, fault.toString(), run, clean, result, inputs, false);
    }
    for (String signal : signals == 0 ? List.<String>of() : SIGNALS) {
      for (int i = 0; i < signals; i++) {
        clear();
        long after = (long) (random.nextDouble() * nanos);
        Run run = runAndSignal(command, signal, after);
        made++;
        judge(
            command,
            "SIG%s after %d ms".formatted(signal, after / 1_000_000),
            run,
            clean,
            result,
            inputs,
            true);
      }
    }
    System.out.printf(
        "%-12s %5d faults, %d problems (%d requests failed elsewhere)%n",
        command.name(), made, problems - before, elsewhere);
  }

  private void judge(
      Command command,
      String fault,
      Run run,
      Run clean,
      Map<String, String> result,
      Map<String, String> inputs,
      boolean signalled)
      throws Exception {
    Map<String, String> left = digests(out);
    boolean whole = left.equals(result) && same(run.stdout(), clean.stdout());
    if (run.status() == 0 && !whole) {
      report(command, fault, "status 0 without the whole result: " + difference(result, left));
    }
    boolean isFull = fault.contains("ENOSPC");
    if (!signalled && (run.status() < 0 || run.status() > (isFull ? 1 : 2))) {
      report(command, fault, "status " + run.status());
    }
    List<String> lines =
        run.stderr().lines().filter(each -> !clean.stderr().contains(each)).toList();
    if (lines.size() > 1 || lines.stream().anyMatch(each -> !each.startsWith("magpie: "))) {
      report(
          command,
          fault,
          "says\n    " + String.join("\n    ", lines.subList(0, Math.min(8, lines.size()))));
    }
    boolean killed = fault.startsWith("SIGKILL");
    left.forEach((file, digest) -> {
      boolean part = file.contains(".part") || file.endsWith(".lock");
      if (part ? !killed : !digest.equals(result.get(file)) && !isRecordOfRun(file)) {
        report(command, fault, "leaves " + file + (part ? "" : ", half-written"));
      }
    });
    if (!killed && !digests(temporary).isEmpty()) {
      report(command, fault, "leaves temporary files: " + digests(temporary).keySet());
    }
    remove(temporary);
    Files.createDirectory(temporary);
    if (!digests(in).equals(inputs)) {
      report(command, fault, "changed an input");
    }
    if (command.arguments().stream().anyMatch(each -> each.equals("out/results"))) {
      // Such a directory is gone on with; others have to be new.
    } else {
      removeDirectories();
    }
    Run again = run(List.of(), command);
    if (again.status() != 0
        || !digests(out).equals(result)
        || !same(again.stdout(), clean.stdout())) {
      report(
          command,
          fault,
          "spoils the next run: %d, %s %s"
              .formatted(again.status(), again.stderr().strip(), difference(result, digests(out))));
    }
  }

  /** What a run keeps for the next one to go on from. */
  private static boolean isRecordOfRun(String file) {
    return file.startsWith("results/");
  }

  private static String difference(Map<String, String> wanted, Map<String, String> found) {
    Map<String, String> all = new TreeMap<>(wanted);
    all.putAll(found);
    return all.keySet().stream()
        .filter(each -> !String.valueOf(wanted.get(each)).equals(found.get(each)))
        .toList()
        .toString();
  }

  private static boolean same(String one, String other) {
    return TIMING.matcher(one).replaceAll("").equals(TIMING.matcher(other).replaceAll(""));
  }

  private void report(Command command, String fault, String problem) {
    problems++;
    System.out.printf("%s, %s: %s%n", command.name(), fault, problem);
  }

  /** A request that fails: the n-th of its kind, of all or of those on some files. */
  private record Fault(String request, String how, int number, List<Path> files) {
    List<String> strace(Path log) {
      List<String> arguments =
          new ArrayList<>(
              List.of(
                  "strace", "-f", "-qq", "-y", "--seccomp-bpf", "-s", "0", "-o", log.toString()));
      files.forEach(file -> arguments.addAll(List.of("-P", file.toString())));
      arguments.addAll(
          List.of(
              "-e",
              "trace=" + request,
              "-e",
              "inject=%s:%s:when=%d".formatted(request, how, number)));
      return arguments;
    }

    @Override
    public String toString() {
      return "%s %d with %s".formatted(request, number, how);
    }
  }

  private List<Fault> faults(Command command) throws Exception {
    List<Fault> faults = new ArrayList<>();
    for (Map.Entry<String, List<String>> each : new TreeMap<>(WRITING).entrySet()) {
      add(command, each.getKey(), each.getValue(), List.of(), faults);
    }
    List<Path> files;
    try (Stream<Path> all = Files.walk(in)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Map.Entry<String, List<String>> each : new TreeMap<>(READING).entrySet()) {
      add(command, each.getKey(), each.getValue(), files, faults);
    }
    return faults;
  }

  private void add(
      Command command, String request, List<String> ways, List<Path> files, List<Fault> faults)
      throws Exception {
    clear();
    List<String> strace = new Fault(request, "", 0, files).strace(log);
    run(strace.subList(0, strace.size() - 2), command);
    // Requests are counted by thread.
    Map<String, Integer> ofThread = new TreeMap<>();
    Set<Integer> numbers = new TreeSet<>();
    for (String line : Files.readAllLines(log)) {
      if (line.contains(request + "(")) {
        int number = ofThread.merge(line.split(" ", 2)[0], 1, Integer::sum);
        if (isOurs(line)) {
          numbers.add(number);
        }
      }
    }
    for (int number : numbers) {
      ways.forEach(how -> faults.add(new Fault(request, how, number, files)));
    }
  }

  /** Whether a request about our files failed; its line may be in two parts. */
  private boolean hitOurs() throws IOException {
    Map<String, String> begun = new TreeMap<>();
    boolean hit = false;
    for (String line : Files.readAllLines(log)) {
      String thread = line.split(" ", 2)[0];
      if (line.contains("<unfinished ...>")) {
        begun.put(thread, line);
      }
      hit |=
          line.contains("(INJECTED)")
              && isOurs(line.contains("resumed>") ? begun.getOrDefault(thread, "") : line);
    }
    return hit;
  }

  /** Whether a request is about our files or standard output. */
  private boolean isOurs(String line) {
    return line.contains(in.toString())
        || line.contains(out.toString())
        || line.contains("write(1<");
  }

  private Process start(List<String> before, Command command) throws IOException {
    List<String> line = new ArrayList<>(before);
    line.addAll(
        List.of(
            java,
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Dmagpie.stderr=2",
            "-Djava.io.tmpdir=" + temporary,
            "-Dmagpie.examples=" + root.resolve("examples"),
            "-cp",
            root.resolve("cli/target/magpie-cli.jar") + ":" + root.resolve("cli/target/lib") + "/*",
            "dev.magpie.cli.Magpie"));
    for (String argument : command.arguments()) {
      line.add(argument.replace('+', ' '));
    }
    return new ProcessBuilder(line)
        .directory(work.toFile())
        .redirectOutput(work.resolve("stdout").toFile())
        .redirectError(work.resolve("stderr").toFile())
        .start();
  }

  private Run run(List<String> before, Command command) throws Exception {
    return ended(start(before, command));
  }

  private Run runAndSignal(Command command, String signal, long nanos) throws Exception {
    Process process = start(List.of(), command);
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
            .map(each -> each + "\n")
            .reduce("", String::concat);
    return new Run(
        process.exitValue(),
        Files.readString(work.resolve("stdout"), StandardCharsets.ISO_8859_1),
        err);
  }

  private void clear() throws IOException {
    remove(out);
    Files.createDirectories(out);
  }

  private void removeDirectories() throws IOException {
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

  private Map<String, String> digests(Path place) throws IOException {
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
