package dev.magpie.snapshot;

import static dev.magpie.snapshot.Fixtures.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotSeriesTest {
  @TempDir private Path directory;

  @Test
  void directoriesOfTheSameArraysMayBeMoments() {
    for (String step : List.of("t0", "t1", "t2")) {
      write(directory.resolve(step).resolve("fields/u.bin"), new byte[4]);
      write(directory.resolve(step).resolve("v.bin"), new byte[8]);
    }
    assertThat(likelyMoments()).isEqualTo(3);
    write(directory.resolve("t1/v.bin"), new byte[12]);
    assertThat(likelyMoments()).isZero();
    write(directory.resolve("t1/v.bin"), new byte[8]);
    write(directory.resolve("w.bin"), new byte[8]);
    assertThat(likelyMoments()).isZero();
  }

  private int likelyMoments() {
    try (Snapshot snapshot = Snapshot.open(List.of(directory))) {
      return SnapshotSeries.likelyMoments(snapshot);
    }
  }

  @Test
  void subdirectoriesAreSnapshotsInNameOrder() {
    for (String step : List.of("t10", "t02", "t9")) {
      write(directory.resolve(step).resolve("fields/u.bin"), new byte[4]);
      write(directory.resolve(step).resolve("v.bin"), new byte[4]);
    }
    write(directory.resolve("notes.bin"), new byte[4]);
    write(directory.resolve(".cache/u.bin"), new byte[4]);
    SnapshotSeries series = SnapshotSeries.of(directory, Dtype.F32);
    assertThat(series.directories())
        .containsExactly(
            directory.resolve("t02"), directory.resolve("t10"), directory.resolve("t9"));
    List<List<Allocation.Key>> keys = new ArrayList<>();
    for (int step = 0; step < series.size(); step++) {
      try (Snapshot snapshot = series.open(step)) {
        keys.add(snapshot.allocations().stream().map(Allocation::key).toList());
      }
    }
    assertThat(keys)
        .hasSize(3)
        .containsOnly(
            List.of(new Allocation.Key("fields/u.bin", "u"), new Allocation.Key("v.bin", "v")));
  }

  @Test
  void aDirectoryWithoutSubdirectoriesIsNoSeries() {
    Path file = write(directory.resolve("a.bin"), new byte[4]);
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> SnapshotSeries.of(directory, Dtype.U8))
        .withMessageContaining("has no subdirectories");
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> SnapshotSeries.of(file, Dtype.U8))
        .withMessageContaining("not a directory");
    assertThatExceptionOfType(SnapshotException.class)
        .isThrownBy(() -> SnapshotSeries.of(directory.resolve("gone"), Dtype.U8))
        .withMessageContaining("no such directory");
  }
}
