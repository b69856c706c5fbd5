package dev.magpie.gpu.packed;

import dev.magpie.gpu.stream.MemoryAccess;

/** Takes the values that a packed store leaves. */
@FunctionalInterface
public interface StoreSink {
  /** Has to read all values: what follows them is read from the same reader. */
  void store(MemoryAccess access, ByteReader values);
}
