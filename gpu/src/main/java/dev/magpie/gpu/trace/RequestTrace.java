package dev.magpie.gpu.trace;

import java.io.IOException;

/**
 * Requests in order, one at a time: {@link #next()} goes to the next, and the others tell what it
 * is.
 */
public interface RequestTrace extends AutoCloseable {
  /**
   * Goes to the next request; the result is whether there is one.
   *
   * @throws TraceException if the trace is not as it should be
   * @throws IOException if it cannot be read
   */
  boolean next() throws IOException;

  /** The byte address, from 0. */
  long address();

  /** Whether it writes. */
  boolean isWrite();

  /** The earliest cycle at which it may arrive; 0 in traces without times. */
  default long cycle() {
    return 0;
  }

  /** Bytes of the file that have been read. */
  long position();

  @Override
  void close() throws IOException;
}
