package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BuddyHeapTest {
  private static final long SPACE = 64 << 20;

  private final PageTable pages = new PageTable(SPACE);
  private final BuddyHeap heap = new BuddyHeap(pages, SPACE, 16 << 20, 48 << 20);

  private BuddyAllocation allocate(long bytes, PageSize size) {
    return heap.allocate(bytes, TargetRatio.SIXTEEN, true, size);
  }

  private static long place(BuddyAllocation allocation) {
    return allocation.address() - BuddyMemory.HEAP_BASE;
  }

  /** Of exactly some pages, in front of another allocation. */
  @ParameterizedTest
  @EnumSource
  void wholePagesComeAndGoBesideOthers(PageSize size) {
    BuddyAllocation first = allocate(2 * size.bytes(), size);
    BuddyAllocation behind = allocate(1000, size);
    assertThat(place(behind)).isEqualTo(2 * size.bytes());
    heap.free(first);
    assertThat(pages.requireMapped(place(behind))).isEqualTo(1000);
    BuddyAllocation again = allocate(2 * size.bytes(), size);
    assertThat(place(again)).isEqualTo(place(first));
    assertThat(pages.requireMapped(place(behind))).isEqualTo(1000);
    assertThat(pages.requireMapped(place(behind) - 1)).isEqualTo(1);
  }

  /** As many bytes as can be rounded up to pages without passing the largest number. */
  @Test
  void whatNoAddressSpaceHoldsIsRefused() {
    long most = Long.MAX_VALUE >>> 8;
    assertThatThrownBy(() -> allocate(most, PageSize.KIB_64))
        .isInstanceOf(AllocationFailedException.class)
        .hasMessage(
            "36,028,797,018,963,968 bytes in one piece do not fit in address space;"
                + " 67,108,864 are free");
    assertThatThrownBy(() -> allocate(most + 1, PageSize.KIB_64))
        .isInstanceOf(AllocationFailedException.class)
        .hasMessageContaining("address space");
    assertThatThrownBy(() -> allocate(Long.MAX_VALUE, PageSize.MIB_2))
        .isInstanceOf(AllocationFailedException.class)
        .hasMessageContaining("address space");
  }

  @Test
  void whatWasGivenBackOrIsAnotherOnesIsNotGivenBackAgain() {
    BuddyAllocation given = allocate(1000, PageSize.KIB_64);
    BuddyAllocation other =
        new BuddyAllocation(given.address(), 999, given.target(), true, given.pageSize());
    assertThatThrownBy(() -> heap.free(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("nothing like it is allocated, or no longer: ");
    heap.free(given);
    assertThatThrownBy(() -> heap.free(given)).isInstanceOf(IllegalArgumentException.class);
    assertThat(heap.freeDeviceBytes()).isEqualTo(16 << 20);
    assertThat(heap.freeCarveOutBytes()).isEqualTo(48 << 20);
  }
}
