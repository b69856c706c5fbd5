package dev.magpie.explore.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether the system reads on behind the place of a mapped file that is read: of a large file that
 * is looked at here and there, that would be nearly all of it. Only Linux is told; others do as
 * they see fit.
 */
enum ReadAhead {
  /** {@code MADV_NORMAL}: for all of a memory, from its begin to its end. */
  ON(0),
  /** {@code MADV_RANDOM}: for blocks here and there. */
  OFF(1);

  private static final long PAGE_BYTES = 4096;

  private static final Optional<MethodHandle> MADVISE = madvise();

  private final int advice;

  ReadAhead(int advice) {
    this.advice = advice;
  }

  @SuppressWarnings("restricted") // It takes numbers, and touches no memory.
  private static Optional<MethodHandle> madvise() {
    if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
      return Optional.empty();
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("madvise")
        .map(function ->
            linker.downcallHandle(
                function,
                FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT)));
  }

  /** Says so of a memory's whole pages; nothing happens where it is no mapped file. */
  void of(MemorySegment memory) {
    long from = Math.ceilDiv(memory.address(), PAGE_BYTES) * PAGE_BYTES;
    long to = (memory.address() + memory.byteSize()) / PAGE_BYTES * PAGE_BYTES;
    if (!memory.isMapped() || to <= from || MADVISE.isEmpty()) {
      return;
    }
    try {
      // Only advice: what it returns changes nothing.
      int ignored = (int) MADVISE.get().invokeExact(from, to - from, advice);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
