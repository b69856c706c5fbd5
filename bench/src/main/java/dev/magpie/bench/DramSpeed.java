package dev.magpie.bench;

import dev.magpie.gpu.dram.DramConfig;
import dev.magpie.gpu.dram.DramConfigs;
import dev.magpie.gpu.dram.DramMemory;
import dev.magpie.gpu.trace.RequestTrace;
import dev.magpie.gpu.trace.TraceReplay;
import dev.magpie.report.Table;
import dev.magpie.report.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;

/**
 * Prints how fast a DRAM channel is simulated on one core: a triad of three streams, and accesses
 * at random, as many as the channel takes; and how fast time without requests passes. Argument: the
 * requests of a run in thousands (400).
 */
public final class DramSpeed {
  private static final long WRITE = Long.MIN_VALUE;
  private static final long IDLE_CYCLES = 1_000_000_000_000L;

  private DramSpeed() {}

  /** Measures and prints. */
  public static void main(String[] arguments) {
    int requests = 1000 * (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 400);
    long[] triad = triad(requests);
    long[] random = random(requests);
    Table.Builder table =
        Table.titled("DRAM channels on one core, by processor time")
            .text("dram")
            .text("requests")
            .number("cycles a request", 2)
            .number("speed", 2, "M requests/s")
            .text("range")
            .number("allocated", 1, "B a request");
    for (String name : DramConfigs.names()) {
      measure(name, "triad", triad, table);
      measure(name, "random", random, table);
    }
    System.out.printf("Java %s; medians of %d rounds%n%n", Runtime.version(), Measurement.ROUNDS);
    System.out.println(TextTable.render(table.build()));
    double seconds = Measurement.of(() -> Stopwatch.processorSeconds(DramSpeed::idle)).median();
    System.out.printf("idle: %.1e cycles/s%n", IDLE_CYCLES / seconds);
  }

  private static void idle() {
    new DramMemory(config("hbm2-2000"), 1).channel(0).advanceTo(IDLE_CYCLES);
  }

  static DramConfig config(String name) {
    return DramConfigs.named(name).orElseThrow();
  }

  private static void measure(String name, String what, long[] words, Table.Builder table) {
    DramConfig config = config(name);
    long[] cycles = new long[1];
    Runnable run = () -> cycles[0] = cycles(config, words);
    run.run();
    Measurement speed = Measurement.of(() -> words.length / Stopwatch.processorSeconds(run) / 1e6);
    long before = Stopwatch.allocatedBytes();
    run.run();
    long allocated = Stopwatch.allocatedBytes() - before;
    table.row(
        name,
        what,
        (double) cycles[0] / words.length,
        speed.median(),
        speed.range(),
        (double) allocated / words.length);
  }

  static long cycles(DramConfig config, long[] words) {
    try {
      return TraceReplay.run(new Words(words), new DramMemory(config, 1), 4, _ -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads b and c, writes a, 32 bytes at a time. */
  static long[] triad(int requests) {
    long[] words = new long[requests];
    for (int i = 0; i < requests; i++) {
      long offset = i / 3 * 32L;
      words[i] =
          switch (i % 3) {
            case 0 -> 0x1000_0000 + offset;
            case 1 -> 0x2000_0000 + offset;
            default -> offset | WRITE;
          };
    }
    return words;
  }

  /** Uniform over 768 MiB, one third writes. */
  static long[] random(int requests) {
    SplittableRandom random = new SplittableRandom(1);
    long[] words = new long[requests];
    for (int i = 0; i < requests; i++) {
      words[i] = random.nextLong(768 << 15) * 32 | (random.nextInt(3) == 0 ? WRITE : 0);
    }
    return words;
  }

  /** Requests from memory. */
  private static final class Words implements RequestTrace {
    private final long[] words;
    private int at = -1;

    Words(long[] words) {
      this.words = words;
    }

    @Override
    public boolean next() {
      at++;
      return at < words.length;
    }

    @Override
    public long address() {
      return words[at] & Long.MAX_VALUE;
    }

    @Override
    public boolean isWrite() {
      return words[at] < 0;
    }

    @Override
    public long cycle() {
      return 0;
    }

    @Override
    public long position() {
      return 8L * (at + 1);
    }

    @Override
    public void close() {}
  }
}
