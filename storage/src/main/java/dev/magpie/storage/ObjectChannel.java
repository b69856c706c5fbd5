package dev.magpie.storage;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** Reads an object by ranges: any number at a time, each a request, which is tried again. */
final class ObjectChannel extends FileChannel {
  private final ObjectPath object;
  private final ObjectAttributes as;
  private long position;

  ObjectChannel(ObjectPath object, ObjectAttributes as) {
    this.object = object;
    this.as = as;
  }

  @Override
  public int read(ByteBuffer to, long from) throws IOException {
    if (!isOpen()) {
      throw new ClosedChannelException();
    }
    if (from >= as.size()) {
      return -1;
    }
    int wanted = (int) Math.min(to.remaining(), as.size() - from);
    ByteBuffer part = to.slice(to.position(), wanted);
    Attempts attempts = new Attempts(object);
    while (part.hasRemaining()) {
      int had = part.position();
      try {
        object.getFileSystem().store().read(object, as, from + had, part);
        if (part.hasRemaining()) {
          throw new EOFException(
              "the answer ended at byte %d, before %d"
                  .formatted(from + part.position(), from + wanted));
        }
      } catch (IOException e) {
        if (part.position() > had) {
          attempts.progressed();
        }
        attempts.failed(e);
      }
    }
    to.position(to.position() + wanted);
    return wanted;
  }

  @Override
  public synchronized int read(ByteBuffer to) throws IOException {
    int count = read(to, position);
    position += Math.max(0, count);
    return count;
  }

  @Override
  public synchronized long read(ByteBuffer[] to, int offset, int length) throws IOException {
    long sum = 0;
    for (int i = offset; i < offset + length; i++) {
      if (to[i].hasRemaining()) {
        int count = read(to[i]);
        if (count < 0) {
          return sum == 0 ? -1 : sum;
        }
        sum += count;
      }
    }
    return sum;
  }

  @Override
  public synchronized long position() {
    return position;
  }

  @Override
  public synchronized FileChannel position(long to) {
    position = to;
    return this;
  }

  @Override
  public long size() {
    return as.size();
  }

  @Override
  public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, 1 << 20));
    long sum = 0;
    while (sum < count) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), count - sum));
      if (read(buffer, from + sum) < 0) {
        break;
      }
      buffer.flip();
      while (buffer.hasRemaining()) {
        sum += target.write(buffer);
      }
    }
    return sum;
  }

  /** Of a copy of the range. */
  @Override
  public MappedByteBuffer map(MapMode mode, long from, long size) throws IOException {
    requireReadOnly(mode);
    try (FileChannel copy = FetchedCopy.of(this, object.toString(), from, size)) {
      return copy.map(mode, 0, size);
    }
  }

  /** Of a copy of the range. */
  @Override
  public MemorySegment map(MapMode mode, long from, long size, Arena arena) throws IOException {
    requireReadOnly(mode);
    try (FileChannel copy = FetchedCopy.of(this, object.toString(), from, size)) {
      return copy.map(mode, 0, size, arena);
    }
  }

  private static void requireReadOnly(MapMode mode) {
    if (!mode.equals(MapMode.READ_ONLY)) {
      throw new NonWritableChannelException();
    }
  }

  @Override
  public int write(ByteBuffer from) {
    throw new NonWritableChannelException();
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    throw new NonWritableChannelException();
  }

  @Override
  public int write(ByteBuffer from, long to) {
    throw new NonWritableChannelException();
  }

  @Override
  public FileChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public void force(boolean metadata) {
    // Nothing was written.
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long to, long count) {
    throw new NonWritableChannelException();
  }

  @Override
  public FileLock lock(long from, long size, boolean shared) {
    throw new UnsupportedOperationException("an object cannot be locked");
  }

  @Override
  public FileLock tryLock(long from, long size, boolean shared) {
    throw new UnsupportedOperationException("an object cannot be locked");
  }

  @Override
  protected void implCloseChannel() {
    // It holds nothing.
  }
}
