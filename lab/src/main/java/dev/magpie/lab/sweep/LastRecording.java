package dev.magpie.lab.sweep;

import dev.magpie.gpu.recording.TemporaryRecording;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Times points that come one by one, as on a machine of a cluster: those that execute what the last
 * one did replay that. Any thread may; while one records, others execute on their own.
 */
final class LastRecording {

  /** A recording, with those that read or write it. */
  private static final class Kept {
    final SweepPoint.Recorded what;
    final TemporaryRecording recording;

    // Guarded by the object around.
    boolean whole;
    int users = 1;

    Kept(SweepPoint.Recorded what, TemporaryRecording recording) {
      this.what = what;
      this.recording = recording;
    }
  }

  /** Its keeping counts as a use. */
  private @Nullable Kept last;

  /** Replays or executes a point. */
  PointTimer.Timed time(SweepPoint point) throws IOException {
    if (!point.program().isExecuted() || point.isLossy()) {
      return PointTimer.time(point);
    }
    Kept found = begin(point.recorded());
    if (found == null) {
      return record(point);
    }
    try {
      return isWhole(found) ? PointTimer.replaying(point, found.recording) : PointTimer.time(point);
    } finally {
      end(found);
    }
  }

  private synchronized @Nullable Kept begin(SweepPoint.Recorded what) {
    if (last == null || !last.what.equals(what)) {
      return null;
    }
    last.users++;
    return last;
  }

  private synchronized boolean isWhole(Kept kept) {
    return kept.whole;
  }

  private PointTimer.Timed record(SweepPoint point) throws IOException {
    Kept made = new Kept(point.recorded(), TemporaryRecording.create());
    keep(made);
    try {
      PointTimer.Timed timed = PointTimer.recording(point, made.recording);
      finish(made);
      return timed;
    } catch (IOException | RuntimeException e) {
      // It may have been that system alone: the next point tries again.
      drop(made);
      throw e;
    } finally {
      end(made);
    }
  }

  private void keep(Kept made) throws IOException {
    Kept before;
    synchronized (this) {
      made.users++;
      before = last;
      last = made;
    }
    if (before != null) {
      end(before);
    }
  }

  private synchronized void finish(Kept made) {
    made.whole = true;
  }

  private void drop(Kept made) throws IOException {
    synchronized (this) {
      if (last != made) {
        return;
      }
      last = null;
    }
    end(made);
  }

  private void end(Kept kept) throws IOException {
    boolean unused;
    synchronized (this) {
      unused = --kept.users == 0;
    }
    if (unused) {
      kept.recording.close();
    }
  }
}
