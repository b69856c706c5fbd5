package dev.magpie.snapshot;

import dev.magpie.settings.FileAddress;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Opens files one after the other. Those that lie elsewhere, as in object storage, are opened some
 * ahead, with what they begin with: each takes a while to answer, and there may be very many.
 */
final class FilesAhead implements AutoCloseable {
  private static final int MOST = 32;

  private final Iterator<FileWalk.Found> coming;
  private final Arena arena;
  private final ExecutorService openers = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Future<Bytes>> opened = new ArrayDeque<>();

  /**
   * @param files of which {@link #next} opens one after the other
   * @param arena that their bytes live in
   */
  FilesAhead(List<FileWalk.Found> files, Arena arena) {
    coming = files.iterator();
    this.arena = arena;
  }

  /**
   * The next file's bytes.
   *
   * @throws SnapshotException if it cannot be read
   */
  Bytes next() {
    while (opened.size() < MOST && coming.hasNext()) {
      FileWalk.Found found = coming.next();
      if (FileAddress.isHere(found.file())) {
        return Snapshot.bytes(found.file().toString(), found.file(), arena);
      }
      opened.add(openers.submit(() -> begun(found)));
    }
    try {
      return opened.remove().get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException problem -> throw problem;
        case Error problem -> throw problem;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SnapshotException("the opening of files was interrupted", e);
    }
  }

  /** All but dumps begin with what tells their arrays. */
  private Bytes begun(FileWalk.Found found) {
    Bytes bytes = Snapshot.bytes(found.file().toString(), found.file(), arena);
    FetchedFile file = bytes.file();
    if (file != null && found.format().isPresent()) {
      try {
        file.fetch(0, Math.min(1, bytes.size()));
      } catch (UncheckedIOException e) {
        throw FileWalk.unreadable(found.file(), Objects.requireNonNull(e.getCause()));
      }
    }
    return bytes;
  }

  /** What is still being opened is waited for: it would write to memory that is gone. */
  @Override
  public void close() {
    opened.forEach(each -> each.cancel(true));
    openers.close();
  }
}
