import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
  private static final Pattern MANGLED = Pattern.compile("_ZN?(?:\\d+cutlass4gemm)?(\\d+)(.*)");

  /** A sector of a cache, and what DRAM counts. */
  private static final int SECTOR = 32;

  /**
   * What was counted there of a launch, the mean of all.
   *
   * @param l1Hits of sectors that are read, NaN without any
   * @param l2Hits the same
   * @param isJudged whether nothing may be mended by it: every second one by name
   */
  private record Counted(
      String benchmark,
      String mangled,
      double cycles,
      double read,
      double written,
      double l1Hits,
      double l2Hits,
      boolean isJudged) {
    Counted judged(boolean nowJudged) {
      return new Counted(benchmark, mangled, cycles, read, written, l1Hits, l2Hits, nowJudged);
    }

    String name() {
      String program = benchmark.replaceAll("-rodinia-3.1|parboil-|_perf_test", "");
      Matcher matcher = MANGLED.matcher(mangled);
      return program
          + "/"
          + (matcher.matches()
              ? matcher.group(2).substring(0, Integer.parseInt(matcher.group(1)))
              : mangled);
    }
  }

  /** The same beside what is simulated. */
  private record Row(
      Counted there, double cycles, double read, double written, double l1Hits, double l2Hits) {
    double errorPercent() {
      return 100 * (cycles / there.cycles() - 1);
    }

    double bytesErrorPercent() {
      return 100 * ((read + written) / (there.read() + there.written()) - 1);
    }
  }

  private final Map<String, Path> checkouts = new LinkedHashMap<>();
  private final Path list;
  private final String magpie;
  private final String compiler = Optional.ofNullable(System.getenv("NVCC")).orElse("nvcc");
  private Pattern only = Pattern.compile("");
  private String gpu = "gv100";
  private Path work = Path.of("");
  private boolean isKept;
  private Optional<Path> result = Optional.empty();

  private SiliconCounters(Path list, String magpie) {
    this.list = list;
    this.magpie = magpie;
  }

  public static void main(String[] arguments) throws Exception {
    SiliconCounters counters = new SiliconCounters(Path.of(arguments[0]), arguments[1]);
    try {
      counters.read(Arrays.asList(arguments).subList(2, arguments.length));
      System.exit(counters.run());
    } catch (IllegalArgumentException e) {
      System.err.println("silicon-counters: " + e.getMessage());
      System.exit(2);
    }
  }

  private void read(List<String> arguments) throws IOException {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith("-")) {
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
    if (!isKept) {
      work = Files.createTempDirectory("silicon-counters");
    }
  }

  private void option(String name, String value) throws IOException {
    switch (name) {
      case "--only" -> only = Pattern.compile(value);
      case "--gpu" ->
          gpu = Files.exists(Path.of(value)) ? "" + Path.of(value).toAbsolutePath() : value;
      case "-o" -> result = Optional.of(Path.of(value));
      case "--work" -> {
        work = Files.createDirectories(Path.of(value)).toAbsolutePath().normalize();
        isKept = true;
      }
      default -> throw new IllegalArgumentException("what is '" + name + "'? --help says more");
    }
  }

  private int run() throws Exception {
    List<Counted> counted = counted(checkouts.get(COUNTERS).resolve(COUNTERS_FILE));
    Map<String, Path> programs = new LinkedHashMap<>(checkouts);
    programs.remove(COUNTERS);
    NvccBuild nvcc = new NvccBuild(compiler, work, false);
    List<Row> rows = new ArrayList<>();
    int failures = 0;
    for (ListedProgram program : ListedProgram.read(list, programs.keySet())) {
      List<Counted> own =
          counted.stream()
              .filter(each -> each.benchmark().equals(program.value("benchmark")))
              .filter(each -> only.matcher(each.name()).find())
              .toList();
      if (own.isEmpty()) {
        continue;
      }
      try {
        for (Row row : rows(program, own, nvcc)) {
          print(row);
          rows.add(row);
        }
      } catch (IllegalStateException e) {
        failures++;
        System.out.println(program.name() + ": " + e.getMessage());
      }
    }
    rows.sort(Comparator.comparing(row -> row.there().name(), String.CASE_INSENSITIVE_ORDER));
    summarize("mended by", rows.stream().filter(row -> !row.there().isJudged()).toList());
    summarize("judged", rows.stream().filter(row -> row.there().isJudged()).toList());
    if (result.isPresent()) {
      Files.writeString(result.get(), csv(rows));
    }
    if (!isKept) {
      delete(work);
    }
    return failures == 0 ? 0 : 1;
  }

  private List<Row> rows(ListedProgram program, List<Counted> own, NvccBuild nvcc)
      throws IOException, InterruptedException {
    Path checkout = checkouts.get(program.repository());
    Path folder = Files.createDirectories(work.resolve(program.name().replace('#', '/')));
    Optional<String> failure = nvcc.build(program, checkout, "", folder);
    if (failure.isPresent()) {
      throw new IllegalStateException("it does not build: " + failure.get());
    }
    Path run = Files.createDirectories(folder.resolve("run"));
    for (String file : program.words("files")) {
      copy(checkout.resolve(program.directory()).resolve(file), run.resolve(file));
    }
    for (String input : program.words("inputs")) {
      if (!Files.exists(run.resolve(input))) {
        ProgramInputs.write(run.resolve(input).normalize());
      }
    }
    Path json = folder.resolve("result.json");
    List<String> command =
        new ArrayList<>(
            List.of(
                magpie,
                "exec",
                "--gpu",
                gpu,
                "--cold-caches",
                "--format",
                "json",
                "-o",
                "" + json));
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
    if (!process.waitFor(2, TimeUnit.HOURS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new IllegalStateException("it did not end within two hours");
    }
    if (!Files.exists(json)) {
      throw new IllegalStateException(
          "status " + process.exitValue() + ": " + Acceptance.firstError(Acceptance.text(output)));
    }
    JsonNode kernels = new ObjectMapper().readTree(json.toFile()).get("kernels");
    return own.stream().map(each -> row(each, kernels)).toList();
  }

  private static Row row(Counted counted, JsonNode kernels) {
    for (JsonNode kernel : kernels) {
      if (kernel.get("kernel").asText().equals(counted.mangled())) {
        double launches = kernel.get("launches").asDouble();
        JsonNode core = kernel.get("counters").get("core");
        JsonNode dram = kernel.get("counters").get("dram");
        double burst =
            dram.get("bursts").asLong() == 0
                ? 0
                : dram.get("bytes").asDouble() / dram.get("bursts").asLong();
        return new Row(
            counted,
            core.get("cycles").asDouble() / launches,
            dram.get("reads").asDouble() * burst / launches,
            dram.get("writes").asDouble() * burst / launches,
            core.get("l1").get("hitRate").asDouble(Double.NaN),
            kernel.get("counters").get("l2").get("hitRate").asDouble(Double.NaN));
      }
    }
    throw new IllegalStateException("it has not launched " + counted.name());
  }

  /** All counters of the file, by name. */
  private static List<Counted> counted(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no " + file);
    }
    List<String> lines = Files.readAllLines(file);
    List<String> head = List.of(lines.get(0).split(",", -1));
    List<Counted> all =
        lines.stream()
            .skip(1)
            .filter(line -> !line.isBlank())
            .map(line -> List.of(line.split(",", -1)))
            .map(cells ->
                new Counted(
                    cells.get(head.indexOf("Benchmark")),
                    cells.get(head.indexOf("Kernel")),
                    number(cells, head.indexOf("Elapsed_Cycles")),
                    SECTOR * number(cells, head.indexOf("DRAM_Rd")),
                    SECTOR * number(cells, head.indexOf("DRAM_Wr")),
                    share(cells, head, "L1_RH", "L1_RM"),
                    share(cells, head, "L2_RH", "L2_RM"),
                    false))
            .sorted(Comparator.comparing(Counted::name, String.CASE_INSENSITIVE_ORDER))
            .toList();
    List<Counted> halves = new ArrayList<>();
    for (Counted each : all) {
      halves.add(each.judged(halves.size() % 2 == 1));
    }
    return halves;
  }

  private static double share(List<String> cells, List<String> head, String one, String other) {
    double of = number(cells, head.indexOf(one));
    return of / (of + number(cells, head.indexOf(other)));
  }

  private static double number(List<String> cells, int column) {
    return Double.parseDouble(cells.get(column));
  }

  private static void print(Row row) {
    System.out.printf(
        Locale.ROOT,
        "%-48s %-9s %11.0f %11.0f %+7.1f %%%n",
        row.there().name(),
        row.there().isJudged() ? "judged" : "mended by",
        row.there().cycles(),
        row.cycles(),
        row.errorPercent());
  }

  private static void summarize(String set, List<Row> rows) {
    if (rows.size() < 3) {
      return;
    }
    double[] errors =
        rows.stream().mapToDouble(row -> Math.abs(row.errorPercent())).sorted().toArray();
    int middle = errors.length / 2;
    double median =
        errors.length % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2;
    System.out.printf(
        Locale.ROOT,
        "%s: %d kernels, median error %.1f %%, mean %.1f %%%n",
        set,
        errors.length,
        median,
        Arrays.stream(errors).average().orElseThrow());
  }

  /** As {@code magpie reproduce --record} writes tables. */
  private static String csv(List<Row> rows) {
    StringBuilder csv =
        new StringBuilder("kernel,set,GV100 (cycles),simulated (cycles),error (%)")
            .append(",DRAM there (MB),DRAM here (MB),error of DRAM bytes (%)")
            .append(",L1 hits there (%),L1 hits here (%),L2 hits there (%),L2 hits here (%)\n");
    for (Row row : rows) {
      Counted there = row.there();
      csv.append(there.name()).append(there.isJudged() ? ",judged" : ",mended by");
      cell(csv, 0, there.cycles());
      cell(csv, 0, row.cycles());
      cell(csv, 2, row.errorPercent());
      cell(csv, 3, (there.read() + there.written()) / 1e6);
      cell(csv, 3, (row.read() + row.written()) / 1e6);
      cell(csv, 2, row.bytesErrorPercent());
      cell(csv, 1, 100 * there.l1Hits());
      cell(csv, 1, 100 * row.l1Hits());
      cell(csv, 1, 100 * there.l2Hits());
      cell(csv, 1, 100 * row.l2Hits());
      csv.append('\n');
    }
    return csv.toString();
  }

  /** What there is nothing of stays empty. */
  private static void cell(StringBuilder csv, int digits, double value) {
    csv.append(',');
    if (!Double.isNaN(value)) {
      csv.append(String.format(Locale.ROOT, "%." + digits + "f", value));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
