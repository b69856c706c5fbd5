package dev.magpie.memory.buddy;

import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.MetadataCache;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A plain recount of what accesses to a memory should cost, for one thread. */
final class EntryModel {
  private static final int SECTORS = 4;
  final Transfers expected = new Transfers();
  private final MetadataCache.Shape shape;
  private final long metadataBase;
  private final Map<Long, Integer> codes = new HashMap<>();

  /** By slice and set: lines, the least recently used first. */
  private final Map<String, List<Line>> sets = new HashMap<>();

  private static final class Line {
    final long number;
    final boolean[] valid = new boolean[SECTORS];
    final boolean[] dirty = new boolean[SECTORS];

    Line(long number) {
      this.number = number;
    }
  }

  EntryModel(BuddyConfig config) {
    shape = config.metadataCache();
    // Whole lines of the metadata cache.
    metadataBase = config.deviceBytes() - (config.heapBytes() / 256 + 127) / 128 * 128;
  }

  void clear(BuddyAllocation allocation) {
    for (long e = 0; e < allocation.entries(); e++) {
      codes.remove(allocation.address() / 128 + e);
    }
  }

  /** Sizes as the specification's section 1 has them. */
  static int code(int bits, TargetRatio target) {
    if (bits == 0) {
      return 0;
    }
    if (target == TargetRatio.SIXTEEN && bits <= 64) {
      return 5;
    }
    for (int sectors = 1; sectors <= 3; sectors++) {
      if (bits <= 256 * sectors) {
        return sectors;
      }
    }
    return 4;
  }

  void read(BuddyAllocation allocation, long address) {
    expected.reads++;
    if (!allocation.compressed()) {
      expected.deviceReads += SECTORS;
      return;
    }
    int code = codes.getOrDefault(address / 128, 0);
    lookUp(address, false);
    if (code == 5) {
      expected.deviceReads++;
      return;
    }
    int device = Math.min(code, allocation.target().deviceBytes() / 32);
    expected.deviceReads += device;
    expected.buddyReads += code - device;
    expected.buddyAccesses += code > device ? 1 : 0;
  }

  void write(BuddyAllocation allocation, long address, int bits) {
    expected.writes++;
    if (!allocation.compressed()) {
      expected.deviceWrites += SECTORS;
      return;
    }
    int before = codes.getOrDefault(address / 128, 0);
    int code = code(bits, allocation.target());
    codes.put(address / 128, code);
    lookUp(address, code != before);
    int sectors = code == 5 ? 1 : code;
    expected.overflows += sectors > (before == 5 ? 1 : before) ? 1 : 0;
    if (code == 5) {
      expected.deviceReads++;
      expected.deviceWrites++;
      return;
    }
    int device = Math.min(code, allocation.target().deviceBytes() / 32);
    expected.deviceWrites += device;
    expected.buddyWrites += code - device;
    expected.buddyAccesses += code > device ? 1 : 0;
  }

  private void lookUp(long address, boolean changes) {
    expected.metadataAccesses++;
    long a = metadataBase + (address - BuddyMemory.HEAP_BASE) / 256;
    long slice = ((a / 256) ^ (a / 2048) ^ (a / 16384) ^ (a / 131072)) % shape.slices();
    long line = a / 128;
    int setsInSlice = shape.sliceBytes() / 128 / shape.ways();
    long numberInSlice = line / 2 / shape.slices() * 2 + line % 2;
    List<Line> set =
        sets.computeIfAbsent(slice + "/" + numberInSlice % setsInSlice, _ -> new ArrayList<>());
    Line found = null;
    for (Line each : set) {
      found = each.number == line ? each : found;
    }
    if (found == null) {
      if (set.size() == shape.ways()) {
        for (boolean dirty : set.removeFirst().dirty) {
          expected.metadataWritebacks += dirty ? 1 : 0;
        }
      }
      found = new Line(line);
    }
    set.remove(found);
    set.add(found);
    int sector = (int) (a / 32 % SECTORS);
    expected.metadataMisses += found.valid[sector] ? 0 : 1;
    found.valid[sector] = true;
    found.dirty[sector] |= changes;
  }
}
