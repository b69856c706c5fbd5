package dev.magpie.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
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
}
