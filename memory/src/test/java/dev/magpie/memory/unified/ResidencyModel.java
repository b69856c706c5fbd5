package dev.magpie.memory.unified;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeSet;

/** The rules of {@link Residency} once more, as sets and lists of page numbers. */
public final class ResidencyModel {
  private static final int LEAVES = 32;

  private final int pages;
  private final int room;
  private final boolean prefetches;

  /** Blocks that have pages, the one first into which pages were brought least recently. */
  private final SequencedSet<Integer> order = new LinkedHashSet<>();

  private final SortedSet<Integer> resident = new TreeSet<>();
  private final SortedSet<Integer> coming = new TreeSet<>();

  /** What has happened so far. */
  public long migrated;

  public long prefetched;
  public long evictedBlocks;
  public long evictedPages;

  public ResidencyModel(int pages, int room, boolean prefetches) {
    this.pages = pages;
    this.room = room;
    this.prefetches = prefetches;
  }

  public SortedSet<Integer> resident() {
    return resident;
  }

  private static int block(int page) {
    return page / LEAVES;
  }

  private static SortedSet<Integer> of(int block, SortedSet<Integer> pages) {
    return pages.subSet(block * LEAVES, (block + 1) * LEAVES);
  }

  private void evict(int block) {
    evictedBlocks++;
    evictedPages += of(block, resident).size();
    of(block, resident).clear();
    order.remove(block);
  }

  /** Those of a block's faulted pages that come, with others that do. */
  public SortedSet<Integer> bring(int block, SortedSet<Integer> faulted) {
    SortedSet<Integer> missing = new TreeSet<>(faulted);
    missing.removeAll(resident);
    missing.removeAll(coming);
    if (missing.isEmpty()) {
      return missing;
    }
    int own = of(block, resident).size();
    if (coming.isEmpty() && own + missing.size() > room) {
      if (own > 0) {
        evict(block);
      }
      own = 0;
    }
    long kept = coming.size();
    for (int page : resident) {
      boolean isOfBatch = coming.stream().anyMatch(each -> block(each) == block(page));
      kept += isOfBatch || block(page) == block ? 1 : 0;
    }
    SortedSet<Integer> wanted = new TreeSet<>(missing);
    if (prefetches) {
      for (int page : missing) {
        wanted.addAll(largestDenseSubtree(page, missing));
      }
      wanted.removeAll(resident);
      wanted.removeAll(coming);
    }
    if (kept + wanted.size() > room) {
      wanted = missing;
    }
    while (kept + wanted.size() > room) {
      wanted.removeLast();
    }
    if (wanted.isEmpty()) {
      return wanted;
    }
    order.remove(block);
    order.add(block);
    while (resident.size() + coming.size() + wanted.size() > room) {
      evict(order.getFirst());
    }
    coming.addAll(wanted);
    migrated += wanted.size();
    missing.retainAll(wanted);
    prefetched += wanted.size() - missing.size();
    return wanted;
  }

  private SortedSet<Integer> largestDenseSubtree(int page, SortedSet<Integer> faulted) {
    SortedSet<Integer> largest = new TreeSet<>();
    int from = block(page) * LEAVES;
    int to = from + LEAVES;
    while (true) {
      SortedSet<Integer> subtree = new TreeSet<>();
      int dense = 0;
      for (int each = from; each < Math.min(to, pages); each++) {
        subtree.add(each);
        boolean isThere = resident.contains(each) || coming.contains(each);
        dense += isThere || faulted.contains(each) ? 1 : 0;
      }
      if (dense > 0.51 * subtree.size()) {
        return subtree;
      }
      if (to - from == 1) {
        return largest;
      }
      int middle = (from + to) / 2;
      if (page < middle) {
        to = middle;
      } else {
        from = middle;
      }
    }
  }

  public void arrive() {
    resident.addAll(coming);
    coming.clear();
  }
}
