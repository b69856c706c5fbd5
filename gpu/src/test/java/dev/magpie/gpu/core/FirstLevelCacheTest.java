package dev.magpie.gpu.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.gpu.config.Fill;
import dev.magpie.gpu.config.FirstLevelConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FirstLevelCacheTest {
  private static FirstLevelCache cache(int bytes, int ways, boolean hashed) {
    return new FirstLevelCache(new FirstLevelConfig(bytes, ways, hashed, 1, 1, 1, 1, Fill.SECTOR));
  }

  /** Against maps in the order of use. */
  @ParameterizedTest
  @CsvSource({"16384,4", "24576,6", "4096,1", "1024,8"})
  void theLeastRecentlyUsedLineOfASetGoes(int bytes, int ways) {
    FirstLevelCache cache = cache(bytes, ways, false);
    int sets = bytes / 128 / ways;
    Map<Long, LinkedHashMap<Long, int[]>> model = new HashMap<>();
    SplittableRandom random = new SplittableRandom(bytes);
    List<String> written = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      long number = random.nextInt(bytes / 64);
      long line = 128 * number;
      LinkedHashMap<Long, int[]> set =
          model.computeIfAbsent(number % sets, _ -> new LinkedHashMap<>());
      int[] there = set.remove(line);
      assertThat(cache.lookUp(line)).isEqualTo(there == null ? 0 : there[0]);
      if (there == null && set.size() == ways) {
        Map.Entry<Long, int[]> oldest = set.pollFirstEntry();
        if (oldest.getValue()[1] != 0) {
          expected.add(oldest.getKey() + " " + oldest.getValue()[1]);
        }
      }
      int sectors = 1 + random.nextInt(15);
      int[] state = there == null ? new int[2] : there;
      state[0] |= sectors;
      cache.fill(line, sectors, (of, dirty) -> written.add(of + " " + dirty));
      if (random.nextInt(3) == 0) {
        state[1] |= sectors;
        cache.markDirty(line, sectors);
      }
      set.put(line, state);
      if (random.nextInt(50) == 0) {
        cache.invalidate(line);
        set.remove(line);
      }
    }
    assertThat(written).isEqualTo(expected).isNotEmpty();
  }

  @Test
  void hashedSetsSpreadPowersOfTwo() {
    FirstLevelCache plain = cache(16384, 4, false);
    FirstLevelCache hashed = cache(16384, 4, true);
    int[] kept = new int[2];
    for (long line = 0; line < 64 * 4096; line += 4096) {
      plain.fill(line, 15, (_, _) -> {});
      hashed.fill(line, 15, (_, _) -> {});
    }
    for (long line = 0; line < 64 * 4096; line += 4096) {
      kept[0] += plain.lookUp(line) != 0 ? 1 : 0;
      kept[1] += hashed.lookUp(line) != 0 ? 1 : 0;
    }
    // All in one set, or two in each of 32.
    assertThat(kept).containsExactly(4, 64);
  }

  /** Strides of all lines of a way, and of as many times as many. */
  @ParameterizedTest
  @ValueSource(longs = {4096, 32 * 4096})
  void hashedSetsSpreadTheirOwnPowersToo(long stride) {
    FirstLevelCache cache = cache(16384, 4, true);
    for (long i = 0; i < 128; i++) {
      cache.fill(i * stride, 15, (_, _) -> {});
    }
    for (long i = 0; i < 128; i++) {
      assertThat(cache.lookUp(i * stride)).as("line %d", i).isEqualTo(15);
    }
  }

  /** One set of two lines. */
  @Test
  void lookingUpCountsAsUseAndSoDoSectorsThatArrive() {
    FirstLevelCache lookedUp = cache(256, 2, false);
    FirstLevelCache filled = cache(256, 2, false);
    for (FirstLevelCache each : List.of(lookedUp, filled)) {
      each.fill(0, 1, (_, _) -> {});
      each.fill(128, 1, (_, _) -> {});
    }
    lookedUp.lookUp(0);
    filled.fill(0, 2, (_, _) -> {});
    for (FirstLevelCache each : List.of(lookedUp, filled)) {
      each.fill(256, 1, (_, _) -> {});
      assertThat(each.lookUp(128)).isZero();
      assertThat(each.lookUp(0)).isPositive();
    }
  }

  @Test
  void noCacheKeepsNothing() {
    FirstLevelCache none = cache(0, 4, true);
    assertThat(none.exists()).isFalse();
    assertThat(none.lookUp(0)).isZero();
    none.invalidate(0);
  }
}
