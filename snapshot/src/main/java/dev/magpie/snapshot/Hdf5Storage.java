package dev.magpie.snapshot;

import io.jhdf.Superblock;
import io.jhdf.storage.HdfBackingStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The mapped file as jHDF reads it. jHDF follows every address and believes every length, so reads
 * that leave the file fail here, and so do so many reads that the file's structures must loop.
 * Nothing is copied or allocated.
 */
final class Hdf5Storage implements HdfBackingStorage {
  private static final String SIGNATURE = "\u0089HDF\r\n\u001a\n";

  /** The smallest user block, behind which a file may start. */
  private static final int USER_BLOCK = 512;

  /** Room for a superblock of any version. */
  private static final int SUPERBLOCK_BYTES = 4096;

  /** How often a sound file's metadata may be read over. */
  private static final int READS_PER_BYTE = 16;

  private static final long ALLOWANCE = 16L << 20;

  /** Above any metadata that fits into a heap; it keeps large files from looping for long. */
  private static final long MAX_BUDGET = 4L << 30;

  /** What a read costs beside its length. */
  private static final int READ_COST = 64;

  private final Bytes file;
  private final Superblock superblock;
  private final AtomicLong budget;

  /** Whether a file is HDF5 by its first bytes, which may be behind a small user block. */
  static boolean isStartOfFile(String start) {
    return start.startsWith(SIGNATURE) || start.startsWith(SIGNATURE, USER_BLOCK);
  }

  Hdf5Storage(Bytes file) {
    this.file = file;
    long base = findSuperblock(file);
    long length = Math.min(SUPERBLOCK_BYTES, file.size() - base);
    superblock = Superblock.readSuperblock(buffer(base, length));
    if (superblock.getBaseAddressByte() != base) {
      throw file.at(base, "the HDF5 superblock gives another place than its own");
    }
    budget = new AtomicLong(Math.min(file.size(), MAX_BUDGET / READS_PER_BYTE) * READS_PER_BYTE);
    budget.addAndGet(ALLOWANCE);
  }

  /** At the start, or behind a user block of 512 bytes or a larger power of two. */
  private static long findSuperblock(Bytes file) {
    for (long offset = 0; offset >= 0 && offset < file.size(); ) {
      if (file.has(offset, SIGNATURE)) {
        return offset;
      }
      offset = Math.max(USER_BLOCK, 2 * offset);
    }
    throw file.at(0, "no HDF5 signature; the file is of another kind or damaged");
  }

  private ByteBuffer buffer(long offset, long length) {
    if (length > Integer.MAX_VALUE) {
      throw file.at(offset, "an HDF5 structure of %d bytes".formatted(length));
    }
    return file.slice(offset, length, "an HDF5 structure")
        .asByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public ByteBuffer readBufferFromAddress(long address, int length) {
    return map(address, length);
  }

  @Override
  public ByteBuffer map(long address, long length) {
    return mapNoOffset(address + superblock.getBaseAddressByte(), length);
  }

  @Override
  public ByteBuffer mapNoOffset(long offset, long length) {
    ByteBuffer buffer = buffer(offset, length);
    if (budget.addAndGet(-READ_COST - length) < 0) {
      throw file.at(offset, "the HDF5 structures refer to each other in a circle");
    }
    return buffer;
  }

  @Override
  public Superblock getSuperblock() {
    return superblock;
  }

  @Override
  public long getUserBlockSize() {
    return superblock.getBaseAddressByte();
  }

  @Override
  public int getSizeOfOffsets() {
    return superblock.getSizeOfOffsets();
  }

  @Override
  public int getSizeOfLengths() {
    return superblock.getSizeOfLengths();
  }

  @Override
  public long size() {
    return file.size();
  }

  @Override
  public boolean inMemory() {
    return true;
  }

  @Override
  public FileChannel getFileChannel() {
    throw new UnsupportedOperationException("the file is mapped");
  }

  /** The mapping belongs to the snapshot. */
  @Override
  public void close() {}
}
