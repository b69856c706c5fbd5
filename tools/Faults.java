import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs commands on small inputs while one request to the system fails, a signal comes, or what is
 * around them is {@linkplain Surroundings hard}, and checks afterwards: the status is 0, 1 or 2,
 * and 0 only with the whole result; standard error has one line at most; inputs are as they were;
 * an output is whole or not there; nothing else is left; and the next run gives the result.
 *
 * <p>{@code Faults ROOT JAVA [--every N] [--signals N] [--seed N] [COMMAND...]}; the script {@code
 * faults} beside it calls it so.
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
          Command.of("parquet", "analyze in/t.bin --codec bdi --parquet out/parquet -o out/a.txt"),
          Command.of("shard", "analyze in/t.bin --codec bdi --shard 1/2 --format json -o out/1"),
          Command.of("merge", "merge in/1.json in/2.json -o out/whole.json"),
          Command.of("advise", "advise in/x.npy -o out/a.txt --report out/a.html"),
          Command.of("pages", "pages in/t.bin -o out/p.txt"),
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
              "simulate --job in/job.toml --format json -o out/s.json --record out/rec"
                  + " --timeline out/t.json"),
          Command.of(
              "replayed", "simulate --replay in/rec --codec bdi --format json -o out/s.json"),
          Command.of("dram", "dram in/trace --format json -o out/d.json"),
          Command.of("sweep", "sweep in/sweep.toml -o out/results --report out/s.html"),
          Command.of(
              "depth",
              "depth builtin:hall --size 64x64 --image-dir out/images --draws out/hall.draws"),
          Command.of("draws", "depth in/hall.draws -o out/d.txt --report out/d.html"),
          Command.of("reproduce", "reproduce mag/table3 -o out/results"),
          Command.of("query", "query -o in/results SELECT+1"),
          Command.of("workload", "workload tp --size quick --set side=64 --snapshots out/tp"),
          // What the program writes itself is not ours to judge.
          Command.of(
              "exec",
              "exec --gpu p100 --format json -o out/e.json --snapshots out/memory"
                  + " sh -c in/wave+32+2+>/dev/null"),
          Command.of(
              "recorded",
              "exec --gpu p100 --format json -o out/e.json --record out/rec --timeline out/t.json"
                  + " sh -c in/wave+32+2+>/dev/null"));

  private final FaultSandbox sandbox;
  private final List<Surroundings> surroundings;
  private int problems;
  private int total;

  private Faults(FaultSandbox sandbox, List<Surroundings> surroundings) {
    this.sandbox = sandbox;
    this.surroundings = surroundings;
  }

  public static void main(String[] arguments) throws Exception {
    int every = 1;
    int signals = 0;
    long seed = 1;
    Part part = new Part(1, 1);
    List<String> names = new ArrayList<>();
    for (int i = 2; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--every" -> every = Integer.parseInt(arguments[++i]);
        case "--signals" -> signals = Integer.parseInt(arguments[++i]);
        case "--seed" -> seed = Long.parseLong(arguments[++i]);
        case "--part" -> part = Part.of(arguments[++i]);
        default -> names.add(arguments[i]);
      }
    }
    List<String> known = COMMANDS.stream().map(Command::name).toList();
    if (!known.containsAll(names)) {
      System.err.println(
          "faults: say --every N, --part I/N, --signals N, or some of " + String.join(", ", known));
      System.exit(2);
    }
    FaultSandbox sandbox = new FaultSandbox(Path.of(arguments[0]), arguments[1]);
    Faults faults = new Faults(sandbox, Surroundings.hard(sandbox));
    try {
      sandbox.makeInputs();
      Random random = new Random(seed);
      for (Command command : COMMANDS) {
        if (names.isEmpty() || names.contains(command.name())) {
          faults.check(command, part, every, signals, random);
        }
      }
    } finally {
      sandbox.close();
    }
    System.out.printf("%d faults, %d problems%n", faults.total, faults.problems);
    if (faults.problems > 0) {
      System.exit(1);
    }
  }

  private void check(Command command, Part part, int every, int signals, Random random)
      throws Exception {
    sandbox.clear();
    long begin = System.nanoTime();
    FaultSandbox.Run clean = sandbox.run(Surroundings.USUAL, command.arguments());
    long nanos = System.nanoTime() - begin;
    if (clean.status() != 0) {
      report(command, "without a fault", "status " + clean.status() + ": " + clean.stderr());
      return;
    }
    Map<String, String> result = sandbox.digests(sandbox.out);
    Map<String, String> inputs = sandbox.digests(sandbox.in);
    int made = 0;
    int elsewhere = 0;
    int before = problems;
    List<Fault> all = part.of(faults(command));
    for (Fault fault : all) {
      // By chance, so that no kind is always passed over.
      if (random.nextInt(every) != 0) {
        continue;
      }
      sandbox.clear();
      FaultSandbox.Run run =
          sandbox.run(
              Surroundings.after(
                  strace(
                      List.of(fault.request),
                      fault.files,
                      "inject=%s:%s:when=%d".formatted(fault.request, fault.how, fault.number))),
              command.arguments());
      if (!hitOurs()) {
        elsewhere++;
        continue;
      }
      made++;
      judge(command, fault.toString(), run, clean, result, inputs, false);
    }
    for (Surroundings hard : part.of(surroundings)) {
      if (random.nextInt(every) != 0) {
        continue;
      }
      sandbox.clear();
      FaultSandbox.Run run = sandbox.run(hard, command.arguments());
      made++;
      judge(command, hard.name(), run, clean, result, inputs, false);
      // Java's helper that starts programs does not go on after a short write.
      boolean startsProgram = command.arguments().getFirst().equals("exec");
      if (hard.mustDo() && run.status() != 0 && !startsProgram) {
        report(command, hard.name(), "status " + run.status() + ": " + run.stderr());
      }
    }
    for (String signal : signals == 0 ? List.<String>of() : SIGNALS) {
      for (int i = 0; i < signals; i++) {
        sandbox.clear();
        long after = (long) (random.nextDouble() * nanos);
        FaultSandbox.Run run = sandbox.runAndSignal(command.arguments(), signal, after);
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
    total += made;
    System.out.printf(
        "%-12s %5d faults of %d, %d problems (%d requests failed elsewhere)%n",
        command.name(), made, all.size(), problems - before, elsewhere);
  }

  private void judge(
      Command command,
      String fault,
      FaultSandbox.Run run,
      FaultSandbox.Run clean,
      Map<String, String> result,
      Map<String, String> inputs,
      boolean signalled)
      throws Exception {
    Map<String, String> left = sandbox.digests(sandbox.out);
    boolean whole = left.equals(result) && FaultSandbox.same(run.stdout(), clean.stdout());
    if (run.status() == 0 && !whole) {
      report(command, fault, "status 0 without the whole result: " + difference(result, left));
    }
    boolean killed = fault.startsWith("SIGKILL");
    boolean isFull = fault.contains("ENOSPC");
    if (!signalled && (run.status() < 0 || run.status() > (isFull ? 1 : 2))) {
      report(command, fault, "status " + run.status());
    }
    List<String> lines =
        run.stderr().lines().filter(each -> !clean.stderr().contains(each)).toList();
    // When magpie is killed, it is a program of exec that says so.
    if (!killed
        && (lines.size() > 1 || lines.stream().anyMatch(each -> !each.startsWith("magpie: ")))) {
      report(
          command,
          fault,
          "says\n    " + String.join("\n    ", lines.subList(0, Math.min(8, lines.size()))));
    }
    left.forEach((file, digest) -> {
      boolean part =
          file.contains(".part") || (file.endsWith(".lock") && !result.containsKey(file));
      if (part ? !killed : !digest.equals(result.get(file)) && !isRecordOfRun(file)) {
        report(command, fault, "leaves " + file + (part ? "" : ", half-written"));
      }
    });
    if (!killed && !sandbox.digests(sandbox.temporary).isEmpty()) {
      report(
          command, fault, "leaves temporary files: " + sandbox.digests(sandbox.temporary).keySet());
    }
    sandbox.clearTemporary();
    if (!sandbox.digests(sandbox.in).equals(inputs)) {
      report(command, fault, "changed an input");
    }
    // Results are gone on with; other directories have to be new.
    if (!command.arguments().contains("out/results")) {
      sandbox.removeDirectories();
    }
    FaultSandbox.Run again = sandbox.run(Surroundings.USUAL, command.arguments());
    // What goes on says from where.
    boolean saysTheSame =
        command.arguments().contains("out/results")
            || FaultSandbox.same(again.stdout(), clean.stdout());
    if (again.status() != 0 || !sandbox.digests(sandbox.out).equals(result) || !saysTheSame) {
      report(
          command,
          fault,
          "spoils the next run: %d, %s %s"
              .formatted(
                  again.status(),
                  again.stderr().strip(),
                  difference(result, sandbox.digests(sandbox.out))));
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

  private void report(Command command, String fault, String problem) {
    problems++;
    System.out.printf("%s, %s: %s%n", command.name(), fault, problem);
  }

  /**
   * The I-th of N parts of a list, counted from 1, so that what takes hours can be done in pieces.
   */
  private record Part(int number, int count) {
    static Part of(String text) {
      Matcher matcher = Pattern.compile("([1-9]\\d{0,3})/([1-9]\\d{0,3})").matcher(text);
      if (!matcher.matches()
          || Integer.parseInt(matcher.group(1)) > Integer.parseInt(matcher.group(2))) {
        System.err.println("faults: --part needs I/N, such as 2/3, not '" + text + "'");
        System.exit(2);
      }
      return new Part(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    <T> List<T> of(List<T> all) {
      return all.subList(all.size() * (number - 1) / count, all.size() * number / count);
    }
  }

  /** A request that fails: the n-th of its kind, of all or of those on some files. */
  private record Fault(String request, String how, int number, List<Path> files) {
    @Override
    public String toString() {
      return "%s %d with %s".formatted(request, number, how);
    }
  }

  private List<Fault> faults(Command command) throws Exception {
    List<Fault> faults = new ArrayList<>();
    add(command, new TreeMap<>(WRITING), List.of(), faults);
    List<Path> files;
    try (Stream<Path> all = Files.walk(sandbox.in)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    add(command, new TreeMap<>(READING), files, faults);
    return faults;
  }

  /** Adds all faults of some requests, as a run without faults makes them. */
  private void add(
      Command command, Map<String, List<String>> requests, List<Path> files, List<Fault> faults)
      throws Exception {
    sandbox.clear();
    sandbox.run(
        Surroundings.after(strace(List.copyOf(requests.keySet()), files)), command.arguments());
    List<String> lines = Files.readAllLines(sandbox.log);
    requests.forEach((request, ways) -> {
      // Requests are counted by thread.
      Map<String, Integer> ofThread = new TreeMap<>();
      Set<Integer> numbers = new TreeSet<>();
      Pattern call = Pattern.compile("\\d+ +" + request + "\\(.*");
      for (String line : lines) {
        if (call.matcher(line).matches()) {
          int number = ofThread.merge(line.split(" ", 2)[0], 1, Integer::sum);
          if (isOurs(line)) {
            numbers.add(number);
          }
        }
      }
      for (int number : numbers) {
        ways.forEach(how -> faults.add(new Fault(request, how, number, files)));
      }
    });
  }

  /**
   * The command line of strace.
   *
   * @param files that requests are about; none for all
   * @param more expressions of its option {@code -e}
   */
  private List<String> strace(List<String> requests, List<Path> files, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("strace", "-f", "-qq", "-y", "--seccomp-bpf", "-s", "0"));
    arguments.addAll(List.of("-o", sandbox.log.toString()));
    files.forEach(file -> arguments.addAll(List.of("-P", file.toString())));
    arguments.addAll(List.of("-e", "trace=" + String.join(",", requests)));
    List.of(more).forEach(each -> arguments.addAll(List.of("-e", each)));
    return arguments;
  }

  /** Whether a request about our files failed; its line may be in two parts. */
  private boolean hitOurs() throws IOException {
    Map<String, String> begun = new TreeMap<>();
    boolean hit = false;
    for (String line : Files.readAllLines(sandbox.log)) {
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
    return line.contains(sandbox.in.toString())
        || line.contains(sandbox.out.toString())
        || line.contains("write(1<");
  }
}
