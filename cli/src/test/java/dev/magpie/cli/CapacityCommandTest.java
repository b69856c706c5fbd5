package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code magpie capacity} as a user runs it. */
class CapacityCommandTest {
  private static final Path SERIES = Path.of("../examples/series");

  @TempDir private static Path profiled;

  @TempDir private Path directory;

  @BeforeAll
  static void profile() {
    assertThat(Ran.magpie("profile", SERIES, "-o", targets()).status()).isZero();
  }

  private static Path targets() {
    return profiled.resolve("targets.json");
  }

  @Test
  void aProfileSaysHowMuchLargerAGridFits() throws IOException {
    Path targets = targets();
    Path report = directory.resolve("capacity.html");
    Object[] command = {
      "capacity", targets, "--memory", "64MiB", "--fixed", "obst*", "--grid", "96x96"
    };
    Ran ran = Ran.magpie(with(command, "--format", "json", "--report", report));
    assertThat(ran.status()).as(ran.err()).isZero();
    JsonNode json = ran.json();
    assertThat(json.path("schema").asString()).isEqualTo("magpie.capacity/1");

    JsonNode before = json.path("uncompressed");
    double left = (64 << 20) - json.path("fixedBytes").asDouble();
    assertThat(before.path("scale").asDouble())
        .isCloseTo(left / json.path("growingBytes").asDouble(), within(0.5));
    assertThat(json.path("gain").asDouble())
        .isEqualTo(json.path("buddy").path("scale").asDouble() / before.path("scale").asDouble())
        .isGreaterThan(1);
    assertThat(json.path("allocations").size()).isEqualTo(4);
    assertThat(Files.readString(report))
        .contains("Memory over size", "Bounds of the slowdown over the link");
    List<String> best =
        json.path("allocations")
            .valueStream()
            .sorted(
                Comparator.<JsonNode>comparingLong(
                        each -> each.path("bytes").asLong() - each.path("deviceBytes").asLong())
                    .reversed())
            .map(each -> each.path("name").asString())
            .toList();
    String page = Files.readString(report);
    int at = 0;
    for (String each : best) {
      at = page.indexOf(each, at);
      assertThat(at).as(each).isNotNegative();
    }

    assertThat(Ran.magpie(command).out())
        .contains("= grid at most", before.path("size").asString(), "slowdown");
    assertThat(Ran.magpie(with(command, "--format", "csv")).out().lines()).hasSize(5);
  }

  @Test
  void halfTheLinkIsTwiceItsTime() throws IOException {
    Path targets = directory.resolve("by-hand.json");
    Files.writeString(
        targets,
        """
        {"schema": "magpie.profile/1", "allocations": [
          {"name": "a", "path": "a.npy", "target": "2", "bytes": 1048576, "buddyAccessFraction": 0.1}
        ]}
        """);
    double whole = time(targets, "150");
    assertThat(time(targets, "75")).isCloseTo(2 * whole, within(1e-12));
    assertThat(whole).isCloseTo(0.1 * 96 / 128 * 896 / 150, within(1e-12));
  }

  @Test
  void aMeasuredShareOfAccessesIsTaken() throws IOException {
    Object[] command = fit(targets(), "--buddy-accesses", "10%", "--link", "100");
    JsonNode json = Ran.magpie(with(command, "--format", "json")).json();
    assertThat(json.path("bounds").path("buddyAccessFraction").asDouble()).isEqualTo(0.1);
    assertThat(json.path("cost").path("measuredBuddyAccesses").asDouble()).isEqualTo(0.1);
    assertThat(Ran.magpie(command).out())
        .contains("if 10 % of accesses need buddy memory")
        .doesNotContain("equally often");
  }

  private static double time(Path targets, String link) {
    Ran ran =
        Ran.magpie(
            "capacity",
            targets,
            "--memory",
            "1GiB",
            "--batch",
            4,
            "--link",
            link,
            "--format",
            "json");
    assertThat(ran.status()).as(ran.err()).isZero();
    return ran.json().path("bounds").path("mostLinkTime").asDouble();
  }

  @Test
  void aBatchThatDoesNotFitIsSaid() {
    Object[] command = {"capacity", targets(), "--memory", "64KiB", "--batch", 1};
    assertThat(Ran.magpie(command).out()).contains("no batch fits").doesNotContain("slowdown");
    assertThat(Ran.magpie(with(command, "--format", "json")).json().path("bounds"))
        .allSatisfy(each -> assertThat(each.isNull()).isTrue());
  }

  @Test
  void badUsageIsOneLine() throws IOException {
    Path targets = targets();
    assertBad("--memory", "capacity", targets);
    assertBad("12GiB", "capacity", targets, "--memory", "12GB");
    assertBad("leaves nothing", "capacity", targets, "--memory", "1GiB", "--reserve", "1GiB");
    assertBad("1 to 16", "capacity", targets, "--memory", "1GiB", "--max-ratio", "17");
    assertBad("matches no allocation", fit(targets, "--fixed", "nonesuch"));
    assertBad("no allocation grows", fit(targets, "--fixed", "*"));
    assertBad("exclude each other", fit(targets, "--batch", "4", "--grid", "4x4"));
    assertBad("--batch", fit(targets, "--batch", "0"));
    assertBad("512x512", fit(targets, "--grid", "4x"));
    assertBad("1000000 cells", fit(targets, "--grid", "0x4"));
    assertBad("no GPU is called", fit(targets, "--gpu", "nonesuch"));
    assertBad("give --link", fit(targets, "--gpu", "h100"));
    assertBad("the link moves 0.001 to 1,000,000 GB/s", fit(targets, "--link", "1e-300"));
    assertBad("device memory moves 0.001", fit(targets, "--bandwidth", "-1"));
    assertBad("is not a whole number", fit(targets, "--batch", "many"));
    assertBad("--busy", fit(targets, "--busy", "much"));
    assertBad(
        "--busy is a share from 0 to 1, such as 0.3 or 30%, not '60'",
        fit(targets, "--busy", "60"));
    assertBad("--buddy-accesses is a share from 0 to 1", fit(targets, "--buddy-accesses", "101%"));
    assertBad("is an input", fit(targets, "--report", targets));
    assertBad("no such file", fit(directory.resolve("nowhere.json")));
    Path bare =
        Files.writeString(
            directory.resolve("bare.json"),
            """
            {"schema": "magpie.profile/1", "allocations": [
              {"name": "a", "path": "a.npy", "target": "2", "bytes": 1000}]}
            """);
    assertBad("has no \"buddyAccessFraction\"", fit(bare));
    Files.writeString(
        bare, Files.readString(bare).replace("1000", "9, \"buddyAccessFraction\": 2"));
    assertBad("no number from 0 to 1", fit(bare));
    Files.writeString(
        bare, Files.readString(bare).replace("9, ", "9223372036854775807, ").replace("2}", "0.5}"));
    assertBad("a has 9223372036854775807 bytes", fit(bare));
    Files.writeString(
        bare, "{\"schema\": \"magpie.profile/1\", \"codec\": \"nonesuch\", \"allocations\": []}");
    assertBad("bare.json: no codec is called", fit(bare));
  }

  private static Object[] fit(Path targets, Object... more) {
    return with(new Object[] {"capacity", targets, "--memory", "1GiB"}, more);
  }

  private static Object[] with(Object[] command, Object... more) {
    return Stream.concat(Stream.of(command), Stream.of(more)).toArray();
  }

  private static void assertBad(String what, Object... command) {
    Ran ran = Ran.magpie(command);
    assertThat(ran.status()).as(ran.err()).isEqualTo(2);
    List<String> lines = new ArrayList<>(ran.err().lines().toList());
    assertThat(lines.getFirst()).startsWith("magpie: ").contains(what);
    assertThat(ran.out()).isEmpty();
  }
}
