package dev.magpie.memory.unified;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResidencyTest {
  private final List<Integer> evicted = new ArrayList<>();

  private Residency of(int pages, int room, boolean prefetches) {
    evicted.clear();
    Residency made =
        new Residency(
            prefetches,
            (block, mask) -> {
              assertThat(mask).isNotZero();
              evicted.add(block);
            });
    made.grow(pages, room);
    return made;
  }

  private static int mask(int... pages) {
    int mask = 0;
    for (int page : pages) {
      mask |= 1 << page;
    }
    return mask;
  }

  /** A half is not dense; of four pages, the third to fault brings the fourth. */
  @Test
  void theSubtreeOfAFaultComesIfMoreThanHalfOfItDoes() {
    Residency residency = of(64, 64, true);

    assertThat(residency.bring(0, mask(0))).isEqualTo(mask(0));
    residency.arrive();
    assertThat(residency.bring(0, mask(1))).isEqualTo(mask(1));
    residency.arrive();
    assertThat(residency.bring(0, mask(2))).isEqualTo(mask(2, 3));
    residency.arrive();
    assertThat(residency.bring(0, mask(4))).isEqualTo(mask(4, 5, 6, 7));
    residency.arrive();
    assertThat(residency.bring(0, mask(16))).isEqualTo(mask(16));
    residency.arrive();
    // With nine of sixteen and a fault, the ninth's half comes; the whole has 16 of 32 then.
    assertThat(residency.bring(0, mask(8))).isEqualTo(mask(8, 9, 10, 11, 12, 13, 14, 15));
    residency.arrive();
    // 18 of 32 pages are more than 51 %.
    assertThat(residency.bring(0, mask(31))).isEqualTo(-1 << 17);
    assertThat(evicted).isEmpty();
  }

  @Test
  void withoutPrefetchOnlyFaultsCome() {
    Residency residency = of(32, 32, false);

    assertThat(residency.bring(0, -1 >>> 1)).isEqualTo(-1 >>> 1);
    residency.arrive();

    assertThat(residency.isResident(30)).isTrue();
    assertThat(residency.isResident(31)).isFalse();
  }

  @Test
  void theBlockGoesThatPagesCameToLeastRecently() {
    Residency residency = of(128, 40, false);
    residency.bring(0, mask(0, 1, 2));
    residency.bring(1, -1);
    residency.arrive();
    residency.bring(0, mask(3));
    residency.arrive();

    residency.bring(2, mask(0, 1, 2, 3, 4));

    assertThat(evicted).containsExactly(1);
    residency.arrive();
    assertThat(residency.isResident(3)).isTrue();
    assertThat(residency.isResident(32)).isFalse();
    assertThat(residency.isResident(68)).isTrue();
  }

  /** What a batch has brought stays until it is over. */
  @Test
  void aBatchTakesNoMoreThanThereIsRoomFor() {
    Residency residency = of(128, 40, true);

    assertThat(residency.bring(0, -1)).isEqualTo(-1);
    assertThat(residency.bring(1, -1)).isEqualTo(mask(0, 1, 2, 3, 4, 5, 6, 7));
    assertThat(residency.bring(2, mask(5))).isZero();
    assertThat(evicted).isEmpty();
    assertThat(residency.isResident(0)).isFalse();
    residency.arrive();
    assertThat(residency.bring(2, mask(5))).isEqualTo(mask(5));
    assertThat(evicted).containsExactly(0);
  }

  @Test
  void pagesOfABlockMakeRoomForEachOtherWhereThereIsNoOther() {
    Residency residency = of(32, 2, false);
    residency.bring(0, mask(0, 1));
    residency.arrive();

    assertThat(residency.bring(0, mask(7))).isEqualTo(mask(7));
    residency.arrive();

    assertThat(evicted).containsExactly(0);
    assertThat(residency.isResident(0)).isFalse();
    assertThat(residency.isResident(7)).isTrue();
  }

  @Test
  void memoryMayBeginOnTheDevice() {
    Residency residency = of(100, 70, true);
    residency.fill();

    for (int page = 0; page < 100; page++) {
      assertThat(residency.isResident(page)).isEqualTo(page < 70);
    }
    residency.grow(200, 140);
    residency.fill();
    for (int page = 0; page < 200; page++) {
      assertThat(residency.isResident(page)).isEqualTo(page < 140);
    }
    residency.bring(5, mask(0));
    assertThat(evicted).containsExactly(0);
  }

  @Test
  void aBlockThatIsFilledUpLaterIsStillThereOnce() {
    Residency residency = of(40, 40, false);
    residency.fill();
    residency.grow(96, 96);
    residency.fill();
    residency.grow(192, 96);

    for (int block = 3; block < 6; block++) {
      residency.bring(block, -1);
      residency.arrive();
    }

    assertThat(evicted).containsExactly(0, 1, 2);
    for (int page = 0; page < 192; page++) {
      assertThat(residency.isResident(page)).isEqualTo(page >= 96);
    }
  }

  @Test
  void blocksThatHadPagesGoOnceAfterTheyWereFilled() {
    Residency residency = of(96, 96, false);
    for (int block = 0; block < 3; block++) {
      residency.bring(block, mask(7));
    }
    residency.arrive();
    residency.fill();
    residency.grow(192, 96);

    for (int block = 3; block < 5; block++) {
      residency.bring(block, -1);
      residency.arrive();
    }

    assertThat(evicted).containsExactly(0, 1);
    assertThat(residency.isResident(64)).isTrue();
  }

  @Test
  void aDeviceWithMoreRoomThanThereIsMemoryHasAllOfIt() {
    Residency residency = of(40, 100, false);
    residency.fill();
    for (int page = 0; page < 40; page++) {
      assertThat(residency.isResident(page)).isTrue();
    }
    residency.grow(80, 100);
    assertThat(residency.pages()).isEqualTo(80);
    assertThat(residency.room()).isEqualTo(100);
    residency.bring(1, -1);
    assertThat(evicted).isEmpty();
  }

  /** However many blocks it has, with or without room for more of them in its list. */
  @ParameterizedTest
  @ValueSource(ints = {7, 8, 9, 30})
  void aBatchArrivesAsAWhole(int blocks) {
    Residency residency = of(32 * blocks, 32 * blocks, false);
    for (int block = 0; block < blocks; block++) {
      assertThat(residency.bring(block, mask(block % 32))).isEqualTo(mask(block % 32));
      assertThat(residency.coming(block)).isEqualTo(mask(block % 32));
    }
    residency.arrive();
    for (int block = 0; block < blocks; block++) {
      assertThat(residency.isResident(32 * block + block % 32)).isTrue();
      assertThat(residency.coming(block)).isZero();
    }
  }

  @Test
  void itDoesWhatSetsAndListsDo() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int pages = 1 + random.nextInt(300);
      int room = 1 + random.nextInt(pages);
      boolean prefetches = seed % 3 != 0;
      Residency residency = of(pages, room, prefetches);
      ResidencyModel model = new ResidencyModel(pages, room, prefetches);
      for (int step = 0; step < 400; step++) {
        int calls = 1 + random.nextInt(4);
        for (int call = 0; call < calls; call++) {
          bringTheSame(random, residency, model, pages, "seed %d, step %d".formatted(seed, step));
        }
        residency.arrive();
        model.arrive();
        for (int page = 0; page < pages; page++) {
          assertThat(residency.isResident(page)).isEqualTo(model.resident().contains(page));
        }
      }
      assertThat(evicted).hasSize((int) model.evictedBlocks);
      assertThat(model.resident().size()).isLessThanOrEqualTo(room);
    }
  }

  private static void bringTheSame(
      Random random, Residency residency, ResidencyModel model, int pages, String when) {
    int block = random.nextInt(Math.ceilDiv(pages, 32));
    int first = 32 * block;
    int there = Math.min(32, pages - first);
    SortedSet<Integer> faulted = new TreeSet<>();
    int faults = 1 + random.nextInt(random.nextInt(6) == 0 ? 32 : 3);
    for (int i = 0; i < faults; i++) {
      faulted.add(first + random.nextInt(there));
    }
    int mask = 0;
    for (int page : faulted) {
      mask |= 1 << (page - first);
    }

    int brought = residency.bring(block, mask);

    SortedSet<Integer> expected = model.bring(block, faulted);
    SortedSet<Integer> came = new TreeSet<>();
    for (int page = 0; page < 32; page++) {
      if ((brought >>> page & 1) != 0) {
        came.add(first + page);
      }
    }
    assertThat(came).as(when).isEqualTo(expected);
  }
}
