package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageSlabsTest {
  private final List<MemorySegment> reserved = new ArrayList<>();
  private final PageSlabs slabs = new PageSlabs(this::reserve);

  private MemorySegment reserve(long bytes) {
    reserved.add(MemorySegment.ofArray(new byte[(int) bytes]));
    return reserved.getLast();
  }

  @Test
  void aPlaceStandsAtAMultipleOfItsSize() {
    assertThat(slabs.take(512)).isZero();
    assertThat(slabs.take(4096)).isEqualTo(4096);
    assertThat(slabs.take(1024)).isEqualTo(1024);
    assertThat(slabs.taken()).isEqualTo(512 + 4096 + 1024);
  }

  @Test
  void aPlaceThatIsFreeIsTakenAgain() {
    long first = slabs.take(2048);
    slabs.take(2048);
    slabs.free(first, 2048);
    assertThat(slabs.taken()).isEqualTo(2048);
    assertThat(slabs.take(512)).isZero();
    assertThat(slabs.take(1024)).isEqualTo(1024);
  }

  /** Of a range that is free between two others. */
  @Test
  void theGapBeforeALargerPageIsTakenByLaterOnes() {
    for (int bytes : new int[] {512, 512, 1024, 512, 512, 1024, 2048, 512}) {
      slabs.take(bytes);
    }
    slabs.free(0, 512);
    slabs.free(2560, 512);
    slabs.free(3072, 1024);
    slabs.free(4096, 2048);
    assertThat(slabs.take(2048)).isEqualTo(4096);
    assertThat(slabs.take(1024)).isEqualTo(3072);
    assertThat(slabs.take(512)).isZero();
    assertThat(slabs.take(512)).isEqualTo(2560);
  }

  @Test
  void aSlabIsReservedWhenThereIsNoRoomInOthers() {
    for (int i = 0; i < 256; i++) {
      slabs.take(4096);
    }
    assertThat(reserved).hasSize(1);
    long next = slabs.take(512);
    assertThat(next).isEqualTo(1 << 20);
    assertThat(reserved).hasSize(2);
    assertThat(slabs.slab(next)).isSameAs(reserved.getLast());
    assertThat(slabs.slab(next - 1)).isSameAs(reserved.getFirst());
    assertThat(PageSlabs.inSlab(next + 5)).isEqualTo(5);
  }
}
