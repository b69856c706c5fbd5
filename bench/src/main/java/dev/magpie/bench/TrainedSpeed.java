package dev.magpie.bench;

import dev.magpie.analysis.TrainingSample;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.report.Table;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Bulk sizing by codecs that are trained, on the beginning of the memory that they then size. */
final class TrainedSpeed {
  private static final long TRAINING_BYTES = 16 << 20;
  private static final int WARM_UPS = 3;

  private TrainedSpeed() {}

  static Table of(List<String> codecs, MemorySegment memory) {
    Table.Builder table =
        Table.titled("Sizing by trained codecs on one core, by processor time")
            .text("codec")
            .number("%d MiB".formatted(memory.byteSize() >> 20), 0, "MB/s")
            .text("range");
    for (String name : codecs) {
      Sizing sizing = new Sizing(trained(name, memory), memory);
      sizing.runTimes(WARM_UPS);
      Measurement speed =
          Measurement.of(() -> 1000 * Stopwatch.gigabytesPerSecond(memory.byteSize(), sizing));
      table.row(name, speed.median(), speed.range());
    }
    return table.build();
  }

  /** A codec of 128-byte blocks. */
  static BlockCodec trained(String name, MemorySegment memory) {
    MemorySegment sample = memory.asSlice(0, Math.min(TRAINING_BYTES, memory.byteSize()));
    CodecSpec spec = CodecSpec.parse(name);
    return spec.create(
        Granularity.DEFAULT,
        TrainingSample.ALL.train(spec, List.of(sample), Granularity.DEFAULT.blockBytes()));
  }
}
