package dev.magpie.workload.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
  /** Tests run in the module's directory. */
  private static final Path COMMITTED = Path.of("..", "examples");

  private static Set<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(directory::relativize)
          .collect(Collectors.toSet());
    }
  }

  @Test
  void committedFilesAreWhatTheProgramsWrite(@TempDir Path directory) throws IOException {
    Examples.write(directory);
    Set<Path> written = files(directory);
    Set<Path> committed = new HashSet<>(files(COMMITTED));
    committed.remove(Path.of("README.md"));
    assertThat(written).isEqualTo(committed);
    for (Path file : written) {
      assertThat(directory.resolve(file)).hasSameBinaryContentAs(COMMITTED.resolve(file));
    }
  }

  @Test
  void theyAreSmallAndOfManyTypes() throws IOException {
    long bytes = 0;
    for (Path file : files(COMMITTED)) {
      bytes += Files.size(COMMITTED.resolve(file));
    }
    assertThat(bytes).isLessThan(4_000_000);
    try (Snapshot snapshot = Snapshot.open(List.of(COMMITTED))) {
      assertThat(snapshot.skippedFiles()).isEqualTo(1);
      assertThat(snapshot.allocations())
          .extracting(Allocation::dtype)
          .contains(Dtype.U8, Dtype.I32, Dtype.U32, Dtype.F16, Dtype.BF16, Dtype.F32, Dtype.F64);
    }
  }

  @Test
  void theSeriesKeepsItsAllocations() {
    SnapshotSeries series = SnapshotSeries.of(COMMITTED.resolve("series"), Dtype.U8);
    Set<List<Allocation.Key>> keys = new HashSet<>();
    for (int step = 0; step < series.size(); step++) {
      try (Snapshot snapshot = series.open(step)) {
        keys.add(snapshot.allocations().stream().map(Allocation::key).toList());
      }
    }
    assertThat(series.size()).isEqualTo(6);
    assertThat(keys).hasSize(1);
  }
}
