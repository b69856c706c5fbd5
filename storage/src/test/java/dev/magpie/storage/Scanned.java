package dev.magpie.storage;

import dev.magpie.analysis.BlockScan;
import dev.magpie.analysis.BlockSummary;
import dev.magpie.analysis.SizeHistogram;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.SafetensorsWriter;
import dev.magpie.snapshot.Snapshot;
import dev.magpie.snapshot.Tensor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** What a scan of a snapshot found. */
record Scanned(List<Allocation.Key> keys, List<List<SizeHistogram>> sizes) {
  /** Scans with two threads. */
  static Scanned of(Path input) {
    try (Snapshot snapshot = Snapshot.open(List.of(input))) {
      BlockScan scan =
          new BlockScan(
              Stream.of("bdi", "mag-bdi")
                  .map(each -> Codecs.create(each, Granularity.DEFAULT))
                  .toList(),
              2);
      List<BlockSummary> found =
          scan.summarizeContents(
              snapshot.allocations().stream().map(Allocation::contents).toList(), null, _ -> {});
      return new Scanned(
          snapshot.allocations().stream().map(Allocation::key).toList(),
          found.stream().map(BlockSummary::byCodec).toList());
    }
  }

  /** Three arrays, of which two are of several ranges and none ends with a block. */
  static Path model(Path directory, long seed) throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Random random = new Random(seed);
    for (int size : new int[] {1003, 5 << 20 | 17, 9 << 20 | 3}) {
      byte[] bytes = new byte[size];
      for (int i = 0; i < size; i++) {
        bytes[i] = (byte) random.nextInt(1 + (i >> 18 & 7));
      }
      tensors.put(
          "of" + size, new Tensor(Dtype.U8, List.of((long) size), MemorySegment.ofArray(bytes)));
    }
    Path file = directory.resolve("model.safetensors");
    SafetensorsWriter.write(file, tensors);
    return file;
  }
}
