package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.event.TileShape;
import dev.magpie.memory.cache.SectoredTags;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TagsTest {
  @Test
  void aSetKeepsWhatSectoredTagsKeep() {
    for (int[] size : new int[][] {{1, 8}, {4, 2}, {3, 5}, {7, 1}}) {
      Random random = new Random(size[0]);
      Tags tags = new Tags(size[0], size[1], CacheShape.Index.MODULO, 4, 16);
      SectoredTags oracle = new SectoredTags(size[0], size[1]);
      for (int n = 0; n < 20_000; n++) {
        int key = random.nextInt(64);
        if (random.nextInt(10) == 0) {
          if (tags.find(key) != Tags.NONE) {
            tags.remove(tags.find(key));
            oracle.clear(oracle.find(key));
          }
          continue;
        }
        int slot = tags.find(key);
        int expected = oracle.find(key);
        assertThat(slot == Tags.NONE).isEqualTo(expected < 0);
        if (slot != Tags.NONE) {
          tags.touch(slot);
          oracle.use(expected);
          assertThat(tags.key(slot)).isEqualTo(key);
          continue;
        }
        int victim = tags.victim(key);
        expected = oracle.victim(key);
        assertThat(victim == Tags.NONE ? -1 : tags.key(victim)).isEqualTo(oracle.line(expected));
        if (victim != Tags.NONE) {
          tags.remove(victim);
        }
        oracle.put(expected, key);
        assertThat(tags.isDirty(tags.put(key))).isFalse();
      }
    }
  }

  @Test
  void theOldestGoFirstUntilNoneIsLeft() {
    Tags tags = new Tags(1, 4, CacheShape.Index.HASHED, 1, 8);
    for (int key : new int[] {5, 1, 7}) {
      tags.put(key);
    }
    tags.touch(tags.find(5));
    tags.setDirty(tags.find(7));
    for (int key : new int[] {1, 7, 5}) {
      assertThat(tags.key(tags.oldest())).isEqualTo(key);
      assertThat(tags.isDirty(tags.oldest())).isEqualTo(key == 7);
      tags.remove(tags.oldest());
    }
    assertThat(tags.oldest()).isEqualTo(Tags.NONE);
  }

  @Test
  void hashingSpreadsTheFirstLinesOfTilesOverAllSetsAndModuloDoesNot() {
    for (CacheShape.Index index : CacheShape.Index.values()) {
      Tags tags = new Tags(64, 4, index, 4, 1000);
      Set<Integer> sets = new HashSet<>();
      for (int tile = 0; tile < 1000; tile++) {
        sets.add(tags.set(4 * tile));
        if (index == CacheShape.Index.HASHED) {
          for (int k = 1; k < 4; k++) {
            assertThat(tags.set(4 * tile + k)).isEqualTo((tags.set(4 * tile) + 16 * k) % 64);
          }
        }
      }
      assertThat(sets).hasSize(index == CacheShape.Index.HASHED ? 64 : 16);
    }
  }

  @Test
  void aCacheIsAWholeNumberOfSets() {
    TileShape tile = TileShape.DEFAULT;
    assertThat(CacheShape.of(16 << 10).lineTags(tile, 100).size()).isEqualTo(256);
    assertThat(CacheShape.of(16 << 10).tileTags(tile, 100).size()).isEqualTo(64);
    assertThat(CacheShape.of(16 << 10).lineTags(tile, 10).size()).as("the frame's").isEqualTo(40);
    assertThat(CacheShape.of(CacheShape.MAX_BYTES).tileTags(tile, 10).size()).isEqualTo(10);
    assertThat(new CacheShape(16 << 10, 4, CacheShape.Index.HASHED).lineTags(tile, 10).size())
        .isEqualTo(256);
    assertThat(CacheShape.of(192).lineTags(tile, 10).size()).isEqualTo(3);
    assertThatThrownBy(() -> CacheShape.of(192).tileTags(tile, 10))
        .hasMessageContaining("a cache of 192 bytes does not hold one tile of 256 bytes");
    assertThatThrownBy(() -> CacheShape.of(1000).tileTags(tile, 10))
        .hasMessageContaining("no whole number of tiles of 256 bytes");
    assertThatThrownBy(() -> new CacheShape(1024, 3, CacheShape.Index.HASHED).lineTags(tile, 10))
        .hasMessageContaining("holds 16 lines, which is no whole number of sets of 3");
    assertThatThrownBy(() -> CacheShape.of(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CacheShape(64, -1, CacheShape.Index.HASHED))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
