package dev.magpie.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SectoredTagsTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 5", "2, 4", "3, 2", "16, 4", "12, 3", "64, 16"})
  void holdsTheLinesOfASetThatWereUsedLast(int sets, int ways) {
    SectoredTags tags = new SectoredTags(sets, ways);
    // By set, the line used last at the end.
    List<List<Long>> model =
        Stream.generate(() -> (List<Long>) new ArrayList<Long>()).limit(sets).toList();
    SplittableRandom random = new SplittableRandom(31L * sets + ways);
    for (int i = 0; i < 20_000; i++) {
      long line = random.nextInt(3 * sets * ways);
      List<Long> set = model.get((int) (line % sets));
      int slot = tags.find(line);
      assertThat(slot >= 0).isEqualTo(set.remove(line));
      if (slot >= 0) {
        tags.use(slot);
      } else {
        slot = tags.victim(line);
        long evicted = set.size() == ways ? set.removeFirst() : -1;
        assertThat(tags.line(slot)).isEqualTo(evicted);
        tags.put(slot, line);
      }
      assertThat(slot / ways).isEqualTo((int) (line % sets));
      set.add(line);
    }
  }

  @Test
  void theOldestOfTooManyDirtyLinesIsTold() {
    SectoredTags tags = new SectoredTags(1, 4);
    for (int slot = 0; slot < 4; slot++) {
      tags.put(slot, slot);
    }
    assertThat(tags.dirtyBeyond(0, 1)).as("none is dirty").isEqualTo(-1);
    tags.markDirty(2, 1);
    assertThat(tags.dirtyBeyond(0, 1)).as("no more than one").isEqualTo(-1);
    tags.markDirty(1, 1);
    assertThat(tags.dirtyBeyond(0, 1)).as("used before the other one").isEqualTo(1);
    tags.use(1);
    assertThat(tags.dirtyBeyond(0, 1)).isEqualTo(2);
    tags.hold(2, true);
    assertThat(tags.dirtyBeyond(0, 1)).as("what is held has to wait").isEqualTo(1);
    tags.markClean(1);
    assertThat(tags.dirty(1)).isZero();
    assertThat(tags.dirtyBeyond(0, 1)).isEqualTo(-1);
    assertThat(tags.find(1)).as("it stays").isEqualTo(1);
  }

  @Test
  void aLineThatIsHeldIsNoVictim() {
    SectoredTags tags = new SectoredTags(1, 2);
    tags.put(0, 10);
    tags.put(1, 11);
    tags.hold(0, true);
    assertThat(tags.victim(12)).as("the other one").isEqualTo(1);
    tags.hold(1, true);
    assertThat(tags.victim(12)).isEqualTo(-1);
    tags.use(1);
    tags.use(0);
    assertThat(tags.victim(12)).as("held as before").isEqualTo(-1);
    tags.hold(0, false);
    assertThat(tags.victim(12)).isZero();
    tags.hold(1, false);
    assertThat(tags.victim(12)).as("used before the other one").isEqualTo(1);
    assertThat(tags.find(10)).as("still there").isZero();
  }

  @Test
  void aSlotThatIsHeldBeforeItHasALineIsNoVictim() {
    SectoredTags tags = new SectoredTags(1, 1);
    tags.hold(0, true);
    assertThat(tags.victim(3)).isEqualTo(-1);
    tags.put(0, 3);
    assertThat(tags.victim(4)).as("a line is not held from the start").isZero();
  }

  /** Of a set with so many ways that time and way take many bits together. */
  @Test
  void timeGoesOnInASetOfManyWays() {
    int ways = 1 << 14;
    SectoredTags tags = new SectoredTags(1, ways);
    for (int round = 0; round < 2; round++) {
      for (int line = 0; line < ways; line++) {
        tags.put(line, line);
      }
    }
    assertThat(tags.victim(ways)).isZero();
    tags.use(0);
    assertThat(tags.victim(ways)).isEqualTo(1);
  }

  @Test
  void aClearedSlotIsFree() {
    SectoredTags tags = new SectoredTags(1, 2);
    tags.put(0, 10);
    tags.put(1, 11);
    tags.markValid(1, 0b101);
    tags.markDirty(1, 0b100);
    tags.clear(1);
    assertThat(tags.find(11)).isEqualTo(-1);
    assertThat(tags.line(1)).isEqualTo(-1);
    assertThat(tags.valid(1)).isZero();
    assertThat(tags.dirty(1)).isZero();
    assertThat(tags.victim(12)).isEqualTo(1);
    tags.clear();
    assertThat(tags.find(10)).isEqualTo(-1);
    assertThat(tags.slots()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0"})
  void aCacheHasSetsAndWays(int sets, int ways) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SectoredTags(sets, ways))
        .withMessage("a cache needs sets and ways, not %d and %d".formatted(sets, ways));
  }
}
