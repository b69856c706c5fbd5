package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.magpie.lab.Experiments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Listings in README and docs are what the commands print. A fenced block that begins with {@code $
 * ./magpie ...} is such a listing: the command runs in the repository's root, and what it writes to
 * standard output is the rest of the block. There, {@code ...} stands for what is cut or differs
 * from run to run: on a line of its own for any lines, within a line for anything in it.
 */
class ListingsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String PROMPT = "$ ./magpie ";
  private static final String CUT = "...";

  /** Listings that no test can make, with the reason. */
  private static final Map<String, String> NOT_RUN =
      Map.of(
          "analyze examples/fields --figure zeroBytes --codec mag-bdi",
          "the page shows how to add this figure",
          "dram trace.bin --dram hbm2-2000 --channels 8",
          "the trace is another simulator's, and not here",
          "capacity seismic.json --memory 16GiB",
          "it takes the profile of a program's ten snapshots");

  /** The rule under a table's titles. */
  private static final Pattern TABLE = Pattern.compile("-{3,}  -{2,}.*");

  private static final Pattern EXPERIMENT =
      Pattern.compile("[`' ](?<id>(?:mag|depth|buddy)/[a-z0-9*-]+)(?=[`' \n,;])");

  private record Listing(String page, int line, String command, List<String> output) {}

  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> aListingIsWhatItsCommandPrints() throws IOException {
    return listings().stream()
        .filter(listing -> !NOT_RUN.containsKey(listing.command()))
        // The program writes for itself: ExecPageTest runs these.
        .filter(listing -> !listing.command().startsWith("exec "))
        .map(listing ->
            DynamicTest.dynamicTest(
                "%s:%d: %s".formatted(listing.page(), listing.line(), listing.command()),
                () ->
                    assertThat(run(listing.command()))
                        .as(
                            "%s:%d, of 'magpie %s'",
                            listing.page(), listing.line(), listing.command())
                        .matches(pattern(listing.output()))));
  }

  @Test
  void thereAreListings() throws IOException {
    assertThat(listings()).hasSizeGreaterThan(4);
  }

  @Test
  void whatIsNotRunIsInAPage() throws IOException {
    Set<String> commands =
        listings().stream().map(Listing::command).collect(Collectors.toCollection(TreeSet::new));
    assertThat(commands).containsAll(NOT_RUN.keySet());
  }

  /** Tables are the output of something; performance.md has those of the benchmarks. */
  @Test
  void everyTableHasItsCommand() throws IOException {
    List<String> without = new ArrayList<>();
    for (Path page : pages()) {
      if (page.endsWith("performance.md")) {
        continue;
      }
      for (Block block : blocks(page)) {
        if (!block.lines().getFirst().startsWith(PROMPT)
            && block.lines().stream().anyMatch(line -> TABLE.matcher(line).matches())) {
          without.add(ROOT.relativize(page) + ":" + block.line());
        }
      }
    }
    assertThat(without).as("listings that do not begin with '%s'", PROMPT).isEmpty();
  }

  /** Ids of experiments, or globs of them, as pages quote them or give them to the command. */
  @Test
  void experimentsThatPagesNameExist() throws IOException {
    Map<String, String> named = new TreeMap<>();
    for (Path page : pages()) {
      Matcher quoted = EXPERIMENT.matcher(Files.readString(page));
      while (quoted.find()) {
        named.putIfAbsent(quoted.group("id"), ROOT.relativize(page).toString());
      }
    }
    assertThat(named).hasSizeGreaterThan(40);
    assertThat(named)
        .as("what names experiments, and a page that has it")
        .allSatisfy((id, _) ->
            assertThatCode(() -> Experiments.select(List.of(id))).doesNotThrowAnyException());
  }

  private record Block(int line, List<String> lines) {}

  private static List<Listing> listings() throws IOException {
    List<Listing> listings = new ArrayList<>();
    for (Path page : pages()) {
      for (Block block : blocks(page)) {
        String first = block.lines().getFirst();
        if (first.startsWith(PROMPT)) {
          listings.add(
              new Listing(
                  ROOT.relativize(page).toString(),
                  block.line(),
                  first.substring(PROMPT.length()),
                  block.lines().subList(1, block.lines().size())));
        }
      }
    }
    return listings;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of(ROOT.resolve("README.md")),
              docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .toList();
    }
  }

  /** The fenced blocks that have a line. */
  private static List<Block> blocks(Path page) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = Files.readAllLines(page);
    int begin = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("```")) {
        if (begin >= 0 && i > begin + 1) {
          blocks.add(new Block(begin + 2, lines.subList(begin + 1, i)));
        }
        begin = begin < 0 ? i : -1;
      }
    }
    return blocks;
  }

  private static Pattern pattern(List<String> output) {
    StringBuilder pattern = new StringBuilder();
    for (String line : output) {
      pattern.append(
          line.equals(CUT)
              ? "(?:.*\n)*"
              : Arrays.stream(line.split(Pattern.quote(CUT), -1))
                      .map(Pattern::quote)
                      .collect(Collectors.joining(".*"))
                  + "\n");
    }
    return Pattern.compile(pattern.toString());
  }

  /** In a process of its own, since paths in listings are from the root. */
  private String run(String command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "--add-modules", "jdk.incubator.vector"));
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Magpie.class.getName()));
    Matcher word = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)").matcher(command);
    while (word.find()) {
      for (int group = 1; group <= 3; group++) {
        if (word.group(group) != null) {
          words.add(word.group(group));
        }
      }
    }
    Path out = directory.resolve("out");
    Process process =
        new ProcessBuilder(words)
            .directory(ROOT.toFile())
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("'magpie %s' ends", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(directory.resolve("err"))).isZero();
    // Terminals show spaces at the end of lines no more than pages have them.
    return Files.readString(out, StandardCharsets.UTF_8).replaceAll(" +\n", "\n");
  }
}
