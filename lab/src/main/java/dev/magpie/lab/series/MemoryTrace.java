package dev.magpie.lab.series;

import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.EntryCodec;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.MetadataCache;
import dev.magpie.memory.cache.SectoredTags;
import dev.magpie.workload.trace.ArrayAccesses;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What of a program's accesses reaches memory behind a cache that writes back, and what that does
 * to memory-entries and to metadata caches of several sizes. Arrays lie one after another in pages
 * of 64 KiB; arrays that are no allocation are registers.
 */
public final class MemoryTrace implements ArrayAccesses {
  /** It sees no more than these elements, if the next are fewer. */
  public static final long LEAST_ELEMENTS = 10_000_000;

  /** It sees no more than so many times the elements of memory: a step of training, at least. */
  public static final int ROUNDS = 16;

  /** Parts that accesses are counted in, in order, to show how they change. */
  private static final int WINDOWS = 200;

  /** Of the cache in front, in ways of 128 B lines; small, as the programs are. */
  public static final int CACHE_BYTES = 64 << 10;

  private static final int WAYS = 16;
  private static final int ENTRY_BYTES = 128;
  private static final int PAGE_ENTRIES = 512;

  /** Small ones have fewer slices, since a slice has a set of four lines at least. */
  public static final List<MetadataCache.Shape> METADATA_CACHES =
      List.of(
          new MetadataCache.Shape(1, 512, 4),
          new MetadataCache.Shape(2, 512, 4),
          new MetadataCache.Shape(4, 512, 4),
          new MetadataCache.Shape(8, 512, 4),
          new MetadataCache.Shape(8, 1 << 10, 4),
          new MetadataCache.Shape(8, 2 << 10, 4),
          MetadataCache.Shape.EVALUATED,
          MetadataCache.Shape.DEFAULT);

  private final EntryCodec codec = new EntryCodec(Codecs.create("bpc", Granularity.DEFAULT));
  private final MemorySegment block = MemorySegment.ofArray(new byte[ENTRY_BYTES]);
  private final SectoredTags cache = new SectoredTags(CACHE_BYTES / ENTRY_BYTES / WAYS, WAYS);
  private final List<MetadataCache> metadata = new ArrayList<>();
  private final List<Transfers> transfers = new ArrayList<>();
  private final List<Region> regions = new ArrayList<>();

  private final IdentityHashMap<Object, Region> byArray = new IdentityHashMap<>();

  private final Region[] byPage;
  private final long most;
  private long lastLine = -1;
  private long elements;
  private long stored;
  private long writes;
  private long overflows;

  private static final class Region {
    final MemorySegment bytes;
    final int elementShift;
    final long firstEntry;
    final byte[] codes;
    final long[] accesses = new long[EntryCode.TINY + 1];

    /** What they were when each window began. */
    final List<long[]> before = new ArrayList<>();

    Region(MemorySegment bytes, int elementShift, long firstEntry) {
      this.bytes = bytes;
      this.elementShift = elementShift;
      this.firstEntry = firstEntry;
      this.codes = new byte[(int) Math.ceilDiv(bytes.byteSize(), (long) ENTRY_BYTES)];
    }
  }

  /**
   * What was counted.
   *
   * @param windows one after another, for each allocation by metadata code: reads and writes of
   *     entries in memory
   * @param elements numbers that the program read and wrote
   * @param stored those of them that it wrote
   * @param writes of entries to memory
   * @param overflows those after which an entry needs more sectors than before
   * @param metadataHitRates of each of {@link #METADATA_CACHES}
   */
  public record Result(
      List<List<long[]>> windows,
      long elements,
      long stored,
      long writes,
      long overflows,
      List<Double> metadataHitRates) {
    public Result {
      metadataHitRates = List.copyOf(metadataHitRates);
    }

    /** Share of accesses to entries that do not fit their targets. */
    public double buddyAccessFraction(List<TargetRatio> targets) {
      return buddyAccessFractions(targets, 1)[0];
    }

    /** The same for each of some parts of the trace, as equal as windows allow; NaN of nothing. */
    public double[] buddyAccessFractions(List<TargetRatio> targets, int parts) {
      long[] all = new long[parts];
      long[] over = new long[parts];
      for (int w = 0; w < windows.size(); w++) {
        int part = (int) ((long) w * parts / windows.size());
        for (int a = 0; a < targets.size(); a++) {
          for (int code = 0; code <= EntryCode.TINY; code++) {
            long accesses = windows.get(w).get(a)[code];
            all[part] += accesses;
            over[part] += targets.get(a).fits(code) ? 0 : accesses;
          }
        }
      }
      return IntStream.range(0, parts).mapToDouble(p -> (double) over[p] / all[p]).toArray();
    }

    /** How many accesses to an allocation are to entries that do not fit a target. */
    public long buddyAccesses(int allocation, TargetRatio target) {
      long over = 0;
      for (List<long[]> window : windows) {
        for (int code = 0; code <= EntryCode.TINY; code++) {
          over += target.fits(code) ? 0 : window.get(allocation)[code];
        }
      }
      return over;
    }

    /** Accesses of entries in memory. */
    public long memoryAccesses() {
      return windows.stream().flatMap(List::stream).flatMapToLong(Arrays::stream).sum();
    }
  }

  /**
   * @param arrays the program's memory as it is now
   */
  MemoryTrace(Map<String, Object> arrays) {
    METADATA_CACHES.forEach(shape -> {
      metadata.add(new MetadataCache(shape));
      transfers.add(new Transfers());
    });
    long entries = 0;
    for (Object array : arrays.values()) {
      Region region = region(array, entries);
      regions.add(region);
      entries += Math.ceilDiv(region.codes.length, PAGE_ENTRIES) * (long) PAGE_ENTRIES;
      byArray.put(array, region);
      for (int entry = 0; entry < region.codes.length; entry++) {
        region.codes[entry] = (byte) code(region, entry);
      }
    }
    most =
        Math.max(
            LEAST_ELEMENTS,
            ROUNDS
                * regions.stream()
                    .mapToLong(region -> region.bytes.byteSize() >> region.elementShift)
                    .sum());
    byPage = new Region[(int) (entries / PAGE_ENTRIES)];
    for (Region region : regions) {
      int pages = Math.ceilDiv(region.codes.length, PAGE_ENTRIES);
      int first = (int) (region.firstEntry / PAGE_ENTRIES);
      Arrays.fill(byPage, first, first + pages, region);
    }
  }

  private static Region region(Object array, long firstEntry) {
    return switch (array) {
      case double[] values -> new Region(MemorySegment.ofArray(values), 3, firstEntry);
      case float[] values -> new Region(MemorySegment.ofArray(values), 2, firstEntry);
      case int[] values -> new Region(MemorySegment.ofArray(values), 2, firstEntry);
      default -> throw new IllegalArgumentException("no array of numbers: " + array.getClass());
    };
  }

  @Override
  public void access(Object array, long offset, int bytes, boolean write) {
    if (elements >= most) {
      return;
    }
    Region region = byArray.get(array);
    if (region == null || bytes == 0) {
      return;
    }
    int count = bytes >> region.elementShift;
    if (elements * WINDOWS / most != (elements + count) * WINDOWS / most) {
      beginWindow();
    }
    elements += count;
    stored += write ? count : 0;
    long last = region.firstEntry + (offset + bytes - 1) / ENTRY_BYTES;
    for (long line = region.firstEntry + offset / ENTRY_BYTES; line <= last; line++) {
      if (line != lastLine || write) {
        touch(line, write);
        lastLine = line;
      }
    }
  }

  private void beginWindow() {
    regions.forEach(region -> region.before.add(region.accesses.clone()));
  }

  private void touch(long line, boolean write) {
    int slot = cache.find(line);
    if (slot >= 0) {
      cache.use(slot);
    } else {
      slot = cache.victim(line);
      if (cache.dirty(slot) != 0) {
        write(cache.line(slot));
      }
      cache.put(slot, line);
      if (!write) {
        read(line);
      }
    }
    if (write) {
      cache.markDirty(slot, 1);
    }
  }

  private void read(long line) {
    Region region = byPage[(int) (line / PAGE_ENTRIES)];
    count(region, line, region.codes[(int) (line - region.firstEntry)], false);
  }

  private void write(long line) {
    Region region = byPage[(int) (line / PAGE_ENTRIES)];
    int entry = (int) (line - region.firstEntry);
    int before = region.codes[entry];
    int code = code(region, entry);
    region.codes[entry] = (byte) code;
    writes++;
    overflows += EntryCode.sectors(code) > EntryCode.sectors(before) ? 1 : 0;
    count(region, line, code, code != before);
  }

  private void count(Region region, long line, int code, boolean changes) {
    region.accesses[code]++;
    for (int i = 0; i < metadata.size(); i++) {
      metadata.get(i).access(line / 2, changes, transfers.get(i));
    }
  }

  private int code(Region region, int entry) {
    long from = (long) entry * ENTRY_BYTES;
    long bytes = Math.min(ENTRY_BYTES, region.bytes.byteSize() - from);
    if (bytes < ENTRY_BYTES) {
      block.fill((byte) 0);
    }
    MemorySegment.copy(region.bytes, from, block, 0, bytes);
    return EntryCode.of(codec.sizeBits(block, 0), TargetRatio.SIXTEEN);
  }

  Result result() {
    List<List<long[]>> windows = new ArrayList<>();
    for (int w = 0; w <= regions.getFirst().before.size(); w++) {
      int window = w;
      windows.add(regions.stream().map(region -> accesses(region, window)).toList());
    }
    return new Result(
        windows,
        elements,
        stored,
        writes,
        overflows,
        transfers.stream().map(Transfers::metadataHitRate).toList());
  }

  /** Those of a region in a window, by metadata code. */
  private static long[] accesses(Region region, int window) {
    long[] end =
        (window == region.before.size() ? region.accesses : region.before.get(window)).clone();
    if (window > 0) {
      for (int code = 0; code < end.length; code++) {
        end[code] -= region.before.get(window - 1)[code];
      }
    }
    return end;
  }
}
