package dev.magpie.cli.sweep;

import dev.magpie.cli.output.Console;
import dev.magpie.lab.sweep.SweepPlan;
import dev.magpie.lab.sweep.SweepPoint;
import dev.magpie.lab.sweep.SweepWatcher;
import dev.magpie.lab.sweep.SweptPoint;
import dev.magpie.lab.sweep.SweptPoint.State;
import dev.magpie.report.Columns;
import dev.magpie.report.TextTable;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shows how a sweep goes: on a terminal a table of what is done, left, and until when, in place of
 * the one before; elsewhere, as in a log, a line now and then.
 */
final class SweepProgress implements SweepWatcher, AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(500);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

  /** So many rows fit every terminal; programs that are done give way to others. */
  private static final int MOST_ROWS = 10;

  private final Console console;
  private final int all;
  private final Map<String, Counts> programs = new LinkedHashMap<>();
  private final long start = System.nanoTime();
  private long said = start;
  private int done;
  private int failed;
  private int already;
  private int linesShown;
  private final @Nullable Thread watcher;

  /** Of a program. */
  private static final class Counts {
    final String name;
    int all;
    int done;
    int failed;
    int underWay;

    Counts(String name) {
      this.name = name;
    }

    int left() {
      return all - done - failed;
    }
  }

  SweepProgress(Console console, SweepPlan plan) {
    this.console = console;
    all = plan.points().size();
    plan.points().forEach(each -> counts(each.axes()).all++);
    watcher = console.progress() ? Thread.ofVirtual().start(this::watch) : null;
  }

  private Counts counts(Map<String, String> axes) {
    return programs.computeIfAbsent(axes.getOrDefault("program", ""), Counts::new);
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(PERIOD);
        synchronized (this) {
          erase();
          draw();
        }
      }
    } catch (InterruptedException _) {
      // It is over.
    }
  }

  @Override
  public synchronized void complain(String message) {
    erase();
    console.say(message);
  }

  @Override
  public synchronized void begun(SweepPoint point) {
    counts(point.axes()).underWay++;
  }

  @Override
  public synchronized void ended(SweepPoint point, SweptPoint came, boolean before) {
    Counts counts = counts(point.axes());
    boolean isDone = came.state() == State.DONE;
    done += isDone ? 1 : 0;
    failed += isDone ? 0 : 1;
    counts.done += isDone ? 1 : 0;
    counts.failed += isDone ? 0 : 1;
    if (before) {
      already++;
      return;
    }
    counts.underWay--;
    if (!isDone) {
      complain("%s failed: %s".formatted(point.label(), came.error()));
    }
    if (!console.progress() && System.nanoTime() - said >= BETWEEN_LINES.toNanos()) {
      said = System.nanoTime();
      console.say(summary());
    }
  }

  /** What is done, left, and until when, in a line. */
  private String summary() {
    int left = all - done - failed;
    return "%,d of %,d points done, %,d failed, %,d left%s"
        .formatted(done, all, failed, left, until(left));
  }

  /** When it will be over if it goes on like this. */
  private String until(int left) {
    int now = done + failed - already;
    if (now == 0 || left == 0) {
      return "";
    }
    Duration rest = Duration.ofNanos((System.nanoTime() - start) / now * left);
    LocalDateTime end = LocalDateTime.now(ZoneId.systemDefault()).plus(rest);
    return ", until "
        + end.format(
            DateTimeFormatter.ofPattern(rest.toHours() < 12 ? "HH:mm:ss" : "yyyy-MM-dd HH:mm"));
  }

  private void draw() {
    List<Counts> shown = new ArrayList<>();
    programs.values().stream().filter(each -> each.left() > 0).limit(MOST_ROWS).forEach(shown::add);
    String table =
        shown.isEmpty()
            ? ""
            : TextTable.render(
                new Columns<Counts>()
                    .text("program", each -> each.name)
                    .number("done", 0, each -> each.done)
                    .number("failed", 0, each -> each.failed)
                    .number("running", 0, each -> each.underWay)
                    .number("left", 0, each -> each.left())
                    .table("", shown),
                console.errorColumns() - 1);
    String text = table + "magpie: " + summary() + "\n";
    linesShown = (int) text.lines().count();
    console.err().print(text);
    console.err().flush();
  }

  private void erase() {
    if (linesShown > 0) {
      console.err().print("\u001b[%dA\r\u001b[J".formatted(linesShown));
      console.err().flush();
      linesShown = 0;
    }
  }

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
    synchronized (this) {
      erase();
    }
  }
}
