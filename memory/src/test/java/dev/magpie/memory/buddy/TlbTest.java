package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.memory.Transfers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlbTest {
  private static final long SPACE = 512 << 20;

  private final PageTable table = new PageTable(SPACE);
  private final Tlb tlb = new Tlb(table);
  private final Transfers transfers = new Transfers();

  private void map(PageSize size, long page, int bytes) {
    long entry = PageTableEntry.of(size, true, TargetRatio.TWO, 64 * page, 3 + page);
    table.map(size, page * size.bytes(), entry, bytes);
  }

  private void mapWhole(PageSize size, int pages) {
    for (int page = 0; page < pages; page++) {
      map(size, page, (int) size.bytes());
    }
  }

  private long walks(PageSize size, int first, int end) {
    transfers.reset();
    for (int page = first; page < end; page++) {
      tlb.translate(page * size.bytes() + 128, transfers);
    }
    return transfers.pageWalks;
  }

  private void assertNothingAt(long place) {
    assertThatThrownBy(() -> tlb.translate(place, transfers))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("nothing is allocated at address 0x%x", BuddyMemory.HEAP_BASE + place);
  }

  @ParameterizedTest
  @EnumSource
  void aTranslationTellsWhereThePageIs(PageSize size) {
    map(size, 5, 1000);
    long start = 5 * size.bytes();
    tlb.translate(start + 999, transfers);
    assertThat(tlb.pageStart).isEqualTo(start);
    assertThat(tlb.pageBytes).isEqualTo(1000);
    assertThat(tlb.compressed).isTrue();
    assertThat(tlb.target).isEqualTo(TargetRatio.TWO);
    assertThat(tlb.deviceBase).isEqualTo(5 * 64);
    assertThat(tlb.buddyBase).isEqualTo(8 * size.bytes() / 2);
  }

  /** Entries of four ways, in as many sets as a page size has. */
  @ParameterizedTest
  @EnumSource
  void itKnows32PagesOfASize(PageSize size) {
    mapWhole(size, 41);
    assertThat(walks(size, 0, 32)).isEqualTo(32);
    assertThat(walks(size, 0, 32)).isZero();
    assertThat(walks(size, 31, 32)).as("the last one").isZero();
    // Page 40 takes the place of page 0, used least recently of its set.
    assertThat(walks(size, 40, 41)).isEqualTo(1);
    assertThat(walks(size, 8, 32)).isZero();
    assertThat(walks(size, 1, 8)).isZero();
    assertThat(walks(size, 0, 1)).isEqualTo(1);
    assertThat(walks(size, 40, 41)).as("it went for page 0").isEqualTo(1);
  }

  @Test
  void pagesOfBothSizesAreToldApart() {
    map(PageSize.MIB_2, 0, 2 << 20);
    for (int page = 32; page < 64; page++) {
      map(PageSize.KIB_64, page, 1 << 16);
    }
    tlb.translate(0, transfers);
    tlb.translate(40 << 16, transfers);
    tlb.translate(1 << 20, transfers);
    assertThat(tlb.pageStart).isZero();
    tlb.translate(41 << 16, transfers);
    assertThat(tlb.pageStart).isEqualTo(41 << 16);
    assertThat(transfers.pageWalks).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aPageEndsWhereItsUsedPartDoes(PageSize size) {
    map(size, 1, 1000);
    map(size, 3, 1000);
    long start = size.bytes();
    for (int round = 0; round < 2; round++) {
      assertNothingAt(start + 1000);
      tlb.translate(start + 999, transfers);
      assertNothingAt(start + 1000);
      assertNothingAt(start - 1);
      tlb.translate(3 * start, transfers);
      tlb.translate(start, transfers);
      assertThat(tlb.pageStart).isEqualTo(start);
    }
    assertThat(transfers.pageWalks).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -(1L << 32), SPACE, SPACE + (1L << 40)})
  void thereIsNothingOutsideTheAddressSpace(long place) {
    mapWhole(PageSize.KIB_64, 2);
    assertNothingAt(place);
    tlb.translate(0, transfers);
    assertNothingAt(place);
    tlb.translate(65536, transfers);
    assertNothingAt(place);
  }

  @Test
  void thereMayBeAPageAtTheEndOfTheAddressSpace() {
    map(PageSize.KIB_64, SPACE / 65536 - 1, 65536);
    tlb.translate(SPACE - 1, transfers);
    assertThat(tlb.pageStart).isEqualTo(SPACE - 65536);
    assertThat(table.requireMapped(SPACE - 1)).isEqualTo(1);
  }

  @Test
  void aPageThatIsTakenAwayIsForgotten() {
    mapWhole(PageSize.KIB_64, 2);
    assertThat(walks(PageSize.KIB_64, 0, 2)).isEqualTo(2);
    table.unmap(PageSize.KIB_64, 65536);
    table.shootDown();
    assertNothingAt(65536);
    assertThat(walks(PageSize.KIB_64, 0, 1)).as("with all else").isEqualTo(1);
    assertThat(walks(PageSize.KIB_64, 0, 1)).isZero();
  }
}
