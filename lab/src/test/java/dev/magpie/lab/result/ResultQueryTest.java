package dev.magpie.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.lab.Experiments;
import dev.magpie.lab.run.Laboratory;
import dev.magpie.lab.run.Watcher;
import dev.magpie.report.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultQueryTest {
  @TempDir static Path results;

  @BeforeAll
  static void run() {
    Laboratory.run(
        new Laboratory.Request(
            Experiments.select(List.of("mag/table3", "mag/fig1", "mag/metadata")),
            Experiments.ids(),
            results,
            null,
            List.of(),
            List.of(),
            RunSize.QUICK,
            false,
            RecordedSimulations.NONE,
            1,
            new Provenance("magpie reproduce", List.of(), "1.0", "2026-11-28 08:45")),
        new Watcher() {
          @Override
          public void complain(String message) {
            throw new AssertionError(message);
          }

          @Override
          public void done(Outcome outcome, int done, int of) {}
        });
  }

  private static QueryResult query(String sql) {
    return ResultQuery.run(ResultFiles.of(results, _ -> {}), sql);
  }

  /** The engine removes its native library when a process ends, but not when it is killed. */
  @Test
  void whatAKilledProcessLeftOfTheEngineGoes() throws IOException {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Path left = Files.createTempFile(temporary, "libduckdb_java", ".so");
    Path unpacking = Files.createTempFile(temporary, "libduckdb_java", ".so");
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(90)));
    try {
      assertThat(query("SELECT 1").rows()).containsExactly(List.of(1));
      assertThat(left).doesNotExist();
      assertThat(unpacking).exists();
    } finally {
      Files.deleteIfExists(left);
      Files.deleteIfExists(unpacking);
    }
  }

  @Test
  void claimsMeasurementsExperimentsCellsAndInputsAreThere() {
    assertThat(query("SELECT measured FROM claims WHERE measure = 'deltaBits.32'").rows())
        .containsExactly(List.of(6.0));
    assertThat(query("SELECT value FROM measurements WHERE name = 'totalWithHeader'").rows())
        .containsExactly(List.of(264.0));
    assertThat(query("SELECT id, size FROM experiments ORDER BY id").rows())
        .containsExactly(
            List.of("mag/fig1", "quick"),
            List.of("mag/metadata", "quick"),
            List.of("mag/table3", "quick"));
    assertThat(
            query(
                    "SELECT text FROM cells WHERE \"table\" = 'encodings' AND \"column\" ="
                        + " 'encoding'")
                .rows())
        .containsExactly(List.of("00"), List.of("01"), List.of("10"), List.of("11"));
    assertThat(query("SELECT count(*) FROM inputs").rows()).containsExactly(List.of(0L));
  }

  @Test
  void filesOfRecordedResultsAreTables() {
    Path recorded = Path.of("../results");
    assertThat(
            ResultQuery.runOverRecorded(
                    recorded,
                    "SELECT verdict FROM claims WHERE measure = 'reach' AND kind = 'consistency'")
                .rows())
        .containsExactly(List.of("consistent"));
    assertThat(
            ResultQuery.runOverRecorded(recorded, "SELECT count(*) FROM \"mag-fig12.bdi\"")
                .rows()
                .getFirst()
                .getFirst())
        .isNotEqualTo(0L);
    assertThatThrownBy(() ->
            ResultQuery.runOverRecorded(
                recorded, "FROM '%s'".formatted(recorded.resolve("claims.csv"))))
        .isInstanceOf(LabException.class);
    assertThatThrownBy(() -> ResultQuery.runOverRecorded(results, "SELECT 1"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("--record");
  }

  @Test
  void aWrongQueryIsOneLine() {
    assertThatThrownBy(() -> query("SELECT nothing FROM claims"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("nothing")
        .hasMessageNotContaining("LINE 1");
    assertThatThrownBy(() -> query("SELEKT")).isInstanceOf(LabException.class);
  }

  @Test
  void anAnswerWithoutBoundIsRefused() {
    assertThat(query("SELECT * FROM range(100000)").rows()).hasSize(100_000);
    assertThatThrownBy(() -> query("SELECT * FROM range(10000000000)"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("LIMIT");
    assertThatThrownBy(() -> query("SELECT repeat('x', 100000) FROM range(100000)"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("LIMIT");
  }

  @Test
  void aQueryReachesNothingElse(@TempDir Path elsewhere) {
    Path file = elsewhere.resolve("out.csv");
    for (String sql :
        List.of(
            "COPY claims TO '%s'".formatted(file),
            "ATTACH '%s'".formatted(file),
            "SELECT * FROM read_text('%s')".formatted(results.resolve("claims.csv")),
            "SELECT * FROM '%s'".formatted(results.resolve("mag-fig1.json")),
            "SET enable_external_access = true",
            "INSTALL httpfs",
            "LOAD httpfs")) {
      assertThatThrownBy(() -> query(sql)).as(sql).isInstanceOf(LabException.class);
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void aDamagedFileIsLeftOut(@TempDir Path other) throws IOException {
    Files.copy(results.resolve("mag-fig1.json"), other.resolve("mag-fig1.json"));
    Files.writeString(other.resolve("half.json"), "{\"schema\": ");
    List<String> complaints = new ArrayList<>();
    List<Path> files = ResultFiles.of(other, complaints::add);
    assertThat(complaints).singleElement().asString().contains("half.json");
    assertThat(ResultQuery.run(files, "SELECT count(*) FROM experiments").rows())
        .containsExactly(List.of(1L));
  }

  @Test
  void aPlaceWithoutResultsSaysHowToGetSome(@TempDir Path empty) {
    assertThatThrownBy(() -> ResultFiles.of(empty, _ -> {}))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("magpie reproduce");
    assertThatThrownBy(() -> ResultFiles.of(empty.resolve("none"), _ -> {}))
        .isInstanceOf(LabException.class);
  }

  @Test
  void numbersGetTheDecimalsTheyNeed() {
    assertThat(query("SELECT 1 AS a, 0.25 AS b, 'x' AS c, NULL AS d").toTable().columns())
        .extracting(column -> column.title() + column.decimals())
        .containsExactly("a0", "b2", "c0", "d0");
  }
}
