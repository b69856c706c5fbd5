package dev.magpie.snapshot;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The mapped file as jHDF reads it. Reads that leave the file fail, and so do so many reads that
 * the file's structures must loop: jHDF itself follows every address it finds.
 */
final class Hdf5Channel extends FileChannel {
  /** How often a sound file's metadata may be read over. */
  private static final int READS_PER_BYTE = 16;

  private static final long ALLOWANCE = 16L << 20;

  /** Above any metadata that fits into a heap; it keeps large files from looping for long. */
  private static final long MAX_BUDGET = 4L << 30;

  /** What a read costs at least. */
  private static final int MIN_COST = 64;

  private final Bytes file;
  private final AtomicLong budget;

  Hdf5Channel(Bytes file) {
    this.file = file;
    budget = new AtomicLong(Math.min(file.size(), MAX_BUDGET / READS_PER_BYTE) * READS_PER_BYTE);
    budget.addAndGet(ALLOWANCE);
  }

  @Override
  public int read(ByteBuffer target, long position) {
    int length = target.remaining();
    if (budget.addAndGet(-Math.max(MIN_COST, length)) < 0) {
      throw file.at(position, "the HDF5 structures refer to each other in a circle");
    }
    if (position < 0 || position > file.size() - length) {
      return -1;
    }
    MemorySegment.copy(file.memory(), position, MemorySegment.ofBuffer(target), 0, length);
    target.position(target.limit());
    return length;
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    return (MappedByteBuffer) file.slice(position, size, "HDF5 data").asByteBuffer();
  }

  @Override
  public long size() {
    return file.size();
  }

  /** The mapping belongs to the snapshot. */
  @Override
  protected void implCloseChannel() {}

  @Override
  public int read(ByteBuffer target) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public long position() throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public FileChannel position(long position) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public void force(boolean metaData) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count)
      throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) throws IOException {
    throw readOnlyAtPositions();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    throw readOnlyAtPositions();
  }

  private static IOException readOnlyAtPositions() {
    return new IOException("only reads at a position are possible");
  }
}
