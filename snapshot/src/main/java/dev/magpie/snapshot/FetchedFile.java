package dev.magpie.snapshot;

import dev.magpie.settings.SideBySide;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A file that cannot be mapped, such as an object in a store: its memory is that of a temporary
 * file, into which ranges are fetched as somebody wants them. What nobody wants takes no room.
 */
final class FetchedFile {
  private static final int CHUNK_BYTES = 256 << 10;

  /** What is fetched at once; the parts of a longer range come side by side. */
  private static final int PART_CHUNKS = 32;

  private static final int MOST_AT_ONCE = 16;

  private final String label;
  private final FileChannel channel;
  private final MemorySegment memory;

  /** By chunk; guarded by this, as are the next two. */
  private final BitSet here = new BitSet();

  /** Where the last range ended: who reads on from there gets more each time. */
  private int next = -1;

  private int ahead = 1;

  FetchedFile(String label, FileChannel channel, Arena arena) throws IOException {
    this.label = label;
    this.channel = channel;
    long size = channel.size();
    // Small files may be more than a process may map.
    memory = size <= CHUNK_BYTES ? arena.allocate(size) : Decoded.reserve(size, arena);
  }

  /** The place of its bytes, of which those are there that were fetched. */
  MemorySegment memory() {
    return memory.asReadOnly();
  }

  /** An array of it. */
  Contents part(MemorySegment array) {
    long offset = array.isNative() ? array.address() - memory.address() : -1;
    boolean isOurs = offset >= 0 && offset <= memory.byteSize() - array.byteSize();
    return isOurs ? new Part(this, offset, array) : Contents.of(array);
  }

  /** Fetches a range, where it is not here yet. */
  synchronized void fetch(long offset, long length) {
    if (length == 0 || isHere(offset, length)) {
      return;
    }
    int first = here.nextClearBit((int) (offset / CHUNK_BYTES));
    int end = (int) Math.ceilDiv(offset + length, CHUNK_BYTES);
    ahead = first == next ? Math.min(2 * ahead, PART_CHUNKS) : 1;
    end = Math.min(Math.max(end, first + ahead), chunks());
    next = end;
    List<long[]> parts = new ArrayList<>();
    for (int from = first; from < end; ) {
      int to = here.nextSetBit(from) < 0 ? end : Math.min(end, here.nextSetBit(from));
      for (int part = from; part < to; part += PART_CHUNKS) {
        long begin = (long) part * CHUNK_BYTES;
        long last = (long) Math.min(part + PART_CHUNKS, to) * CHUNK_BYTES;
        parts.add(new long[] {begin, Math.min(last, memory.byteSize())});
      }
      from = here.nextClearBit(to);
    }
    long bytes = parts.stream().mapToLong(each -> each[1] - each[0]).sum();
    try {
      if (memory.byteSize() > CHUNK_BYTES) {
        Decoded.requireRoom(bytes);
      }
      fetch(parts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    here.set(first, end);
  }

  private int chunks() {
    return (int) Math.ceilDiv(memory.byteSize(), CHUNK_BYTES);
  }

  private void fetch(List<long[]> parts) throws IOException {
    if (parts.size() == 1) {
      read(parts.getFirst()[0], slice(parts.getFirst()));
      return;
    }
    List<Callable<Void>> reads = new ArrayList<>();
    for (long[] part : parts) {
      reads.add(() -> {
        read(part[0], slice(part));
        return null;
      });
    }
    SideBySide.read(MOST_AT_ONCE, label, reads);
  }

  private MemorySegment slice(long[] part) {
    return memory.asSlice(part[0], part[1] - part[0]);
  }

  private synchronized boolean isHere(long offset, long length) {
    int end = (int) Math.ceilDiv(offset + length, CHUNK_BYTES);
    return here.nextClearBit((int) (offset / CHUNK_BYTES)) >= end;
  }

  private void read(long offset, MemorySegment to) throws IOException {
    ByteBuffer buffer = to.asByteBuffer();
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new EOFException(label + ": was cut short while it was read");
      }
    }
  }

  /**
   * The bytes of an array.
   *
   * @param place where they are in memory, once they are fetched
   */
  record Part(FetchedFile file, long offset, MemorySegment place) implements Contents {
    @Override
    public long byteSize() {
      return place.byteSize();
    }

    @Override
    public boolean isHere() {
      return file.isHere(offset, byteSize());
    }

    @Override
    public MemorySegment memory() {
      file.fetch(offset, byteSize());
      return place;
    }

    @Override
    public void read(long from, MemorySegment to) {
      long length = to.byteSize();
      if (from < 0 || from > byteSize() - length) {
        throw new IndexOutOfBoundsException("%d bytes from %d on".formatted(length, from));
      }
      if (file.isHere(offset + from, length)) {
        MemorySegment.copy(place, from, to, 0, length);
        return;
      }
      try {
        file.read(offset + from, to);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
