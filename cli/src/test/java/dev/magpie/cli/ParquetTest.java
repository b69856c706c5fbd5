package dev.magpie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code analyze --parquet} and {@code query} over it. */
class ParquetTest {
  private static final String FIELDS = "../examples/fields";
  private static final String CODEC = "mag-bdi:mag=16,bases=8+4+2";

  @TempDir private Path directory;

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
  void whatIsThereIsNotMixedWithIt() throws IOException {
    Files.createFile(directory.resolve("mine"));
    Ran ran = Ran.magpie("analyze", FIELDS, "--parquet", directory);
    assertThat(ran.status()).isEqualTo(2);
    assertThat(ran.err()).contains(directory + ": ");
    assertThat(directory).isDirectoryContaining("glob:**/mine");
  }
}
