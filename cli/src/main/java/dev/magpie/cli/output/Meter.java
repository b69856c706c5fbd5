package dev.magpie.cli.output;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows in one line on the terminal how far long work has come; shows nothing where standard error
 * is no terminal, and nothing in the first second.
 */
public final class Meter implements LongConsumer, AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Console console;
  private final long total;
  private final @Nullable String item;
  private final long start = System.nanoTime();
  private final LongAdder done = new LongAdder();
  private final @Nullable Thread watcher;

  /**
   * Starts to watch.
   *
   * @param totalBytes the work to be done
   */
  public Meter(Console console, long totalBytes) {
    this(console, totalBytes, null);
  }

  private Meter(Console console, long total, @Nullable String item) {
    this.console = console;
    this.total = total;
    this.item = item;
    this.watcher = console.progress() ? Thread.ofVirtual().start(this::watch) : null;
  }

  /**
   * Starts to watch work that is counted in other things than bytes.
   *
   * @param total of them; {@link Long#MAX_VALUE} if nobody knows
   * @param item what one of them is called, such as {@code frame}
   */
  public static Meter ofItems(Console console, long total, String item) {
    return new Meter(console, total, item);
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
        console.err().print(CLEAR_LINE + line());
        Thread.sleep(PERIOD);
      }
    } catch (InterruptedException _) {
      console.err().print(CLEAR_LINE);
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
        "magpie: %.0f %% of %s, %.1f GB/s%s",
        100.0 * bytes / Math.max(1, total),
        Quantity.bytes(total),
        bytes / seconds / 1e9,
        left(bytes, seconds));
  }

  /** How long it will take still, if it goes on like this. */
  private String left(long bytes, double seconds) {
    if (bytes == 0) {
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
