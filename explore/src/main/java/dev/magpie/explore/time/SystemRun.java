package dev.magpie.explore.time;

import dev.magpie.explore.web.RefusedException;
import dev.magpie.gpu.Breakdown;
import dev.magpie.gpu.GpuObserver;
import dev.magpie.gpu.IssueProgress;
import dev.magpie.gpu.LaunchTiming;
import dev.magpie.gpu.SimulationException;
import dev.magpie.gpu.SimulationResult;
import dev.magpie.gpu.TimedGpu;
import dev.magpie.gpu.TimedGpuBuilder;
import dev.magpie.gpu.trace.TraceException;
import dev.magpie.job.JobException;
import dev.magpie.job.NotConvergedException;
import dev.magpie.ptx.execute.KernelFaultException;
import dev.magpie.ptx.ir.PtxException;
import dev.magpie.settings.IoReason;
import dev.magpie.settings.JavaHeap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program on one system, as its time goes on. It ends when a person stops it or no page asks for
 * it; then it begins anew when one asks again.
 */
final class SystemRun {
  /** How far it is. */
  enum Phase {
    /** Others are timed first. */
    WAITING,
    RUNNING,
    DONE,
    /** A person has stopped it. */
    STOPPED,
    /** No page has asked for a while. */
    RESTING,
    FAILED
  }

  /**
   * How it stands.
   *
   * @param issued warp-instructions
   * @param launches that have ended so far; their cycles are those of the GPU
   * @param result once it is done
   */
  record State(
      Phase phase,
      String problem,
      long issued,
      List<LaunchTiming> launches,
      @Nullable SimulationResult result) {}

  /** What is told apart. */
  private static final Set<Breakdown.Part> PARTS =
      EnumSet.of(
          Breakdown.Part.MULTIPROCESSOR,
          Breakdown.Part.TIME,
          Breakdown.Part.LINE,
          Breakdown.Part.INSTRUCTION);

  /** Longer than a browser lets a page in the background wait for its turn. */
  private static final long REST_NANOS = TimeUnit.MINUTES.toNanos(2);

  private static final long LOOK_MILLIS = 100;

  private final ShownRun run;
  private final TimedSystem system;
  private final long interval;
  private final Semaphore turns;

  /** Guarded by this, as all that follows but the last two. */
  private final List<LaunchTiming> launches = new ArrayList<>();

  private Phase phase = Phase.RESTING;
  private String problem = "";
  private long issued;
  private @Nullable SimulationResult result;
  private @Nullable Thread worker;
  private volatile boolean stopping;
  private volatile long askedAt = System.nanoTime();

  /**
   * A replay that has yet to begin.
   *
   * @param interval cycles of a stretch of time
   * @param turns how many run at a time
   */
  SystemRun(ShownRun run, TimedSystem system, long interval, Semaphore turns) {
    this.run = run;
    this.system = system;
    this.interval = interval;
    this.turns = turns;
  }

  /** Cycles of a stretch of time. */
  long interval() {
    return interval;
  }

  /** Whether it is the one of this program on this system. */
  boolean isOf(ShownRun other, TimedSystem otherSystem, long otherInterval) {
    return run == other && system.equals(otherSystem) && interval == otherInterval;
  }

  /** How it stands; it begins if it was resting. */
  synchronized State ask() {
    askedAt = System.nanoTime();
    if (worker == null && phase == Phase.RESTING) {
      begin();
    }
    return new State(phase, problem, issued, List.copyOf(launches), result);
  }

  /**
   * What it came to.
   *
   * @throws RefusedException if it is not done
   */
  SimulationResult result() {
    State state = ask();
    SimulationResult found = state.result();
    if (found != null) {
      return found;
    }
    throw state.phase() == Phase.FAILED
        ? RefusedException.wrong(state.problem())
        : RefusedException.later("it is still being timed");
  }

  /** Stops it until {@link #goOn}. */
  synchronized void stop() {
    stopping = worker != null;
  }

  /** Lets it begin anew where a person or an error has stopped it. */
  synchronized void goOn() {
    askedAt = System.nanoTime();
    if (worker == null && phase != Phase.DONE) {
      begin();
    }
  }

  private void begin() {
    stopping = false;
    problem = "";
    issued = 0;
    launches.clear();
    phase = Phase.WAITING;
    worker = Thread.ofPlatform().daemon().name("replay").start(this::work);
  }

  private void work() {
    Phase end = Phase.DONE;
    String why = "";
    SimulationResult found = null;
    try {
      while (!turns.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        check();
      }
      try {
        found = run.time(builder(), new Watching());
      } finally {
        turns.release();
      }
    } catch (CancellationException | InterruptedException _) {
      end = stopping ? Phase.STOPPED : Phase.RESTING;
    } catch (TraceException
        | SimulationException
        | JobException
        | PtxException
        | KernelFaultException
        | NotConvergedException
        | IllegalArgumentException e) {
      end = Phase.FAILED;
      why = String.valueOf(e.getMessage());
    } catch (IOException e) {
      end = Phase.FAILED;
      why = IoReason.withFile(e);
    } catch (UncheckedIOException e) {
      end = Phase.FAILED;
      why = IoReason.withFile(Objects.requireNonNull(e.getCause()));
    } catch (OutOfMemoryError _) {
      end = Phase.FAILED;
      why = "out of memory: " + JavaHeap.advice();
    } catch (RuntimeException | Error e) {
      end = Phase.FAILED;
      why = e.toString();
    }
    leave(end, why, found);
  }

  private TimedGpuBuilder builder() {
    return TimedGpu.builder(system.gpu()).memory(system.coding()).breakingDown(PARTS, interval);
  }

  private synchronized void leave(Phase end, String why, @Nullable SimulationResult found) {
    phase = end;
    problem = why;
    result = found;
    worker = null;
  }

  private void check() {
    if (stopping || System.nanoTime() - askedAt > REST_NANOS) {
      throw new CancellationException();
    }
  }

  private synchronized void issued(long more) {
    phase = Phase.RUNNING;
    issued += more;
  }

  private final class Watching implements ShownRun.Watch {
    @Override
    public GpuObserver of(TimedGpu gpu) {
      gpu.observe(
          new IssueProgress(
              gpu,
              more -> {
                issued(more);
                check();
              }));
      return new GpuObserver() {
        @Override
        public void launchEnded(LaunchTiming timing) {
          synchronized (SystemRun.this) {
            launches.add(timing);
          }
        }
      };
    }

    @Override
    public void check() {
      SystemRun.this.check();
    }
  }
}
