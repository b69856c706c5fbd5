package dev.magpie.memory.buddy;

import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.SectoredTags;

/**
 * One thread's translations: 64 page-table entries, 4-way, least recently used replaced first (our
 * decision; the paper has no figures). The fields tell of the page translated last.
 */
final class Tlb {
  private static final int SETS = 16;
  private static final int WAYS = 4;

  private final PageTable table;
  private final SectoredTags tags = new SectoredTags(SETS, WAYS);
  private final long[] entries = new long[SETS * WAYS];
  private final int[] bytes = new int[SETS * WAYS];
  private int generation;

  /** Where the page starts in the heap, and how much of it may be used. */
  long pageStart;

  int pageBytes;

  boolean compressed;
  TargetRatio target = TargetRatio.ONE;

  /** Where the page's entries start in device memory and in the carve-out. */
  long deviceBase;

  long buddyBase;

  Tlb(PageTable table) {
    this.table = table;
  }

  /**
   * Translates an address.
   *
   * @param place the address less the heap's base
   * @throws IndexOutOfBoundsException if no page is there
   */
  void translate(long place, Transfers transfers) {
    if (generation != table.generation()) {
      generation = table.generation();
      tags.clear();
      pageBytes = 0;
    }
    long inPage = place - pageStart;
    if (inPage < 0 || inPage >= pageBytes) {
      if (!table.contains(place)) {
        throw PageTable.nothingAt(place);
      }
      translateOtherPage(place, transfers);
      if (place - pageStart >= pageBytes) {
        throw PageTable.nothingAt(place);
      }
    }
  }

  private void translateOtherPage(long place, Transfers transfers) {
    long smallTag = (place >>> PageSize.KIB_64.shift()) << 1;
    long largeTag = ((place >>> PageSize.MIB_2.shift()) << 1) | 1;
    PageSize size = PageSize.KIB_64;
    int slot = tags.find(smallTag);
    if (slot < 0) {
      slot = tags.find(largeTag);
      size = PageSize.MIB_2;
    }
    if (slot >= 0) {
      tags.use(slot);
    } else {
      size = table.sizeAt(place);
      long entry = table.entry(size, place);
      if (entry == PageTableEntry.NONE) {
        throw PageTable.nothingAt(place);
      }
      transfers.pageWalks++;
      long tag = size == PageSize.MIB_2 ? largeTag : smallTag;
      slot = tags.victim(tag);
      tags.put(slot, tag);
      entries[slot] = entry;
      bytes[slot] = table.bytes(size, place);
    }
    long entry = entries[slot];
    pageStart = (place >>> size.shift()) << size.shift();
    pageBytes = bytes[slot];
    compressed = PageTableEntry.isCompressed(entry);
    target = PageTableEntry.target(entry);
    deviceBase = PageTableEntry.deviceBase(entry);
    buddyBase = PageTableEntry.buddyOffset(entry) * size.unitBytes(target);
  }
}
