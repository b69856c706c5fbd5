package dev.magpie.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 100, Long.MAX_VALUE - 1})
  void shardsFollowEachOtherAndAreAllOfIt(long units) {
    for (int of : new int[] {1, 2, 3, 7, 1000}) {
      long end = 0;
      for (int number = 1; number <= of; number++) {
        Shard shard = new Shard(number, of);
        assertThat(shard.from(units)).isEqualTo(end);
        end = shard.to(units);
        assertThat(end - shard.from(units)).isBetween(units / of, units / of + 1);
      }
      assertThat(end).isEqualTo(units);
    }
  }

  @Test
  void isReadAsItIsWritten() {
    assertThat(Shard.parse("2/8")).isEqualTo(new Shard(2, 8)).hasToString("2/8");
    for (String wrong : new String[] {"0/8", "9/8", "2", "a/b", "1/0", "-1/2"}) {
      assertThatThrownBy(() -> Shard.parse(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
