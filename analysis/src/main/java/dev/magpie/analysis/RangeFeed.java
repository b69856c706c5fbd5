package dev.magpie.analysis;

import dev.magpie.snapshot.Contents;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Brings ranges of blocks to those who work on them: what is in memory from there, what is
 * elsewhere by buffers, which are fetched side by side and ahead of the work.
 */
final class RangeFeed implements AutoCloseable {
  /** Ranges on their way: what waits on a network is many requests, and not many threads. */
  private static final int AHEAD = 24;

  /** Takes a range. */
  @FunctionalInterface
  interface Taker {
    /**
     * Works on it.
     *
     * @param range where it is in the memory
     */
    void take(MemorySegment memory, BlockRange range);
  }

  private final List<Contents> contents;
  private final List<BlockRange> ranges;
  private final int blockBytes;
  private final long bufferBytes;

  /** Guarded by this, as is all that follows. */
  private final Map<Integer, Future<MemorySegment>> coming = new HashMap<>();

  private final Deque<MemorySegment> free = new ArrayDeque<>();
  private int begun;
  private @Nullable ExecutorService fetchers;
  private @Nullable Arena arena;

  RangeFeed(List<Contents> contents, List<BlockRange> ranges, int blockBytes) {
    this.contents = contents;
    this.ranges = ranges;
    this.blockBytes = blockBytes;
    bufferBytes = ranges.stream().mapToLong(this::bytes).max().orElse(0);
  }

  /**
   * Gives a range to who works on it; others are taken meanwhile.
   *
   * @throws UncheckedIOException if it cannot be fetched
   */
  void take(int number, Taker taker) throws InterruptedException {
    BlockRange range = ranges.get(number);
    Future<MemorySegment> fetched = await(number);
    if (fetched == null) {
      taker.take(contents.get(range.allocation()).memory(), range);
      return;
    }
    try {
      MemorySegment buffer = fetched.get();
      taker.take(
          buffer.asSlice(0, bytes(range)), new BlockRange(range.allocation(), 0, range.blocks()));
      giveBack(buffer);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof UncheckedIOException io
          ? new UncheckedIOException(io.getCause())
          : new IllegalStateException(e.getCause());
    }
  }

  private synchronized @Nullable Future<MemorySegment> await(int number) {
    for (; begun < Math.min(number + AHEAD, ranges.size()); begun++) {
      BlockRange range = ranges.get(begun);
      if (!contents.get(range.allocation()).isHere()) {
        coming.put(begun, fetch(range));
      }
    }
    return coming.remove(number);
  }

  private synchronized Future<MemorySegment> fetch(BlockRange range) {
    if (fetchers == null) {
      fetchers = Executors.newVirtualThreadPerTaskExecutor();
    }
    MemorySegment buffer = buffer();
    return fetchers.submit(() -> {
      contents
          .get(range.allocation())
          .read(range.firstBlock() * blockBytes, buffer.asSlice(0, bytes(range)));
      return buffer;
    });
  }

  private long bytes(BlockRange range) {
    long rest = contents.get(range.allocation()).byteSize() - range.firstBlock() * blockBytes;
    return Math.min(rest, (long) range.blocks() * blockBytes);
  }

  /** One that is free, or a new one: there are no more than ranges on their way or at work. */
  private MemorySegment buffer() {
    if (!free.isEmpty()) {
      return free.pop();
    }
    if (arena == null) {
      arena = Arena.ofShared();
    }
    return arena.allocate(bufferBytes, Long.BYTES);
  }

  private synchronized void giveBack(MemorySegment buffer) {
    free.push(buffer);
  }

  @Override
  public synchronized void close() {
    if (fetchers != null) {
      fetchers.shutdownNow();
      fetchers.close();
    }
    if (arena != null) {
      arena.close();
    }
  }
}
