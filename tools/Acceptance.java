import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds the programs of a list from checkouts, runs each under {@code magpie exec}, and says what
 * became of it.
 *
 * <p>{@code Acceptance LIST MAGPIE REPOSITORY=DIR... [OPTION...]}; the script {@code acceptance}
 * beside it calls it so, and the list says what its lines mean.
 */
final class Acceptance {
  private static final Pattern ERROR =
      Pattern.compile(
          "(?i)magpie: (?!compiling)|error|fail|unsupported|cannot|mismatch|incorrect|abort|segmentation|exception");

  /** What a program has printed; more is of no use in a report. */
  private static final int MOST_OUTPUT = 16 << 20;

  private enum Status {
    PASSED("passed"),
    NO_CHECK("ended well, has no check"),
    NOT_BUILT("does not build"),
    CHECK_FAILED("its check does not pass"),
    BAD_EXIT("exit status is not 0"),
    TIME_LIMIT("over the limit of time");

    private final String text;

    Status(String text) {
      this.text = text;
    }
  }

  /**
   * What became of a program.
   *
   * @param exit −1 where it did not end
   * @param error the first line of what it printed that tells of an error, or is empty
   */
  private record Outcome(
      ListedProgram program,
      Status status,
      int exit,
      double seconds,
      String error,
      String commit) {}

  private final Map<String, Path> checkouts = new LinkedHashMap<>();
  private final Map<String, String> commits = new TreeMap<>();
  private final Path list;
  private final String magpie;
  private final String compiler = Optional.ofNullable(System.getenv("NVCC")).orElse("nvcc");
  private Path work = Path.of("");
  private Optional<Path> result = Optional.empty();
  private Pattern only = Pattern.compile("");
  private int jobs = 1;
  private int limit = 600;
  private boolean isStatic;
  private boolean buildsOnly;
  private boolean isKept;

  private Acceptance(Path list, String magpie) {
    this.list = list;
    this.magpie = magpie;
  }

  public static void main(String[] arguments) throws Exception {
    Acceptance acceptance = new Acceptance(Path.of(arguments[0]), arguments[1]);
    try {
      acceptance.read(Arrays.asList(arguments).subList(2, arguments.length));
      System.exit(acceptance.run());
    } catch (IllegalArgumentException e) {
      System.err.println("acceptance: " + e.getMessage());
      System.exit(2);
    }
  }

  private void read(List<String> arguments) throws IOException {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      switch (argument) {
        case "--static" -> isStatic = true;
        case "--build" -> buildsOnly = true;
        case "--only", "--jobs", "--limit", "--work", "-o" -> {
          if (++i == arguments.size()) {
            throw new IllegalArgumentException(argument + " needs a value");
          }
          option(argument, arguments.get(i));
        }
        default -> {
          int equals = argument.indexOf('=');
          if (equals < 1 || argument.startsWith("-")) {
            throw new IllegalArgumentException("what is '" + argument + "'? --help says more");
          }
          Path checkout = Path.of(argument.substring(equals + 1)).toAbsolutePath().normalize();
          if (!Files.isDirectory(checkout)) {
            throw new IllegalArgumentException("there is no directory " + checkout);
          }
          checkouts.put(argument.substring(0, equals), checkout);
        }
      }
    }
    if (checkouts.isEmpty()) {
      throw new IllegalArgumentException("name a checkout, as in: cuda-samples=DIR");
    }
    if (!isKept) {
      work = Files.createTempDirectory("acceptance");
    }
  }

  private void option(String name, String value) throws IOException {
    switch (name) {
      case "--only" -> only = Pattern.compile(value);
      case "--jobs" -> jobs = Integer.parseInt(value);
      case "--limit" -> limit = Integer.parseInt(value);
      case "-o" -> result = Optional.of(Path.of(value));
      default -> {
        work = Files.createDirectories(Path.of(value)).toAbsolutePath().normalize();
        isKept = true;
      }
    }
  }

  private int run() throws Exception {
    List<ListedProgram> programs =
        ListedProgram.read(list, checkouts.keySet()).stream()
            .filter(program -> only.matcher(program.name()).find())
            .toList();
    for (String repository : checkouts.keySet()) {
      commits.put(repository, commit(checkouts.get(repository)));
    }
    NvccBuild nvcc = new NvccBuild(compiler, work, isStatic);
    List<Outcome> outcomes = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(jobs)) {
      List<Future<Outcome>> futures =
          programs.stream().map(each -> executor.submit(() -> accept(each, nvcc))).toList();
      for (Future<Outcome> future : futures) {
        Outcome outcome = future.get();
        outcomes.add(outcome);
        print(outcome);
        if (result.isPresent()) {
          Files.writeString(result.get(), json(outcomes));
        }
      }
    } finally {
      if (!isKept) {
        delete(work);
      }
    }
    if (!buildsOnly) {
      summarize(outcomes);
    }
    return outcomes.stream().allMatch(Acceptance::isGood) ? 0 : 1;
  }

  private static boolean isGood(Outcome outcome) {
    return outcome.status() == Status.PASSED || outcome.status() == Status.NO_CHECK;
  }

  private Outcome accept(ListedProgram program, NvccBuild nvcc)
      throws IOException, InterruptedException {
    Path folder = work.resolve(program.name().replace('#', '/') + (isStatic ? ".static" : ""));
    Files.createDirectories(folder);
    String commit = commits.get(program.repository());
    long start = System.nanoTime();
    Optional<String> failure =
        nvcc.build(program, checkouts.get(program.repository()), commit, folder);
    if (failure.isPresent() || buildsOnly) {
      return new Outcome(
          program,
          failure.isPresent() ? Status.NOT_BUILT : Status.NO_CHECK,
          -1,
          since(start),
          failure.orElse(""),
          commit);
    }
    return execute(program, folder, commit);
  }

  private Outcome execute(ListedProgram program, Path folder, String commit)
      throws IOException, InterruptedException {
    Path run = folder.resolve("run");
    delete(run);
    Files.createDirectories(run);
    Path directory = checkouts.get(program.repository()).resolve(program.directory());
    for (String file : program.words("files")) {
      copy(directory.resolve(file), run.resolve(file));
    }
    if (!program.value("module").isEmpty()) {
      String module = program.words("module").get(0);
      copy(folder.resolve(module), run.resolve(module));
    }
    Path output = folder.resolve("output.txt");
    Path errors = folder.resolve("errors.txt");
    List<String> command = new ArrayList<>();
    if (Files.isExecutable(Path.of("/usr/bin/stdbuf"))) {
      // So that what a program has printed is seen when it is ended.
      command.addAll(List.of("/usr/bin/stdbuf", "-oL"));
    }
    command.addAll(List.of(magpie, "exec", "--", "" + folder.resolve("program")));
    command.addAll(program.words("arguments"));
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(run.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    boolean isEnded = false;
    boolean isStopped = false;
    while (!isEnded && !isStopped && since(start) < limit) {
      isEnded = process.waitFor(500, TimeUnit.MILLISECONDS);
      isStopped =
          !isEnded
              && !program.value("stop").isEmpty()
              && finds(program.value("stop"), text(output));
    }
    double seconds = since(start);
    int exit = isEnded ? process.exitValue() : -1;
    if (!isEnded) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
    String printed = text(output) + "\n" + text(errors);
    Status status = status(program, isEnded || isStopped, isStopped ? 0 : exit, printed);
    boolean isGood = status == Status.PASSED || status == Status.NO_CHECK;
    String error = isGood ? "" : firstError(text(errors) + "\n" + text(output));
    delete(run);
    return new Outcome(program, status, exit, seconds, error, commit);
  }

  private static Status status(ListedProgram program, boolean isEnded, int exit, String printed) {
    if (!isEnded) {
      return Status.TIME_LIMIT;
    }
    if (exit != 0) {
      return Status.BAD_EXIT;
    }
    String check = program.value("check");
    boolean isPassed = check.equals("exit") || check.equals("none") || finds(check, printed);
    String never = program.value("never");
    if (!isPassed || !never.isEmpty() && finds(never, printed)) {
      return Status.CHECK_FAILED;
    }
    return program.hasCheck() ? Status.PASSED : Status.NO_CHECK;
  }

  private static boolean finds(String expression, String text) {
    return Pattern.compile(expression, Pattern.MULTILINE).matcher(text).find();
  }

  static String firstError(String text) {
    List<String> lines =
        text.lines().filter(line -> !line.isBlank() && !line.startsWith("WARNING: ")).toList();
    return lines.stream()
        .filter(line -> ERROR.matcher(line).find())
        .findFirst()
        .or(() -> lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast()))
        .map(line -> line.strip().substring(0, Math.min(300, line.strip().length())))
        .orElse("");
  }

  private void print(Outcome outcome) {
    System.out.printf(
        Locale.ROOT,
        "%-62s %-26s %6.1f s  %s%n",
        outcome.program().name(),
        buildsOnly && isGood(outcome) ? "built" : outcome.status().text,
        outcome.seconds(),
        outcome.error());
  }

  private void summarize(List<Outcome> outcomes) {
    List<String> repositories = new ArrayList<>(checkouts.keySet());
    System.out.println();
    for (String repository : repositories) {
      List<Outcome> own =
          outcomes.stream().filter(each -> each.program().repository().equals(repository)).toList();
      if (!own.isEmpty()) {
        System.out.println(repository + " at " + commits.get(repository) + ": " + counts(own));
      }
    }
    System.out.println("all: " + counts(outcomes));
  }

  private static String counts(List<Outcome> outcomes) {
    List<Outcome> checked = outcomes.stream().filter(each -> each.program().hasCheck()).toList();
    long passed = checked.stream().filter(each -> each.status() == Status.PASSED).count();
    Map<String, Integer> others = new TreeMap<>();
    for (Outcome each : checked) {
      if (each.status() != Status.PASSED) {
        others.merge(each.status().text, 1, Integer::sum);
      }
    }
    long without = outcomes.size() - checked.size();
    long well = outcomes.stream().filter(each -> each.status() == Status.NO_CHECK).count();
    return "%d of %d with a check passed %s; %d of %d without one ended well"
        .formatted(passed, checked.size(), others, well, without);
  }

  private String json(List<Outcome> outcomes) {
    StringBuilder json = new StringBuilder("{\n  \"runtime\": ");
    json.append(isStatic ? "\"static\"" : "\"shared\"")
        .append(",\n  \"limitSeconds\": ")
        .append(limit);
    json.append(",\n  \"summary\": ")
        .append(quoted(counts(outcomes)))
        .append(",\n  \"programs\": [");
    String separator = "\n";
    for (Outcome each : outcomes) {
      json.append(separator)
          .append(
              "    {\"program\": %s, \"commit\": %s, \"arguments\": %s, \"built\": %b, \"ran\": %b, \"exit\": %d, \"check\": %s, \"status\": %s, \"seconds\": %s, \"error\": %s}"
                  .formatted(
                      quoted(each.program().name()),
                      quoted(each.commit()),
                      quoted(each.program().value("arguments")),
                      each.status() != Status.NOT_BUILT,
                      each.exit() >= 0 || each.status() == Status.PASSED,
                      each.exit(),
                      each.program().hasCheck() ? "" + (each.status() == Status.PASSED) : "null",
                      quoted(each.status().text),
                      "%.1f".formatted(each.seconds()),
                      quoted(each.error())));
      separator = ",\n";
    }
    return json.append("\n  ]\n}\n").toString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char each : text.toCharArray()) {
      switch (each) {
        case '"', '\\' -> quoted.append('\\').append(each);
        default -> quoted.append(each < ' ' || each > '~' ? "\\u%04x".formatted((int) each) : each);
      }
    }
    return quoted.append('"').toString();
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  static String text(Path file) throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    try (var input = Files.newInputStream(file)) {
      return new String(input.readNBytes(MOST_OUTPUT), ISO_8859_1);
    }
  }

  static String commit(Path checkout) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("git", "-C", "" + checkout, "rev-parse", "HEAD")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String commit = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    return process.waitFor() == 0 ? commit : "unknown";
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.createDirectories(copy.toAbsolutePath().getParent());
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
