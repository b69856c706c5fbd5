package dev.magpie.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.lab.result.ResultQuery;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results that are not on the disk, here in an archive, which is a file system like a store. */
class ResultsHereTest {
  private static final Path RECORDED = Path.of("../results");

  private static final List<String> FILES =
      List.of("claims.csv", "behaviour.csv", "sub/more.json", "notes.txt");

  @TempDir private Path directory;

  @Test
  void whatIsElsewhereIsFetchedAndGoesAfterwards() throws IOException {
    Path fetched;
    try (FileSystem archive = archive()) {
      Path results = archive.getPath("/bucket/results");
      Files.createDirectories(results.resolve("sub"));
      for (String each : FILES) {
        Files.writeString(results.resolve(each), each);
      }
      try (ResultsHere here = ResultsHere.of(results)) {
        fetched = here.place();
        try (Stream<Path> all = Files.walk(fetched)) {
          assertThat(all.filter(Files::isRegularFile).map(each -> fetched.relativize(each)))
              .map(Path::toString)
              .containsExactlyInAnyOrder("claims.csv", "behaviour.csv", "sub/more.json");
        }
        assertThat(fetched.resolve("sub/more.json")).hasContent("sub/more.json");
      }
    }
    assertThat(fetched).doesNotExist();
  }

  @Test
  void aQueryAnswersAsOfTheDisk() throws IOException {
    String sql = "SELECT verdict, count(*) FROM claims GROUP BY verdict ORDER BY verdict";
    try (FileSystem archive = archive()) {
      Path results = Files.createDirectory(archive.getPath("/results"));
      try (Stream<Path> all = Files.list(RECORDED)) {
        for (Path each : all.filter(file -> file.toString().endsWith(".csv")).toList()) {
          Files.copy(each, results.resolve(each.getFileName().toString()));
        }
      }
      try (ResultsHere here = ResultsHere.of(results)) {
        assertThat(ResultQuery.runOverRecorded(here.place(), sql))
            .isEqualTo(ResultQuery.runOverRecorded(RECORDED, sql));
      }
    }
  }

  @Test
  void whatIsHereIsLeftWhereItIs() throws IOException {
    try (ResultsHere here = ResultsHere.of(directory)) {
      assertThat(here.place()).isEqualTo(directory);
    }
    assertThat(directory).exists();
  }

  private FileSystem archive() throws IOException {
    return FileSystems.newFileSystem(
        URI.create("jar:" + directory.resolve("results.zip").toUri()), Map.of("create", "true"));
  }
}
