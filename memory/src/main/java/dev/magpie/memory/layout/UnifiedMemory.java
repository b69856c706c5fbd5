package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.unified.Residency;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/**
 * Unified memory: pages of 64 KiB that are the host's or the device's, which has room for a part of
 * them. An access to one that is not on the device brings it over the link, with others beside it,
 * and what has to go for that goes back by whole blocks of 2 MiB (Buddy paper, section IV-C;
 * nvidia-uvm). A simulator that times the driver asks for pages itself, in batches; an access that
 * is not {@linkplain Transfers#isFree free} is a batch of its own.
 */
public final class UnifiedMemory extends BlockMemory {
  private static final String OVERSUBSCRIPTION = "oversubscription";
  private static final String BATCH_MICROSECONDS = "batch-microseconds";
  private static final String PREFETCH = "prefetch";
  private static final String BEGIN = "begin";

  public static final LayoutFamily FAMILY =
      new LayoutFamily(
          "unified",
          "Every block as it is, in pages that move between host and device",
          "Buddy paper, section IV-C; nvidia-uvm",
          32,
          0,
          List.of(
              new Parameter.Whole(
                  OVERSUBSCRIPTION,
                  "0",
                  0,
                  99,
                  "percent of the memory that the device has no room for"),
              new Parameter.Whole(
                  BATCH_MICROSECONDS,
                  "45",
                  0,
                  1000,
                  "what the driver takes for a batch of faults, beside the link's time"),
              new Parameter.Choice(
                  PREFETCH,
                  List.of("on", "off"),
                  "whether pages come beside those that fault, by density"),
              new Parameter.Choice(
                  BEGIN,
                  List.of("host", "device"),
                  "where memory is before the first access, as far as there is room")),
          UnifiedMemory::new);

  private static final int PAGE_BYTES = Residency.PAGE_BYTES;
  private static final int NOWHERE = -1;

  private final int roomPercent;
  private final boolean beginsOnDevice;
  private final Residency residency;

  /** Of all pages, whether they are the host's or not; and the device's frames. */
  private MemorySegment host;

  private MemorySegment device;

  /** By page, and frames without one. */
  private int[] frames = {};

  private int[] free = {};
  private int freeFrames;

  /** Pages that went back for the last access. */
  private int evicted;

  private Residency.Evictions watcher = (_, _) -> {};

  private UnifiedMemory(
      LayoutSpec spec,
      BlockCodec codec,
      Granularity granularity,
      long blocks,
      BlockMetadataCache.Shape cache) {
    this(spec, granularity, blocks);
  }

  /**
   * Memory of zeros.
   *
   * @param spec of this family
   */
  public UnifiedMemory(LayoutSpec spec, Granularity granularity, long blocks) {
    super(granularity, blocks);
    roomPercent = 100 - spec.number(OVERSUBSCRIPTION);
    beginsOnDevice = spec.text(BEGIN).equals("device");
    residency = new Residency(spec.text(PREFETCH).equals("on"), this::leave);
    host = reserve(PAGE_BYTES);
    device = reserve(PAGE_BYTES);
    resize(blocks);
  }

  /** Microseconds that a driver takes for a batch of faults, by a specification of this family. */
  public static int batchMicroseconds(LayoutSpec spec) {
    return spec.number(BATCH_MICROSECONDS);
  }

  /** Lets somebody know which pages of a block leave the device, before they do. */
  public void tellEvictions(Residency.Evictions listener) {
    watcher = listener;
  }

  /** Pages of memory, the last of which may be filled in part. */
  public int pages() {
    return residency.pages();
  }

  /** Bytes that the device has room for: whole pages, and at least one. */
  public long roomBytes() {
    return (long) residency.room() * PAGE_BYTES;
  }

  /** Whether a page is on the device. */
  public boolean isResident(int page) {
    return residency.isResident(page);
  }

  /**
   * Lets pages that faulted come with the batch under way: see {@link Residency#bring}. What has to
   * go for them goes at once; they are there when they {@link #arrive}.
   */
  public int bring(int block, int faulted) {
    return residency.bring(block, faulted);
  }

  /** The pages of the batch are on the device. */
  public void arrive() {
    int blocks = Math.ceilDiv(residency.pages(), Residency.PAGES_OF_BLOCK);
    for (int block = 0; block < blocks; block++) {
      for (int rest = residency.coming(block); rest != 0; rest &= rest - 1) {
        enter(block * Residency.PAGES_OF_BLOCK + Integer.numberOfTrailingZeros(rest));
      }
    }
    residency.arrive();
  }

  private void enter(int page) {
    int frame = free[--freeFrames];
    frames[page] = frame;
    MemorySegment.copy(
        host, (long) page * PAGE_BYTES, device, (long) frame * PAGE_BYTES, PAGE_BYTES);
  }

  private void leave(int block, int pages) {
    watcher.evicts(block, pages);
    for (int rest = pages; rest != 0; rest &= rest - 1) {
      int page = block * Residency.PAGES_OF_BLOCK + Integer.numberOfTrailingZeros(rest);
      int frame = frames[page];
      MemorySegment.copy(
          device, (long) frame * PAGE_BYTES, host, (long) page * PAGE_BYTES, PAGE_BYTES);
      frames[page] = NOWHERE;
      free[freeFrames++] = frame;
      evicted++;
    }
  }

  /** An access of its own to a page: whatever it brings counts as its. */
  private void touch(int page, Transfers transfers) {
    if (transfers.isFree() || residency.isResident(page)) {
      return;
    }
    evicted = 0;
    int brought = bring(page / Residency.PAGES_OF_BLOCK, 1 << (page % Residency.PAGES_OF_BLOCK));
    arrive();
    int bursts = PAGE_BYTES / burstBytes;
    transfers.buddyReads += (long) Integer.bitCount(brought) * bursts;
    transfers.buddyWrites += (long) evicted * bursts;
    transfers.buddyAccesses++;
  }

  private int page(long address) {
    return (int) (address / PAGE_BYTES);
  }

  @Override
  protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    long address = block * blockBytes;
    int page = page(address);
    touch(page, transfers);
    transfers.codeBytes += blockBytes;
    if (frames[page] == NOWHERE) {
      MemorySegment.copy(host, address, target, offset, blockBytes);
      return;
    }
    long place = place(address, page);
    transfers.readDevice(place, rawBursts);
    MemorySegment.copy(device, place, target, offset, blockBytes);
  }

  @Override
  protected void store(long block, MemorySegment source, long offset, Transfers transfers) {
    long address = block * blockBytes;
    int page = page(address);
    touch(page, transfers);
    transfers.codeBytes += blockBytes;
    if (frames[page] == NOWHERE) {
      MemorySegment.copy(source, offset, host, address, blockBytes);
      return;
    }
    long place = place(address, page);
    transfers.writeDevice(place, rawBursts);
    MemorySegment.copy(source, offset, device, place, blockBytes);
  }

  private long place(long address, int page) {
    return (long) frames[page] * PAGE_BYTES + address % PAGE_BYTES;
  }

  @Override
  protected void resize(long toBlocks) {
    int pages = Math.toIntExact(Math.ceilDiv(toBlocks * blockBytes, (long) PAGE_BYTES));
    int before = residency.room();
    int room = Math.max(before, Math.max(1, (int) ((long) pages * roomPercent / 100)));
    host = enlarge(host, (long) pages * PAGE_BYTES);
    device = enlarge(device, (long) room * PAGE_BYTES);
    int pagesBefore = frames.length;
    frames = Arrays.copyOf(frames, pages);
    Arrays.fill(frames, pagesBefore, pages, NOWHERE);
    free = Arrays.copyOf(free, room);
    // The lowest frames are taken first.
    System.arraycopy(free, 0, free, room - before, freeFrames);
    for (int i = 0; i < room - before; i++) {
      free[i] = room - 1 - i;
    }
    freeFrames += room - before;
    residency.grow(pages, room);
    if (beginsOnDevice) {
      residency.fill();
      for (int page = 0; page < pages; page++) {
        if (residency.isResident(page) && frames[page] == NOWHERE) {
          enter(page);
        }
      }
    }
  }

  @Override
  public long dataBytes() {
    return Math.min(roomBytes(), blocks() * blockBytes);
  }

  @Override
  public long metadataBytes(long ofBlocks) {
    return 0;
  }
}
