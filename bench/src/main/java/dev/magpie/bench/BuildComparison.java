package dev.magpie.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs two builds in turns, whole commands in fresh processes and the {@link ShortList} warm, and
 * says by processor time which rows became slower. Slower is what is so in every round of the new
 * build against every round of the old one, and by more than the median's {@link #MARGIN}; the
 * status is 1 then.
 *
 * <p>Arguments: the directories of the old and of the new checkout, both built. The benchmarks are
 * the new one's, on the libraries of each.
 */
public final class BuildComparison {
  private static final int ROUNDS = 5;
  private static final double MARGIN = 1.02;
  private static final int DATA_BYTES = 128 << 20;

  /** Seconds by round, of the old build and of the new. */
  private record Row(List<Double> old, List<Double> fresh) {
    Row() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    double ratio() {
      return median(fresh) / median(old);
    }

    private static double median(List<Double> rounds) {
      return rounds.stream().sorted().toList().get(rounds.size() / 2);
    }

    String verdict() {
      if (ratio() > MARGIN && least(fresh) > most(old)) {
        return "SLOWER";
      }
      return ratio() < 1 / MARGIN && most(fresh) < least(old) ? "faster" : "";
    }

    private static double least(List<Double> rounds) {
      return rounds.stream().min(Comparator.naturalOrder()).orElseThrow();
    }

    private static double most(List<Double> rounds) {
      return rounds.stream().max(Comparator.naturalOrder()).orElseThrow();
    }
  }

  private final Path old;
  private final Path fresh;
  private final Path work;
  private final Map<String, Row> rows = new LinkedHashMap<>();

  private BuildComparison(Path old, Path fresh, Path work) {
    this.old = old;
    this.fresh = fresh;
    this.work = work;
  }

  /** Compares and prints. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("magpie-compare");
    try {
      BuildComparison comparison =
          new BuildComparison(
              Path.of(arguments[0]).toRealPath(), Path.of(arguments[1]).toRealPath(), work);
      comparison.run();
      System.exit(comparison.print() ? 1 : 0);
    } finally {
      try (Stream<Path> all = Files.walk(work)) {
        for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }

  private void run() throws IOException, InterruptedException {
    makeInputs();
    for (int round = 0; round < ROUNDS; round++) {
      System.err.printf("compare: round %d of %d%n", round + 1, ROUNDS);
      // Whoever is first finds another machine than who is second: they take turns.
      for (Path build : round % 2 == 0 ? List.of(old, fresh) : List.of(fresh, old)) {
        for (Map.Entry<String, List<String>> command : commands().entrySet()) {
          note(command.getKey(), build, seconds(build, command.getValue()));
        }
        shortList(build);
      }
    }
  }

  private void makeInputs() throws IOException {
    // A million elements, as in the first program that people try.
    Files.writeString(
        work.resolve("job.toml"),
        """
        ptx = "%s"

        [buffers]
        x = { dtype = "f32", shape = [1000000], fill = 1 }
        y = { dtype = "f32", shape = [1000000], fill = 2 }

        [[launch]]
        kernel = "saxpy"
        grid = 3907
        block = 256
        args = ["i32:1000000", "f32:2", "@x", "@y"]
        """
            .formatted(fresh.resolve("jobs/saxpy.ptx")));
    try (Arena arena = Arena.ofConfined();
        FileChannel file =
            FileChannel.open(
                work.resolve("mixed.bin"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      MemorySegment data = arena.allocate(DATA_BYTES, 64);
      MixedData.fill(data, 1);
      file.write(data.asByteBuffer());
    }
  }

  private Map<String, List<String>> commands() {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("magpie --version", List.of("--version"));
    commands.put("simulate, an addition", List.of("simulate", "--job", in("job.toml")));
    commands.put("analyze, 128 MiB", List.of("analyze", in("mixed.bin"), "--threads", "1"));
    commands.put("depth, a scene", List.of("depth", "builtin:hall"));
    commands.put(
        "compress, 128 MiB",
        List.of("compress", in("mixed.bin"), "-o", in("mixed.mgp"), "--codec", "mag-bdi"));
    commands.put("decompress, 128 MiB", List.of("decompress", in("mixed.mgp"), "-o", in("copy")));
    return commands;
  }

  private String in(String file) {
    return work.resolve(file).toString();
  }

  private void note(String row, Path build, double seconds) {
    Row all = rows.computeIfAbsent(row, _ -> new Row());
    (build.equals(old) ? all.old() : all.fresh()).add(seconds);
  }

  /** Processor seconds of a command and of all that it starts, as the shell counts them. */
  private double seconds(Path build, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> line =
        new ArrayList<>(
            List.of("bash", "-c", "TIMEFORMAT='%U %S'; time \"$0\" \"$@\" 2>&1 >/dev/null"));
    line.add(build.resolve("magpie").toString());
    line.addAll(arguments);
    deleteIfThere(work.resolve("copy"));
    List<String> said = output(line);
    try {
      String[] times = said.getLast().split(" ", -1);
      return Double.parseDouble(times[0]) + Double.parseDouble(times[1]);
    } catch (NumberFormatException e) {
      throw new IllegalStateException(String.join("\n", said), e);
    }
  }

  private static void deleteIfThere(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      try (Stream<Path> all = Files.walk(directory)) {
        all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
      }
    }
  }

  private void shortList(Path build) throws IOException, InterruptedException {
    List<String> line =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx1g",
            "--add-modules",
            "jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            "%s:%s/*"
                .formatted(
                    fresh.resolve("bench/target/magpie-bench.jar"),
                    build.resolve("bench/target/lib")),
            ShortList.class.getName());
    List<String> said = output(line);
    said.stream()
        .filter(each -> each.contains("\t"))
        .forEach(each -> {
          int tab = each.indexOf('\t');
          note(each.substring(0, tab), build, Double.parseDouble(each.substring(tab + 1)));
        });
    if (said.stream().noneMatch(each -> each.startsWith("(check"))) {
      System.err.printf(
          "compare: %s does not run all of the new benchmarks: %s%n",
          build, said.stream().filter(each -> each.contains("Exception in")).toList());
    }
  }

  private static List<String> output(List<String> line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    try (Stream<String> lines = process.inputReader(UTF_8).lines()) {
      List<String> all = lines.toList();
      int status = process.waitFor();
      if (status != 0 && all.stream().noneMatch(each -> each.contains("\t"))) {
        throw new IllegalStateException(
            "%s: status %d%n%s".formatted(line, status, String.join("\n", all)));
      }
      return all;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Prints the table, and says whether anything became slower. */
  private boolean print() {
    Table.Builder table =
        Table.titled("New against old, medians of %d rounds, by processor time".formatted(ROUNDS))
            .text("row")
            .number("old", 3, "s")
            .number("new", 3, "s")
            .number("new/old", 3)
            .text("");
    boolean slower = false;
    for (Map.Entry<String, Row> each : rows.entrySet()) {
      Row row = each.getValue();
      if (row.old().isEmpty() || row.fresh().isEmpty()) {
        table.row(each.getKey(), null, null, null, "not in both");
        continue;
      }
      table.row(
          each.getKey(),
          Row.median(row.old()),
          Row.median(row.fresh()),
          row.ratio(),
          row.verdict());
      slower |= row.verdict().equals("SLOWER");
    }
    System.out.println(TextTable.render(table.build()));
    return slower;
  }
}
