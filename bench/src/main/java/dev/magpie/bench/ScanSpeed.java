package dev.magpie.bench;

import static dev.magpie.bench.Measurement.ROUNDS;

import dev.magpie.analysis.BlockScan;
import dev.magpie.codec.BlockCodec;
import dev.magpie.report.Table;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A scan of a mapped file, as {@code analyze} does it, against its kernels' own time. */
final class ScanSpeed {
  private ScanSpeed() {}

  static Table of(List<List<String>> codecSets, long gib) throws IOException {
    Path file = Files.createTempFile("magpie-speed", ".bin");
    try {
      try (Arena arena = Arena.ofShared();
          FileChannel channel =
              FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        MixedData.fill(channel.map(MapMode.READ_WRITE, 0, gib << 30, arena), 2);
      }
      Table.Builder table =
          Table.titled("Scan of a %d GiB file on one thread, by the clock".formatted(gib))
              .text("codecs")
              .number("scan", 1, "GB/s")
              .number("of kernels' time", 2)
              .text("range");
      for (List<String> names : codecSets) {
        addRow(table, names, file);
      }
      return table.build();
    } finally {
      Files.delete(file);
    }
  }

  private static void addRow(Table.Builder table, List<String> names, Path file)
      throws IOException {
    List<BlockCodec> codecs = names.stream().map(Sizing::codec).toList();
    double[] speeds = new double[ROUNDS];
    double[] scans = new double[ROUNDS];
    double[] kernels = new double[ROUNDS];
    for (int round = -1; round < ROUNDS; round++) {
      // Mapped anew, as a command does: its pages are in the cache, but not in the process.
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
          Arena arena = Arena.ofShared()) {
        MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        int index = Math.max(round, 0);
        scans[index] = Stopwatch.seconds(() -> new BlockScan(codecs, 1).run(List.of(memory)));
        kernels[index] =
            Stopwatch.seconds(() -> codecs.forEach(codec -> new Sizing(codec, memory).run()));
        speeds[index] = memory.byteSize() / scans[index] / 1e9;
      }
    }
    Measurement ratio = Measurement.ofRatios(scans, kernels);
    table.row(
        String.join(", ", names), Measurement.of(speeds).median(), ratio.median(), ratio.range());
  }
}
