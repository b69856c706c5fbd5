package dev.magpie.cuda.runtime;

import dev.magpie.ptx.DeviceBuffer;

/**
 * Memory that a program can name by its address.
 *
 * @param flags as the program gave them
 */
record DeviceAllocation(DeviceBuffer buffer, Kind kind, int flags) {
  /** Whose memory it is; in the order of the C library, as far as programs ask for it. */
  enum Kind {
    DEVICE,
    MANAGED,
    /** The host's, which the device sees. */
    PINNED,
    /** A variable of a module. */
    VARIABLE,
    /** That of a CUDA array. */
    ARRAY,
    /**
     * What is mapped at addresses of the program: memory that it has created, or another process's.
     */
    MAPPED,
    /** What a graph has allocated. */
    GRAPH
  }

  long address() {
    return buffer.address();
  }

  long end() {
    return buffer.address() + buffer.bytes();
  }

  /** Whether the host may change it without a call. */
  boolean isShared() {
    return kind == Kind.MANAGED || kind == Kind.PINNED;
  }

  /** Whether a copy between it and memory of the device goes over the bus. */
  boolean isOnHost() {
    return kind == Kind.PINNED;
  }
}
