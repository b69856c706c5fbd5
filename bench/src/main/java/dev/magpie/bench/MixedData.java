package dev.magpie.bench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.function.LongToIntFunction;

/**
 * Memory as programs leave it: regions of 4 to 64 KiB, each of one kind. By share: 18 % zero, 12 %
 * small integers, 15 % ascending identifiers, 10 % values near one base and 8 % near two, 12 %
 * floats of mixed sign and 10 % smooth ones, 7 % half-precision activations, many zero, 4 % image
 * bytes, and 4 % random.
 */
final class MixedData {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Cumulative shares in per cent, in the order of {@link #kind}. */
  private static final int[] SHARES = {18, 30, 45, 55, 63, 75, 85, 92, 96, 100};

  private final SplittableRandom random;

  private MixedData(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Fills the memory, whose size is a multiple of 4; the same seed gives the same bytes. */
  static void fill(MemorySegment memory, long seed) {
    MixedData data = new MixedData(seed);
    for (long at = 0; at < memory.byteSize(); ) {
      long length = Math.min(memory.byteSize() - at, 4096L << data.random.nextInt(5));
      LongToIntFunction words = data.kind();
      for (long i = 0; i < length; i += Integer.BYTES) {
        memory.set(INT, at + i, words.applyAsInt(i / Integer.BYTES));
      }
      at += length;
    }
  }

  /** The words of a region, by index. */
  private LongToIntFunction kind() {
    int drawn = random.nextInt(100);
    int kind = 0;
    while (drawn >= SHARES[kind]) {
      kind++;
    }
    int base = random.nextInt();
    int other = random.nextInt();
    double phase = random.nextDouble();
    return switch (kind) {
      case 0 -> _ -> 0;
      case 1 -> _ -> random.nextInt(32) - 16;
      case 2 -> i -> (int) (3 * i) + random.nextInt(4);
      case 3 -> _ -> base + random.nextInt(1 << 13) - (1 << 12);
      case 4 -> _ -> (random.nextBoolean() ? base : other) + random.nextInt(1 << 20);
      case 5 -> _ -> Float.floatToRawIntBits((float) (0.1 * (random.nextDouble() - 0.5)));
      case 6 -> i -> Float.floatToRawIntBits((float) (1.5 + StrictMath.sin(phase + 4e-4 * i)));
      case 7 -> _ -> halves();
      case 8 -> _ -> pixels();
      default -> _ -> random.nextInt();
    };
  }

  private int halves() {
    int low = random.nextInt(4) == 0 ? Float.floatToFloat16((float) random.nextDouble()) : 0;
    int high = random.nextInt(4) == 0 ? Float.floatToFloat16((float) random.nextDouble()) : 0;
    return (low & 0xffff) | (high << 16);
  }

  private int pixels() {
    int grey = 128 + random.nextInt(6);
    return grey | ((grey + random.nextInt(3)) << 8) | ((grey + 1) << 16) | (grey << 24);
  }
}
