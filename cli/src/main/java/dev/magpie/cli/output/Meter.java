package dev.magpie.cli.output;

import dev.magpie.snapshot.Allocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows in one line on the terminal how far long work has come; shows nothing where standard error
 * is no terminal, and nothing in the first half of a second.
 */
public final class Meter implements LongConsumer, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration PERIOD = Duration.ofMillis(200);

  /** Of less than such a part of the work nobody can tell how long the rest takes. */
  private static final long TOO_FEW = 50;

  private final Console console;
  private final long total;
  private final @Nullable String item;
  private final LongFunction<String> place;
  private final long start = System.nanoTime();
  private final LongAdder done = new LongAdder();
  private final @Nullable Thread watcher;

  /**
   * Starts to watch.
   *
   * @param totalBytes the work to be done
   */
  public Meter(Console console, long totalBytes) {
    this(console, totalBytes, null, _ -> "");
  }

  private Meter(Console console, long total, @Nullable String item, LongFunction<String> place) {
    this.console = console;
    this.total = total;
    this.item = item;
    this.place = place;
    this.watcher = console.progress() ? Thread.ofVirtual().start(this::watch) : null;
  }

  /**
   * Starts to watch work that is counted in other things than bytes.
   *
   * @param total of them; {@link Long#MAX_VALUE} if nobody knows
   * @param item what one of them is called, such as {@code frame}
   */
  public static Meter ofItems(Console console, long total, String item) {
    return new Meter(console, total, item, _ -> "");
  }

  /** Starts to watch work on arrays, one after the other, and says which it is at. */
  public static Meter ofArrays(Console console, List<Allocation> arrays) {
    NavigableMap<Long, Allocation> starts = new TreeMap<>();
    long total = 0;
    for (Allocation each : arrays) {
      // One without bytes gives way to the next.
      starts.put(total, each);
      total += each.bytes();
    }
    return new Meter(console, total, null, done -> name(starts.floorEntry(done).getValue()));
  }

  /** Starts to watch work on files, one after the other, and says which it is at. */
  public static Meter ofFiles(Console console, List<Path> files) {
    NavigableMap<Long, Path> starts = new TreeMap<>();
    long total = 0;
    for (Path each : files) {
      starts.put(total, each);
      total += bytes(each);
    }
    return new Meter(console, total, null, done -> name(starts.floorEntry(done).getValue()));
  }

  /** What progress is measured against: a file that is not there counts when it is opened. */
  public static long bytes(Path file) {
    try {
      return Files.size(file);
    } catch (IOException _) {
      return 0;
    }
  }

  private static String name(Allocation array) {
    return name(array.source()) + ": " + printable(array.name());
  }

  private static String name(Path file) {
    return ", " + printable(String.valueOf(file.getFileName()));
  }

  private static String printable(String name) {
    return name.replaceAll("\\p{Cntrl}", "?");
  }

  /** Counts what is done; any thread may. */
  @Override
  public void accept(long more) {
    done.add(more);
  }

  private void watch() {
    try {
      Thread.sleep(PATIENCE);
      while (true) {
        console.show(line());
        Thread.sleep(PERIOD);
      }
    } catch (InterruptedException _) {
      console.show("");
    }
  }

  private String line() {
    long bytes = Math.min(total, done.sum());
    double seconds = (System.nanoTime() - start) / 1e9;
    if (item != null && total == Long.MAX_VALUE) {
      return "magpie: " + Quantity.count(bytes, item);
    }
    if (item != null) {
      return String.format(
          Locale.ROOT,
          "magpie: %,d of %s%s",
          bytes,
          Quantity.count(total, item),
          left(bytes, seconds));
    }
    return String.format(
        Locale.ROOT,
        "magpie: %.0f %% of %s, %s%s%s",
        100.0 * bytes / Math.max(1, total),
        Quantity.bytes(total),
        speed(bytes / seconds),
        left(bytes, seconds),
        place.apply(bytes));
  }

  private static String speed(double bytesPerSecond) {
    return bytesPerSecond < 1e9
        ? String.format(Locale.ROOT, "%.0f MB/s", bytesPerSecond / 1e6)
        : String.format(Locale.ROOT, "%.1f GB/s", bytesPerSecond / 1e9);
  }

  /** How long it will take still, if it goes on like this. */
  private String left(long bytes, double seconds) {
    if (bytes == 0 || bytes < total / TOO_FEW) {
      return "";
    }
    long rest = Math.round(seconds * (total - bytes) / bytes);
    return rest < 60
        ? String.format(Locale.ROOT, ", %d s left", rest)
        : String.format(Locale.ROOT, ", %d min %02d s left", rest / 60, rest % 60);
  }

  /** Takes the line away. */
  @Override
  public void close() {
    if (watcher != null) {
      watcher.interrupt();
      try {
        watcher.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
