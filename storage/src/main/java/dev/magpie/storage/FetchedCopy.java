package dev.magpie.storage;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A range of an object in a temporary file, for those who map files. It has no name any more, and
 * goes when nobody has it open or mapped.
 */
final class FetchedCopy {
  private static final long PART_BYTES = 8L << 20;
  private static final int MOST_AT_ONCE = 16;

  private FetchedCopy() {}

  /** Fetches the range, its parts side by side; the caller closes the copy. */
  static FileChannel of(ObjectChannel object, String name, long from, long size)
      throws IOException {
    Path file = Files.createTempFile("magpie", ".fetched");
    long room = file.toFile().getUsableSpace();
    FileChannel copy =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try (Arena arena = Arena.ofShared()) {
      if (room < size) {
        throw new FileSystemException(
            name,
            null,
            "it takes %d bytes of the temporary directory, which has room for %d; name another with MAGPIE_JAVA_OPTS=-Djava.io.tmpdir=DIR"
                .formatted(size, room));
      }
      fetch(object, name, from, copy.map(MapMode.READ_WRITE, 0, size, arena));
      return copy;
    } catch (Throwable e) {
      copy.close();
      throw e;
    }
  }

  private static void fetch(ObjectChannel object, String name, long from, MemorySegment to)
      throws IOException {
    try (ExecutorService fetchers =
        Executors.newFixedThreadPool(MOST_AT_ONCE, Thread.ofVirtual().factory())) {
      List<Future<Integer>> parts = new ArrayList<>();
      for (long at = 0; at < to.byteSize(); at += PART_BYTES) {
        long begin = at;
        long bytes = Math.min(PART_BYTES, to.byteSize() - begin);
        parts.add(
            fetchers.submit(
                () -> object.read(to.asSlice(begin, bytes).asByteBuffer(), from + begin)));
      }
      try {
        for (Future<Integer> each : parts) {
          each.get();
        }
      } catch (ExecutionException e) {
        fetchers.shutdownNow();
        throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
      } catch (InterruptedException e) {
        fetchers.shutdownNow();
        Thread.currentThread().interrupt();
        throw new FileSystemException(name, null, "the reading was interrupted");
      }
    }
  }
}
