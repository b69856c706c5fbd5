package dev.magpie.memory.buddy;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.Set;

/**
 * Zeroed memory off the heap, in pages of 2 MiB where the machine has them: a random access then
 * seldom waits for a translation, too. Java has no such memory, so it is asked of the operating
 * system, on Linux and where {@code --enable-native-access} lets us; it then also takes memory of
 * the machine only as it is first used. Elsewhere it is an arena's own.
 */
final class LargePages {
  private static final long PAGE_BYTES = 2 << 20;

  // As in Linux's headers, on both processors.
  private static final Set<String> PROCESSORS = Set.of("amd64", "aarch64");
  private static final int READ_WRITE = 1 | 2;
  private static final int PRIVATE_ANONYMOUS = 0x2 | 0x20;
  private static final int ADVISE_LARGE_PAGES = 14;
  private static final long FAILED = -1;

  private static final Optional<LargePages> SYSTEM = find();

  private final MethodHandle map;
  private final MethodHandle advise;
  private final MethodHandle unmap;

  @SuppressWarnings("restricted")
  private LargePages(Linker linker) {
    SymbolLookup names = linker.defaultLookup();
    ValueLayout.OfLong address = ValueLayout.JAVA_LONG;
    ValueLayout.OfLong size = ValueLayout.JAVA_LONG;
    ValueLayout.OfInt number = ValueLayout.JAVA_INT;
    map =
        linker.downcallHandle(
            names.findOrThrow("mmap"),
            FunctionDescriptor.of(
                address, address, size, number, number, number, ValueLayout.JAVA_LONG));
    advise =
        linker.downcallHandle(
            names.findOrThrow("madvise"), FunctionDescriptor.of(number, address, size, number));
    unmap =
        linker.downcallHandle(
            names.findOrThrow("munmap"), FunctionDescriptor.of(number, address, size));
  }

  private static Optional<LargePages> find() {
    boolean known =
        System.getProperty("os.name").equals("Linux")
            && PROCESSORS.contains(System.getProperty("os.arch"));
    return known && LargePages.class.getModule().isNativeAccessEnabled()
        ? Optional.of(new LargePages(Linker.nativeLinker()))
        : Optional.empty();
  }

  /**
   * Memory of an arena, at a multiple of 128 bytes.
   *
   * @throws OutOfMemoryError if the machine has not so much
   */
  static MemorySegment allocate(Arena arena, long bytes) {
    return SYSTEM.isPresent() && bytes >= PAGE_BYTES
        ? SYSTEM.get().reserve(arena, bytes)
        : arena.allocate(bytes, BuddyMemory.ENTRY_BYTES);
  }

  @SuppressWarnings("restricted")
  private MemorySegment reserve(Arena arena, long bytes) {
    // A mapping starts at any small page.
    long reserved = bytes + PAGE_BYTES;
    long mapped =
        call(() -> (long) map.invokeExact(0L, reserved, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L));
    if (mapped == FAILED) {
      throw new OutOfMemoryError("the machine has no %,d bytes of memory".formatted(bytes));
    }
    long start = Math.ceilDiv(mapped, PAGE_BYTES) * PAGE_BYTES;
    // Small pages serve as well where this is refused.
    call(() -> (int) advise.invokeExact(start, bytes, ADVISE_LARGE_PAGES));
    return MemorySegment.ofAddress(start)
        .reinterpret(bytes, arena, _ -> call(() -> (int) unmap.invokeExact(mapped, reserved)));
  }

  @FunctionalInterface
  private interface Call {
    long run() throws Throwable;
  }

  private static long call(Call call) {
    try {
      return call.run();
    } catch (Throwable e) {
      throw new AssertionError("a call of the operating system throws nothing", e);
    }
  }
}
