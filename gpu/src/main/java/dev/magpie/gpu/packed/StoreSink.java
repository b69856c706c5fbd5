package dev.magpie.gpu.packed;

import dev.magpie.gpu.stream.MemoryAccess;

/** Takes the values that a packed store leaves. */
@FunctionalInterface
public interface StoreSink {
  /** Reads them, to the last byte. */
  void store(MemoryAccess access, ByteReader values);
}
