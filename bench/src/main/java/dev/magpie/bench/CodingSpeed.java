package dev.magpie.bench;

import dev.magpie.report.Table;
import java.util.List;
import java.util.function.IntSupplier;

/** Encoding and decoding, block by block, of data that a large cache holds. */
final class CodingSpeed {
  private static final int PASSES = 12;
  private static final int WARM_UPS = 5;

  /** Keeps results that nobody reads from being optimised away. */
  private long sink;

  Table of(List<String> codecs) {
    Table.Builder table =
        Table.titled("Coding on one core, 4 MiB of mixed data, by processor time")
            .text("codec")
            .number("encode", 2, "GB/s")
            .number("decode", 2, "GB/s");
    for (String codec : codecs) {
      CodedBlocks blocks = new CodedBlocks(CodedBlocks.MIXED_BYTES, 128);
      MixedData.fill(blocks.memory, 1);
      blocks.code(Sizing.codec(codec));
      table.row(codec, speed(blocks::encodeAll), speed(blocks::decodeAll));
    }
    return table.build();
  }

  private double speed(IntSupplier pass) {
    Runnable passes =
        () -> {
          for (int i = 0; i < PASSES; i++) {
            sink += pass.getAsInt();
          }
        };
    for (int i = 0; i < WARM_UPS; i++) {
      passes.run();
    }
    long bytes = (long) PASSES * CodedBlocks.MIXED_BYTES;
    return Measurement.of(() -> Stopwatch.gigabytesPerSecond(bytes, passes)).median();
  }

  long sink() {
    return sink;
  }
}
