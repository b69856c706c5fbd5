package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code analyze --parquet} and {@code query} over it. */
class ParquetTest {
  private static final String FIELDS = "../examples/fields";
  private static final String CODEC = "mag-bdi:mag=16,bases=8+4+2";

  @TempDir private Path directory;

  @Test
  void noFileTakesTheDirectorysPlace() throws IOException {
    Path sizes = Files.createDirectory(directory.resolve("sizes"));
    for (Path file : List.of(sizes.resolve("page.html"), directory.resolve("new"))) {
      Path place = file.startsWith(sizes) ? sizes : file;
      Ran ran = Ran.magpie("analyze", FIELDS, "--parquet", place, "--report", file);
      assertThat(ran.err()).contains("the same run makes ").hasLineCount(1);
      assertThat(ran.status()).isEqualTo(2);
    }
    assertThat(directory).isDirectoryNotContaining("glob:**new");
    assertThat(sizes).isEmptyDirectory();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeIsNoResult() throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "there is no mkfifo");
    Ran ran = Ran.magpie("query", pipe, "SELECT 1");
    assertThat(ran.status()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err()).hasLineCount(1);
  }

  @Test
  void rowsAreThoseOfTheJson() throws IOException {
    Path sizes = directory.resolve("sizes");
    Ran ran =
        Ran.magpie(
            "analyze",
            FIELDS,
            "--codec",
            CODEC,
            "--codec",
            "bpc",
            "--figure",
            "entropy",
            "--format",
            "json",
            "--parquet",
            sizes);
    assertThat(ran.status()).as(ran.err()).isZero();
    assertThat(sizes.resolve("codec=bpc")).isDirectory();
    JsonNode json = new JsonMapper().readTree(ran.out());

    Ran found =
        Ran.magpie(
            "query",
            sizes,
            "SELECT codec, sum(codedBits), sum(granules['1']), count(DISTINCT name),"
                + " min(shape), max(figures['entropy']) IS NULL FROM sizes GROUP BY codec ORDER BY 1",
            "--format",
            "csv");
    assertThat(found.status()).as(found.err()).isZero();
    String[] lines = found.out().split("\\R", -1);
    JsonNode results = json.get("total").get("results");
    int arrays = json.get("allocations").size();
    for (int c = 0; c < 2; c++) {
      JsonNode result = results.get(1 - c);
      assertThat(lines[c + 1])
          .contains(result.get("codec").asString().split(",", 2)[0])
          .contains(
              ",%s,%s,%d,"
                  .formatted(result.get("codedBits"), result.get("granules").get("1"), arrays))
          .endsWith(",false");
    }
  }

  @Test
  void jsonOfARunIsAskedToo() throws IOException {
    Path sizes = directory.resolve("sizes.json");
    assertThat(
            Ran.magpie("analyze", FIELDS, "--codec", "bpc", "--format", "json", "-o", sizes)
                .status())
        .isZero();
    JsonNode total = new JsonMapper().readTree(Files.readString(sizes)).get("total");
    assertThat(asked(sizes, "SELECT sum(codedBits) FROM sizes"))
        .contains(total.get("results").get(0).get("codedBits").asString());

    Path targets = directory.resolve("targets.json");
    Files.writeString(
        targets,
        """
        {"schema": "magpie.profile/1", "allocations": [
          {"name": "a", "path": "a.npy", "target": "4/3", "bytes": 12, "ratios": [null, 1.5],
            "buddyAccessFraction": 0.1}]}
        """);
    assertThat(asked(targets, "SELECT target, bytes FROM targets")).contains("4/3,12");

    Ran mixed = Ran.magpie("query", directory, "SELECT 1");
    assertThat(mixed.status()).isEqualTo(2);
    assertThat(mixed.err()).contains("sizes.json: is magpie.analyze/1, and no result of magpie");
    Path other = Files.writeString(directory.resolve("other.json"), "{}");
    assertThat(Ran.magpie("query", other, "SELECT 1").err()).contains("is neither a directory of");
  }

  private static String asked(Path file, String sql) {
    Ran ran = Ran.magpie("query", file, sql, "--format", "csv");
    assertThat(ran.status()).as(ran.err()).isZero();
    return ran.out();
  }

  @Test
  void whatIsThereIsNotMixedWithIt() throws IOException {
    Files.createFile(directory.resolve("mine"));
    Ran ran = Ran.magpie("analyze", FIELDS, "--parquet", directory);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(directory + ": ");
    assertThat(directory).isDirectoryContaining("glob:**/mine");
  }
}
