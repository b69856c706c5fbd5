package dev.magpie.bench;

import dev.magpie.buddy.Profiler;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Prints how fast a {@link BuddyMemory} is written and read on one core: a smooth fp32 field, in
 * order, and entries at random, one by one and many at once; and how fast a series of such fields
 * is profiled. Argument: its size in MiB (1024).
 */
public final class MemorySpeed {
  /** They make ratios in bits from 1.6 to 2.4; with the third, many entries exceed 2x. */
  private static final double[] NOISES = {1e-4, 5e-4, 8e-4, 2e-3, 2e-2};

  private static final int RANDOM_READS = 2_000_000;
  private static final int READS_AT_ONCE = 1000;

  private MemorySpeed() {}

  /** Measures and prints. */
  public static void main(String[] arguments) throws IOException {
    long bytes = (arguments.length > 0 ? Long.parseLong(arguments[0]) : 1024) << 20;
    Table.Builder table =
        Table.titled("Buddy memory on one core, by processor time")
            .text("field")
            .number("BPC ratio", 2)
            .text("target")
            .number("spilled", 0, "%")
            .number("write", 0, "MB/s")
            .number("read", 0, "MB/s")
            .number("random reads", 2, "M/s")
            .text("range")
            .number("many at once", 2, "M/s")
            .text("range")
            .number("allocated by them", 0, "B");
    for (double noise : NOISES) {
      measure(bytes, noise, table);
    }
    System.out.printf("Java %s, %s%n%n", Runtime.version(), Codecs.acceleration());
    System.out.println(TextTable.render(table.build()));
    System.out.println(TextTable.render(ProfileSpeed.of(List.of("bpc", "bdi", "fpc", "zvc"))));
  }

  private static void measure(long bytes, double noise, Table.Builder table) {
    long fieldBytes = Math.min(bytes, 64 << 20);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment field = arena.allocate(fieldBytes, 128);
      SmoothField.fill(field, noise, 1);
      measure(bytes, noise, field, table);
    }
  }

  private static void measure(long bytes, double noise, MemorySegment field, Table.Builder table) {
    long fieldBytes = field.byteSize();
    int[] sizes = new int[(int) (fieldBytes / 128)];
    new EntryCodec(Codecs.create("bpc", Granularity.DEFAULT)).sizeBits(field, 0, sizes);
    TargetRatio target = target(sizes);
    long deviceBytes = bytes / 128 * target.deviceBytes() + bytes / 64;
    BuddyConfig config = BuddyConfig.ofDevice(deviceBytes).withMaxRatio(2);
    try (Arena arena = Arena.ofConfined();
        BuddyMemory memory = new BuddyMemory(config)) {
      BuddyAllocation place = memory.allocate(bytes, target);
      Transfers transfers = new Transfers();
      MemorySegment copy = arena.allocate(1 << 20, 128);
      double write =
          Measurement.of(() ->
                  Stopwatch.gigabytesPerSecond(
                      bytes,
                      () -> {
                        for (long at = 0; at < bytes; at += fieldBytes) {
                          memory.write(place.address() + at, field, 0, fieldBytes, transfers);
                        }
                      }))
              .median();
      double read =
          Measurement.of(() ->
                  Stopwatch.gigabytesPerSecond(
                      bytes,
                      () -> {
                        for (long at = 0; at < bytes; at += copy.byteSize()) {
                          memory.read(place.address() + at, copy, 0, copy.byteSize(), transfers);
                        }
                      }))
              .median();
      SplittableRandom random = new SplittableRandom(1);
      Runnable reads =
          () -> {
            for (int i = 0; i < RANDOM_READS; i++) {
              long entry = random.nextLong(place.entries());
              memory.readBlock(place.address() + 128 * entry, copy, 0, transfers);
            }
          };
      long[] addresses = new long[READS_AT_ONCE];
      Runnable readsAtOnce =
          () -> {
            for (int done = 0; done < RANDOM_READS; done += addresses.length) {
              for (int i = 0; i < addresses.length; i++) {
                addresses[i] = place.address() + 128 * random.nextLong(place.entries());
              }
              memory.readBlocks(addresses, copy, 0, transfers);
            }
          };
      Measurement randomReads = perMicrosecond(reads);
      Measurement together = perMicrosecond(readsAtOnce);
      long before = Stopwatch.allocatedBytes();
      reads.run();
      readsAtOnce.run();
      long allocated = Stopwatch.allocatedBytes() - before;
      table.row(
          String.format(Locale.ROOT, "smooth, noise of %.0e", noise),
          ratio(sizes),
          target + "x",
          100 * over(sizes, target),
          1000 * write,
          1000 * read,
          randomReads.median(),
          randomReads.range(),
          together.median(),
          together.range(),
          allocated);
    }
  }

  private static Measurement perMicrosecond(Runnable reads) {
    return Measurement.of(() -> RANDOM_READS / Stopwatch.processorSeconds(reads) / 1e6);
  }

  /** Ratio in bits, each entry by itself. */
  private static double ratio(int[] sizes) {
    return 1024.0
        * sizes.length
        / IntStream.of(sizes).mapToLong(size -> Math.min(size, 1024)).sum();
  }

  /** As a profile with the paper's threshold chooses it, of 2x and less. */
  private static TargetRatio target(int[] sizes) {
    for (TargetRatio target : List.of(TargetRatio.TWO, TargetRatio.FOUR_THIRDS)) {
      if (over(sizes, target) <= Profiler.DEFAULT.threshold()) {
        return target;
      }
    }
    return TargetRatio.ONE;
  }

  /** The share of entries that do not fit. */
  private static double over(int[] sizes, TargetRatio target) {
    long over =
        IntStream.of(sizes).filter(size -> !target.fits(EntryCode.of(size, target))).count();
    return (double) over / sizes.length;
  }
}
