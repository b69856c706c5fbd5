package dev.magpie.lab.sweep;

import dev.magpie.analysis.Shard;
import dev.magpie.gpu.recording.TemporaryRecording;
import dev.magpie.lab.result.LabException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Times the points of a sweep that are not there. What several points execute is executed once, and
 * replayed on the others; what is lossy is executed again. Each point is kept as a file as soon as
 * it is timed, or has failed.
 */
public final class SweepRun {
  /** Which points are done again though their files are there. */
  public enum Again {
    NOTHING,
    FAILED,
    ALL
  }

  /**
   * What is wanted.
   *
   * @param place takes the files
   * @param threads that time points
   */
  public record Request(Sweep sweep, Shard shard, Path place, Again again, int threads) {
    /** What earlier runs have left of some points, but for what is to be done again, by file. */
    Map<String, SweptPoint> earlier(List<SweepPoint> points, SweepWatcher watcher) {
      if (again == Again.ALL) {
        return Map.of();
      }
      Map<String, String> keys = new HashMap<>();
      points.forEach(each -> keys.put(each.file(), each.key()));
      Map<String, SweptPoint> there =
          EarlierPoints.read(
              new SweepDirectory(place).points(),
              keys,
              why -> watcher.complain(why + "; done again"));
      if (again == Again.FAILED) {
        there.values().removeIf(each -> each.state() != SweptPoint.State.DONE);
      }
      return there;
    }
  }

  private final Request request;
  private final SweepWatcher watcher;
  private final Path points;
  private final SweptPoint[] came;
  private final List<SweepPoint> all;
  private final AtomicInteger left = new AtomicInteger();
  private final AtomicInteger order = new AtomicInteger();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final ThreadPoolExecutor threads;

  private SweepRun(Request request, SweepWatcher watcher) {
    this.request = request;
    this.watcher = watcher;
    points = new SweepDirectory(request.place()).points();
    all = request.shard().of(request.sweep().points());
    came = new SweptPoint[all.size()];
    threads =
        new ThreadPoolExecutor(
            request.threads(),
            request.threads(),
            0,
            TimeUnit.SECONDS,
            new PriorityBlockingQueue<>(),
            Thread.ofPlatform().daemon().factory());
  }

  /**
   * Something to do. Replays come before what would make more recordings.
   *
   * @param rank the lowest first
   */
  private record Task(int rank, int number, Runnable work) implements Runnable, Comparable<Task> {
    @Override
    public int compareTo(Task other) {
      return rank == other.rank
          ? Integer.compare(number, other.number)
          : Integer.compare(rank, other.rank);
    }

    @Override
    public void run() {
      work.run();
    }
  }

  /**
   * Times what is not there.
   *
   * @return all points of the shard, in the order of the sweep
   * @throws LabException if the directory cannot be written
   */
  public static List<SweptPoint> run(Request request, SweepWatcher watcher) {
    new SweepDirectory(request.place()).begin(SweepPlan.of(request.sweep(), request.shard()));
    return new SweepRun(request, watcher).run();
  }

  private List<SweptPoint> run() {
    Map<Object, List<Integer>> groups = new LinkedHashMap<>();
    Map<String, SweptPoint> there = request.earlier(all, watcher);
    for (int i = 0; i < all.size(); i++) {
      SweepPoint point = all.get(i);
      SweptPoint earlier = there.get(point.file());
      if (earlier != null) {
        came[i] = earlier;
        watcher.ended(point, earlier, true);
      } else {
        boolean shares = point.program().isExecuted() && !point.isLossy();
        groups.computeIfAbsent(shares ? point.recorded() : i, _ -> new ArrayList<>()).add(i);
        left.incrementAndGet();
      }
    }
    try {
      if (!groups.isEmpty()) {
        groups.values().forEach(each -> submit(1, () -> executeFirst(each)));
        await();
      }
    } finally {
      // Of one that ends the run, the others are not waited for: the process can end under them.
      threads.shutdownNow();
    }
    List<SweptPoint> result = new ArrayList<>();
    for (SweptPoint each : came) {
      result.add(Objects.requireNonNull(each));
    }
    return result;
  }

  private void await() {
    try {
      end.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case IOException cause -> throw new UncheckedIOException(cause);
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LabException("interrupted; what is done is kept", e);
    }
  }

  private void submit(int rank, Runnable work) {
    threads.execute(
        new Task(
            rank,
            order.getAndIncrement(),
            () -> {
              try {
                work.run();
              } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
              }
            }));
  }

  /** Executes the first of some points, and lets the others replay that. */
  private void executeFirst(List<Integer> which) {
    if (which.size() == 1) {
      keep(which.getFirst(), PointTimer::time);
      return;
    }
    List<Integer> others = which.subList(1, which.size());
    TemporaryRecording recording = temporary();
    boolean recorded = keep(which.getFirst(), point -> PointTimer.recording(point, recording));
    if (!recorded) {
      close(recording);
      // It may have been that system alone.
      submit(0, () -> executeFirst(others));
      return;
    }
    AtomicInteger using = new AtomicInteger(others.size());
    for (int each : others) {
      submit(
          0,
          () -> {
            keep(each, point -> PointTimer.replaying(point, recording));
            if (using.decrementAndGet() == 0) {
              close(recording);
            }
          });
    }
  }

  private static TemporaryRecording temporary() {
    try {
      return TemporaryRecording.create();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void close(TemporaryRecording recording) {
    try {
      recording.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FunctionalInterface
  private interface Timing {
    PointTimer.Timed of(SweepPoint point) throws IOException;
  }

  /** Times a point and writes its file; whether it did not fail. */
  private boolean keep(int which, Timing timing) {
    SweepPoint point = all.get(which);
    watcher.begun(point);
    byte[] content;
    try {
      content = PointFile.bytes(request.sweep().version(), point, () -> timing.of(point));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    SweptPoint now = PointFile.write(points, point, content);
    came[which] = now;
    watcher.ended(point, now, false);
    if (left.decrementAndGet() == 0) {
      end.complete(null);
    }
    return now.state() == SweptPoint.State.DONE;
  }
}
