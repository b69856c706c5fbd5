package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargePagesTest {
  /** Of a page's size and more, and less, which an arena gives. */
  @ParameterizedTest
  @ValueSource(longs = {1, 4096, (2 << 20) - 1, 2 << 20, (5 << 20) + 128})
  void memoryIsZeroAlignedAndOfTheSize(long bytes) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment memory = LargePages.allocate(arena, bytes);
      assertThat(memory.byteSize()).isEqualTo(bytes);
      assertThat(memory.address() % BuddyMemory.ENTRY_BYTES).isZero();
      for (long at = 0; at < bytes; at++) {
        assertThat(memory.get(ValueLayout.JAVA_BYTE, at)).isZero();
      }
      memory.fill((byte) 1);
      assertThatThrownBy(() -> memory.get(ValueLayout.JAVA_BYTE, bytes))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void memoryOfALargePageStartsAtOne() {
    long page = 2 << 20;
    try (Arena arena = Arena.ofShared()) {
      // An arena's own would start so by chance.
      for (int i = 0; i < 8; i++) {
        assertThat(LargePages.allocate(arena, page).address() % page).isZero();
      }
    }
  }

  @Test
  void memoryIsGoneWithItsArena() {
    Arena arena = Arena.ofShared();
    MemorySegment memory = LargePages.allocate(arena, 8 << 20);
    arena.close();
    assertThatThrownBy(() -> memory.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theMachineHasTheMemoryBackAtOnce() throws IOException {
    long before = mappedKilobytes();
    try (Arena arena = Arena.ofShared()) {
      LargePages.allocate(arena, 1L << 32);
      assertThat(mappedKilobytes() - before).isGreaterThan(4_000_000);
    }
    assertThat(mappedKilobytes() - before).isLessThan(1_000_000);
  }

  @Test
  void memoryThatTheMachineLacksIsAnError() {
    try (Arena arena = Arena.ofShared()) {
      for (long bytes : new long[] {1L << 50, Long.MAX_VALUE}) {
        assertThatThrownBy(() -> LargePages.allocate(arena, bytes))
            .isInstanceOf(OutOfMemoryError.class);
      }
    }
  }

  private static long mappedKilobytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmSize:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
