package dev.magpie.gpu.dram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BufferedWritesTest {
  /** Nearly half of the keys are taken, so that places share homes, and runs go round the end. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 15, 31, 64})
  void itIsASet(int capacity) {
    BufferedWrites writes = new BufferedWrites(capacity);
    Set<Long> expected = new HashSet<>();
    List<Long> there = new ArrayList<>();
    Random random = new Random(capacity);
    for (int i = 0; i < 20_000; i++) {
      long place = random.nextInt(4 * capacity);
      assertThat(writes.contains(place)).isEqualTo(expected.contains(place));
      if (there.size() == capacity || (!there.isEmpty() && random.nextInt(3) == 0)) {
        long gone = there.remove(random.nextInt(there.size()));
        writes.remove(gone);
        expected.remove(gone);
        assertThat(writes.contains(gone)).isFalse();
        assertThat(there).allMatch(writes::contains);
      } else if (expected.add(place)) {
        writes.add(place);
        there.add(place);
      }
    }
  }
}
