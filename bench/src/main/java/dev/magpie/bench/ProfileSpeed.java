package dev.magpie.bench;

import static dev.magpie.bench.Measurement.ROUNDS;

import dev.magpie.analysis.BlockScan;
import dev.magpie.buddy.Profiler;
import dev.magpie.buddy.SeriesSizes;
import dev.magpie.codec.BlockCodec;
import dev.magpie.report.Table;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.SnapshotSeries;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast a series of snapshots is profiled, against {@code analyze} on the same files with the
 * same codec: both from opening the files on, on one thread.
 */
final class ProfileSpeed {
  private static final int SNAPSHOTS = 4;
  private static final long FIELD_BYTES = 48L << 20;
  private static final long MIXED_BYTES = 80L << 20;

  private ProfileSpeed() {}

  static Table of(List<String> codecs) throws IOException {
    Path directory = Files.createTempDirectory("magpie-speed");
    List<Path> made = new ArrayList<>();
    try {
      for (int s = 0; s < SNAPSHOTS; s++) {
        Path snapshot = Files.createDirectory(directory.resolve("t" + s));
        made.add(snapshot);
        made.add(snapshot.resolve("field.bin"));
        made.add(snapshot.resolve("mixed.bin"));
        write(s, snapshot);
      }
      SnapshotSeries series = SnapshotSeries.of(directory, Dtype.F32);
      Table.Builder table =
          Table.titled(
                  "Profile of %d snapshots of %d MiB on one thread, by processor time"
                      .formatted(SNAPSHOTS, (FIELD_BYTES + MIXED_BYTES) >> 20))
              .text("codec")
              .number("analyze", 2, "GB/s")
              .number("profile", 2, "GB/s")
              .number("of analyze", 2)
              .text("range");
      for (String codec : codecs) {
        addRow(table, series, codec);
      }
      return table.build();
    } finally {
      for (Path each : made.reversed()) {
        Files.deleteIfExists(each);
      }
      Files.delete(directory);
    }
  }

  private static void write(int number, Path snapshot) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      SmoothField.fill(map(snapshot.resolve("field.bin"), FIELD_BYTES, arena), 1e-4, number);
      MixedData.fill(map(snapshot.resolve("mixed.bin"), MIXED_BYTES, arena), number);
    }
  }

  private static MemorySegment map(Path file, long bytes, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  private static void addRow(Table.Builder table, SnapshotSeries series, String name) {
    BlockCodec codec = Sizing.codec(name);
    double[] analyses = new double[ROUNDS];
    double[] profiles = new double[ROUNDS];
    // One more, for the compiler to warm up in.
    for (int round = -1; round < ROUNDS; round++) {
      int index = Math.max(round, 0);
      long bytes = SNAPSHOTS * (FIELD_BYTES + MIXED_BYTES);
      analyses[index] = Stopwatch.gigabytesPerSecond(bytes, () -> analyze(series, codec));
      profiles[index] = Stopwatch.gigabytesPerSecond(bytes, () -> profile(series, codec));
    }
    Measurement ratio = Measurement.ofRatios(profiles, analyses);
    table.row(
        name,
        Measurement.of(analyses).median(),
        Measurement.of(profiles).median(),
        ratio.median(),
        ratio.range());
  }

  private static void analyze(SnapshotSeries series, BlockCodec codec) {
    BlockScan scan = new BlockScan(List.of(codec), 1);
    for (int s = 0; s < SNAPSHOTS; s++) {
      try (Snapshot snapshot = series.open(s)) {
        scan.run(snapshot.allocations().stream().map(Allocation::memory).toList());
      }
    }
  }

  private static void profile(SnapshotSeries series, BlockCodec codec) {
    Profiler.DEFAULT.design(SeriesSizes.scan(series, codec, 1, null));
  }
}
