package dev.magpie.gpu.memory;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/** What unified memory has to move for accesses, one after the other: maps and sets. */
final class UnifiedRecount {
  private final int pages;
  private final int room;
  private final boolean prefetches;

  /** Pages on the device by block, the block first into which pages came least recently. */
  private final SequencedMap<Integer, Set<Integer>> device = new LinkedHashMap<>();

  long faults;
  long migrated;
  long evictedBlocks;
  long evictedPages;

  UnifiedRecount(int pages, int room, boolean prefetches) {
    this.pages = pages;
    this.room = room;
    this.prefetches = prefetches;
  }

  void access(int page) {
    int block = page / 32;
    if (device.getOrDefault(block, Set.of()).contains(page)) {
      return;
    }
    faults++;
    Set<Integer> own = device.remove(block);
    own = own == null ? new TreeSet<>() : own;
    if (own.size() + 1 > room) {
      evicted(own);
      own = new TreeSet<>();
    }
    Set<Integer> coming = new TreeSet<>(Set.of(page));
    if (prefetches) {
      for (int size = 2; size <= 32; size *= 2) {
        Set<Integer> subtree = new TreeSet<>();
        for (int each = page / size * size; each < page / size * size + size; each++) {
          if (each < pages) {
            subtree.add(each);
          }
        }
        Set<Integer> dense = new TreeSet<>(subtree);
        Set<Integer> mine = own;
        dense.removeIf(each -> each != page && !mine.contains(each));
        if (dense.size() > 0.51 * subtree.size()) {
          coming.addAll(subtree);
        }
      }
      coming.removeAll(own);
    }
    if (own.size() + coming.size() > room) {
      coming = Set.of(page);
    }
    while (own.size() + coming.size() + size() > room) {
      evicted(device.pollFirstEntry().getValue());
    }
    migrated += coming.size();
    own.addAll(coming);
    device.put(block, own);
  }

  private void evicted(Set<Integer> block) {
    evictedBlocks++;
    evictedPages += block.size();
  }

  private int size() {
    return device.values().stream().mapToInt(Set::size).sum();
  }
}
