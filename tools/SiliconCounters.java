import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds programs whose kernels somebody has counted on a real GPU, times them under {@code magpie
 * exec}, and compares.
 *
 * <p>{@code SiliconCounters LIST MAGPIE REPOSITORY=DIR... [OPTION...]}; the script {@code
 * silicon-counters} beside it calls it so, and the list says what its lines mean.
 */
final class SiliconCounters {
  private static final String COUNTERS = "accel-sim-framework";
  private static final String COUNTERS_FILE =
      "util/accelwattch/accelwattch_hw_profiler/hw_perf.csv";
  private static final Set<String> OPTIONS =
      new TreeSet<>(Set.of("--only", "--gpu", "--work", "-o"));

  private final Map<String, Path> checkouts = new LinkedHashMap<>();
  private final Path list;
  private final String magpie;
  private final String compiler = Optional.ofNullable(System.getenv("NVCC")).orElse("nvcc");
  private final List<KernelComparison> done = new ArrayList<>();
  private Pattern only = Pattern.compile("");
  private String gpu = "gv100";
  private Path work = Path.of("");
  private boolean isKept;
  private Optional<Path> result = Optional.empty();
  private int failures;

  private SiliconCounters(Path list, String magpie) {
    this.list = list;
    this.magpie = magpie;
  }

  public static void main(String[] arguments) throws InterruptedException {
    SiliconCounters counters = new SiliconCounters(Path.of(arguments[0]), arguments[1]);
    try {
      counters.read(Arrays.asList(arguments).subList(2, arguments.length));
      counters.run();
      System.exit(counters.failures == 0 ? 0 : 1);
    } catch (IllegalArgumentException e) {
      System.err.println("silicon-counters: " + e.getMessage());
      System.exit(2);
    } catch (FileSystemException e) {
      System.err.println("silicon-counters: cannot read or write " + e.getFile() + reason(e));
      System.exit(1);
    } catch (IOException e) {
      System.err.println("silicon-counters: " + e.getMessage());
      System.exit(1);
    }
  }

  private static String reason(FileSystemException e) {
    return switch (e) {
      case NoSuchFileException _ -> ": its directory is not there";
      case FileAlreadyExistsException _ -> ": it is no directory";
      default -> e.getReason() == null ? "" : ": " + e.getReason();
    };
  }

  private void read(List<String> arguments) throws IOException {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith("-")) {
        if (!OPTIONS.contains(argument)) {
          throw new IllegalArgumentException(
              "no option is called '%s'; there are %s".formatted(argument, OPTIONS));
        }
        if (++i == arguments.size()) {
          throw new IllegalArgumentException(argument + " needs a value");
        }
        option(argument, arguments.get(i));
        continue;
      }
      int equals = argument.indexOf('=');
      Path checkout = Path.of(argument.substring(equals + 1)).toAbsolutePath().normalize();
      if (equals < 1 || !Files.isDirectory(checkout)) {
        throw new IllegalArgumentException(
            "'" + argument + "' is no REPOSITORY=DIR of a directory that is there");
      }
      checkouts.put(argument.substring(0, equals), checkout);
    }
    if (!checkouts.containsKey(COUNTERS) || checkouts.size() < 2) {
      throw new IllegalArgumentException(
          "name a checkout of " + COUNTERS + ", whose counters are compared, and of programs");
    }
  }

  private void option(String name, String value) throws IOException {
    switch (name) {
      case "--only" -> {
        try {
          only = Pattern.compile(value);
        } catch (PatternSyntaxException e) {
          throw new IllegalArgumentException(
              "--only has no regular expression: '%s', %s".formatted(value, e.getDescription()));
        }
      }
      case "--gpu" -> gpu = value.endsWith(".toml") ? "" + Path.of(value).toAbsolutePath() : value;
      case "-o" -> result = Optional.of(Path.of(value).toAbsolutePath());
      default -> {
        work = Path.of(value).toAbsolutePath().normalize();
        isKept = true;
      }
    }
  }

  private void run() throws IOException, InterruptedException {
    Path file = checkouts.get(COUNTERS).resolve(COUNTERS_FILE);
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no " + file);
    }
    List<CountedKernel> wanted =
        CountedKernel.read(file).stream().filter(each -> only.matcher(each.name()).find()).toList();
    Set<String> programs = new TreeSet<>(checkouts.keySet());
    programs.remove(COUNTERS);
    List<ListedProgram> all =
        ListedProgram.read(list, programs).stream()
            .filter(each -> !counted(each, wanted).isEmpty())
            .toList();
    if (all.isEmpty()) {
      throw new IllegalArgumentException("none of these checkouts has a kernel that --only finds");
    }
    checkGpu();
    write();
    work = isKept ? Files.createDirectories(work) : Files.createTempDirectory("silicon-counters");
    try {
      System.out.println(KernelComparison.head());
      NvccBuild nvcc = new NvccBuild(compiler, work, false);
      for (ListedProgram program : all) {
        try {
          compare(program, counted(program, wanted), nvcc);
        } catch (IllegalStateException e) {
          fail(program.name() + ": " + e.getMessage());
        }
        write();
      }
    } finally {
      if (!isKept) {
        Acceptance.delete(work);
      }
    }
    System.out.println(KernelComparison.summary("mended by", done));
    System.out.println(KernelComparison.summary("judged", done));
  }

  private void fail(String what) {
    failures++;
    System.err.println("silicon-counters: " + what);
  }

  private static List<CountedKernel> counted(ListedProgram program, List<CountedKernel> of) {
    return of.stream().filter(each -> each.benchmark().equals(program.value("benchmark"))).toList();
  }

  /** Before anything is built: whether there is such a GPU. */
  private void checkGpu() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(magpie, "exec", "--gpu", gpu, "--", "true")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    if (!said.contains("launches nothing")) {
      throw new IllegalArgumentException("'%s': %s".formatted(gpu, said.strip()));
    }
  }

  private void write() throws IOException {
    if (result.isPresent()) {
      done.sort(Comparator.comparing(each -> each.there().name(), String.CASE_INSENSITIVE_ORDER));
      KernelComparison.write(result.get(), done);
    }
  }

  private void compare(ListedProgram program, List<CountedKernel> own, NvccBuild nvcc)
      throws IOException, InterruptedException {
    Path checkout = checkouts.get(program.repository());
    Path folder = Files.createDirectories(work.resolve(program.name().replace('#', '/')));
    Optional<String> failure =
        nvcc.build(program, checkout, Acceptance.commit(checkout) + lastChange(), folder);
    if (failure.isPresent()) {
      throw new IllegalStateException("it does not build: " + failure.get());
    }
    Path json = folder.resolve("result.json");
    execute(program, checkout, folder, json);
    JsonNode kernels = JsonMapper.shared().readTree(json.toFile()).get("kernels");
    for (CountedKernel each : own) {
      Optional<JsonNode> kernel = kernel(kernels, each.mangled());
      if (kernel.isEmpty()) {
        fail(program.name() + ": it has not launched " + each.name());
        continue;
      }
      KernelComparison comparison = KernelComparison.of(each, kernel.get());
      System.out.println(comparison.line());
      done.add(comparison);
    }
  }

  private static Optional<JsonNode> kernel(JsonNode kernels, String mangled) {
    for (JsonNode kernel : kernels) {
      if (kernel.get("kernel").asString().equals(mangled)) {
        return Optional.of(kernel);
      }
    }
    return Optional.empty();
  }

  private void execute(ListedProgram program, Path checkout, Path folder, Path json)
      throws IOException, InterruptedException {
    Path run = Files.createDirectories(folder.resolve("run"));
    for (String file : program.words("files")) {
      Acceptance.copy(checkout.resolve(program.directory()).resolve(file), run.resolve(file));
    }
    for (String input : program.words("inputs")) {
      ProgramInputs.write(run.resolve(input).normalize());
    }
    List<String> command = new ArrayList<>(List.of(magpie, "exec", "--gpu", gpu, "--cold-caches"));
    command.addAll(List.of("--format", "json", "-o", "" + json));
    if (!program.value("launches").isEmpty()) {
      command.addAll(List.of("--launches", program.value("launches")));
    }
    command.addAll(List.of("--", "" + folder.resolve("program")));
    command.addAll(program.words("arguments"));
    Files.deleteIfExists(json);
    Path output = folder.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(run.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .start();
    if (!process.waitFor(3, TimeUnit.HOURS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new IllegalStateException("it did not end within three hours");
    }
    String said = Acceptance.text(output);
    if (process.exitValue() != 0 || !Files.exists(json)) {
      throw new IllegalStateException(
          "status " + process.exitValue() + ": " + Acceptance.firstError(said));
    }
    if (!Pattern.compile(program.value("check")).matcher(said).find()) {
      throw new IllegalStateException(
          "its own check does not print '" + program.value("check") + "': see " + output);
    }
  }

  /** When the files beside the list changed, which programs are built with. */
  private String lastChange() throws IOException {
    try (Stream<Path> files = Files.list(list.toAbsolutePath().getParent())) {
      long last = 0;
      for (Path file : files.toList()) {
        last = Math.max(last, Files.getLastModifiedTime(file).toMillis());
      }
      return " " + last;
    }
  }
}
