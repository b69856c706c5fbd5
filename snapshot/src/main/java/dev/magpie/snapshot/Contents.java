package dev.magpie.snapshot;

import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/**
 * The bytes of an array: in memory, or elsewhere, as in object storage, from where they come when
 * somebody wants them. Any thread may read them.
 */
public sealed interface Contents permits Contents.InMemory, FetchedFile.Part {
  /** How many they are. */
  long byteSize();

  /** Whether {@link #memory} has nothing to wait for. */
  boolean isHere();

  /**
   * All of them. What is elsewhere is fetched first, into the temporary directory.
   *
   * @throws UncheckedIOException if it cannot be
   */
  MemorySegment memory();

  /**
   * Copies a range of them. What is elsewhere is fetched, and not kept.
   *
   * @param to as long as the range
   * @throws UncheckedIOException if it cannot be
   */
  void read(long offset, MemorySegment to);

  /** Bytes in memory. */
  static Contents of(MemorySegment memory) {
    return new InMemory(memory);
  }

  /**
   * Bytes in memory.
   *
   * @param memory exactly these
   */
  record InMemory(MemorySegment memory) implements Contents {
    @Override
    public long byteSize() {
      return memory.byteSize();
    }

    @Override
    public boolean isHere() {
      return true;
    }

    @Override
    public void read(long offset, MemorySegment to) {
      MemorySegment.copy(memory, offset, to, 0, to.byteSize());
    }
  }
}
