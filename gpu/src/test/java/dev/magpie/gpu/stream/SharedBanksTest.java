package dev.magpie.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedBanksTest {
  private final SharedBanks banks = new SharedBanks(32);

  private int strided(int stride, int bytes) {
    long[] addresses = new long[32];
    for (int lane = 0; lane < 32; lane++) {
      addresses[lane] = (long) lane * stride;
    }
    return banks.cycles(-1, addresses, bytes, false);
  }

  @Test
  void knownPatterns() {
    assertThat(strided(4, 4)).isEqualTo(1);
    assertThat(strided(0, 4)).as("all the same word").isEqualTo(1);
    assertThat(strided(8, 4)).as("every second word").isEqualTo(2);
    assertThat(strided(12, 4)).as("an odd stride").isEqualTo(1);
    assertThat(strided(128, 4)).as("a column").isEqualTo(32);
    assertThat(strided(132, 4)).as("a padded column").isEqualTo(1);
    assertThat(strided(1, 1)).as("bytes of the same words").isEqualTo(1);
    assertThat(strided(8, 8)).as("two words each").isEqualTo(2);
    assertThat(strided(16, 16)).as("four words each").isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16})
  void randomPatternsAgreeWithSets(int bytes) {
    SplittableRandom random = new SplittableRandom(bytes);
    long[] addresses = new long[32];
    for (int round = 0; round < 2000; round++) {
      boolean serially = random.nextInt(4) == 0;
      int mask = random.nextInt() | 1 << random.nextInt(32);
      int range = 1 + random.nextInt(1 << random.nextInt(10));
      Map<Long, Collection<Long>> words = new HashMap<>();
      for (int lane = 0; lane < 32; lane++) {
        addresses[lane] = (long) random.nextInt(range) * bytes;
        if ((mask >>> lane & 1) != 0) {
          for (long word = addresses[lane] / 4; word <= (addresses[lane] + bytes - 1) / 4; word++) {
            words
                .computeIfAbsent(
                    word % 32, _ -> serially ? new ArrayList<>() : new LinkedHashSet<>())
                .add(word);
          }
        }
      }
      int most = words.values().stream().mapToInt(Collection::size).max().orElseThrow();
      assertThat(banks.cycles(mask, addresses, bytes, serially)).isEqualTo(most);
    }
  }

  @Test
  void otherNumbersOfBanks() {
    SharedBanks sixteen = new SharedBanks(16);
    long[] addresses = new long[32];
    for (int lane = 0; lane < 32; lane++) {
      addresses[lane] = 4L * lane;
    }
    assertThat(List.of(sixteen.cycles(-1, addresses, 4, false))).containsExactly(2);
  }
}
