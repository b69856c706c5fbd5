package dev.magpie.cuda;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What ended an execution that should have gone on: the first of it. */
final class Failure {
  private @Nullable Throwable first;
  private @Nullable Process process;

  /** A program that nobody answers any more is ended. */
  synchronized void endsWith(Process started) {
    process = started;
    if (first != null) {
      end(started);
    }
  }

  synchronized void keep(Throwable thrown) {
    if (first == null) {
      first = thrown;
      if (process != null) {
        end(process);
      }
    }
  }

  /**
   * Asks it and all that it has started, so that none says that nobody answers; itself first, as a
   * shell tells of what ends before it.
   */
  static void end(Process program) {
    List<ProcessHandle> started = program.descendants().toList();
    program.destroy();
    started.forEach(ProcessHandle::destroy);
  }

  synchronized void rethrow() throws IOException {
    switch (first) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }
}
