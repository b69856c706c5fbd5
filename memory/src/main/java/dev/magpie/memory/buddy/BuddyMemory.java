package dev.magpie.memory.buddy;

import dev.magpie.memory.CompressedMemory;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Buddy Compression (Buddy paper, section III): each allocation keeps, of every 128 B memory-entry,
 * only what its target ratio promises in device memory; what an entry needs beyond that lies in a
 * place set aside for it in buddy memory. A change of compressibility moves no other entry.
 *
 * <p>Threads may read and write at once, as long as none writes an entry that another reads or
 * writes; entries are 128 B from the start of an allocation. {@link #allocate} and {@link #free}
 * may be called by any thread at any time. Addresses are checked to the byte. Memory that was never
 * written reads as zeros.
 *
 * <pre>{@code
 * try (BuddyMemory memory = BuddyMemory.ofDevice(64 << 20)) {
 *   BuddyAllocation field = memory.allocate(100 << 20, TargetRatio.TWO);
 *   Transfers transfers = new Transfers();
 *   memory.write(field.address(), source, 0, source.byteSize(), transfers);
 *   System.out.println(transfers.buddyAccessFraction());
 * }
 * }</pre>
 */
public final class BuddyMemory implements CompressedMemory {
  /** Bytes of a memory-entry. */
  public static final int ENTRY_BYTES = 128;

  /** Where the heap starts; 0 is no address. A multiple of every page size. */
  public static final long HEAP_BASE = 1L << 32;

  private final BuddyConfig config;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment device;
  private final MemorySegment carveOut;
  private final MetadataRegion metadata;
  private final PageTable pages;
  private final BuddyHeap heap;
  private final ThreadLocal<EntryAccess> accesses;

  /**
   * Reserves device memory and carve-out, off the heap.
   *
   * @throws OutOfMemoryError if the machine has not so much
   */
  public BuddyMemory(BuddyConfig config) {
    this.config = config;
    try {
      device = LargePages.allocate(arena, config.deviceBytes());
      carveOut = LargePages.allocate(arena, Math.max(ENTRY_BYTES, config.carveOutBytes()));
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
    metadata = new MetadataRegion(device, config.heapBytes() / ENTRY_BYTES);
    pages = new PageTable(config.heapBytes());
    heap =
        new BuddyHeap(
            pages,
            config.heapBytes(),
            Math.max(0, config.deviceBytes() - config.metadataBytes()),
            config.carveOutBytes());
    MetadataCache metadataCache = new MetadataCache(config.metadataCache());
    EntryCodec codec = new EntryCodec(config.codec());
    accesses =
        ThreadLocal.withInitial(() ->
            new EntryAccess(
                device,
                carveOut,
                metadata,
                metadataCache,
                codec,
                new Tlb(pages),
                new EntryFetch(device, carveOut, metadata, pages)));
  }

  /** The paper's design on a device of this size. */
  public static BuddyMemory ofDevice(long deviceBytes) {
    return new BuddyMemory(BuddyConfig.ofDevice(deviceBytes));
  }

  /** Allocates compressed memory in pages of the usual size. */
  public BuddyAllocation allocate(long bytes, TargetRatio target) {
    return allocate(bytes, target, config.pageSize());
  }

  /**
   * Allocates compressed memory.
   *
   * @param bytes at least 1
   * @throws AllocationFailedException if address space, device memory or the reachable part of the
   *     carve-out has no room; then nothing has changed
   */
  public BuddyAllocation allocate(long bytes, TargetRatio target, PageSize pageSize) {
    return allocate(bytes, target, true, pageSize);
  }

  /** Allocates memory that is not compressed: each access moves its four sectors, no metadata. */
  public BuddyAllocation allocateUncompressed(long bytes) {
    return allocate(bytes, TargetRatio.ONE, false, config.pageSize());
  }

  private BuddyAllocation allocate(
      long bytes, TargetRatio target, boolean compressed, PageSize pageSize) {
    synchronized (heap) {
      requireOpen();
      BuddyAllocation allocation = heap.allocate(bytes, target, compressed, pageSize);
      if (compressed) {
        long place = allocation.address() - HEAP_BASE;
        metadata.clear(place / ENTRY_BYTES, allocation.entries());
      } else {
        long start = deviceAddress(allocation.address());
        device.asSlice(start, allocation.deviceBytes()).fill((byte) 0);
      }
      return allocation;
    }
  }

  /**
   * Gives an allocation back; accesses to its addresses then fail.
   *
   * @throws IllegalArgumentException if it is not one of this memory's, or no longer
   */
  public void free(BuddyAllocation allocation) {
    synchronized (heap) {
      requireOpen();
      heap.free(allocation);
    }
  }

  @Override
  public int blockBytes() {
    return ENTRY_BYTES;
  }

  @Override
  public int burstBytes() {
    return MetadataCache.SECTOR_BYTES;
  }

  @Override
  public void readBlock(long address, MemorySegment target, long offset, Transfers transfers) {
    accesses.get().read(entryAt(address), target, offset, transfers);
  }

  @Override
  public void writeBlock(long address, MemorySegment source, long offset, Transfers transfers) {
    accesses.get().write(entryAt(address), source, offset, transfers);
  }

  /**
   * Reads entries from wherever they are, one behind the other into a segment. Each costs what
   * {@link #readBlock} costs, but they wait for this machine's memory together: where addresses
   * have no order, this is about one and a half times as fast.
   *
   * @param addresses multiples of the entry size, in any order
   * @throws IndexOutOfBoundsException if no memory is allocated at one of them, or the segment has
   *     no room for all; nothing is read then
   */
  public void readBlocks(long[] addresses, MemorySegment target, long offset, Transfers transfers) {
    Objects.checkFromIndexSize(offset, (long) addresses.length * ENTRY_BYTES, target.byteSize());
    for (long address : addresses) {
      pages.requireMapped(entryAt(address));
    }
    accesses.get().readAll(addresses, target, offset, transfers);
  }

  private static long entryAt(long address) {
    if (address % ENTRY_BYTES != 0) {
      throw new IllegalArgumentException(
          "address %#x is not that of a memory-entry".formatted(address));
    }
    return address - HEAP_BASE;
  }

  /**
   * Reads any bytes.
   *
   * @throws IndexOutOfBoundsException if one of them is not allocated, or the segment has not so
   *     many; nothing is read then
   */
  public void read(
      long address, MemorySegment target, long offset, long length, Transfers transfers) {
    EntryAccess access = accesses.get();
    long place = checked(address, length);
    Objects.checkFromIndexSize(offset, length, target.byteSize());
    for (long done = 0; done < length; ) {
      long within = (place + done) % ENTRY_BYTES;
      int part = (int) Math.min(ENTRY_BYTES - within, length - done);
      if (part == ENTRY_BYTES) {
        access.read(place + done, target, offset + done, transfers);
      } else {
        access.read(place + done - within, access.whole, 0, transfers);
        MemorySegment.copy(access.whole, within, target, offset + done, part);
      }
      done += part;
    }
  }

  /**
   * Writes any bytes. An entry of which only a part is written is read, changed and written.
   *
   * @throws IndexOutOfBoundsException if one of them is not allocated, or the segment has not so
   *     many; nothing is written then
   */
  public void write(
      long address, MemorySegment source, long offset, long length, Transfers transfers) {
    EntryAccess access = accesses.get();
    long place = checked(address, length);
    Objects.checkFromIndexSize(offset, length, source.byteSize());
    for (long done = 0; done < length; ) {
      long within = (place + done) % ENTRY_BYTES;
      int part = (int) Math.min(ENTRY_BYTES - within, length - done);
      if (part == ENTRY_BYTES) {
        access.write(place + done, source, offset + done, transfers);
      } else {
        long entry = place + done - within;
        access.read(entry, access.whole, 0, transfers);
        MemorySegment.copy(source, offset + done, access.whole, within, part);
        access.write(entry, access.whole, 0, transfers);
      }
      done += part;
    }
  }

  /** Reads any bytes, for those who do not ask what it costs. */
  public void read(long address, MemorySegment target, long offset, long length) {
    read(address, target, offset, length, accesses.get().free);
  }

  /** Writes any bytes, for those who do not ask what it costs. */
  public void write(long address, MemorySegment source, long offset, long length) {
    write(address, source, offset, length, accesses.get().free);
  }

  /** The place in the heap of a range that is allocated to the last byte. */
  private long checked(long address, long length) {
    if (length < 0) {
      throw new IndexOutOfBoundsException("length is negative: " + length);
    }
    long place = address - HEAP_BASE;
    for (long seen = 0; seen < length; ) {
      seen += pages.requireMapped(place + seen);
    }
    return place;
  }

  /** The metadata code of the entry that holds an address. */
  public int entryCode(long address) {
    pages.requireMapped(address - HEAP_BASE);
    return metadata.get((address - HEAP_BASE) / ENTRY_BYTES);
  }

  /** Where in device memory the entry starts that holds an address. */
  public long deviceAddress(long address) {
    return accesses.get().deviceAddress(address - HEAP_BASE);
  }

  /** Where in buddy memory the entry's place starts: the base-address register and its offset. */
  public long buddyAddress(long address) {
    return config.buddyBase() + accesses.get().buddyOffset(address - HEAP_BASE);
  }

  public BuddyConfig config() {
    return config;
  }

  /** Device memory that no allocation has; it may be in pieces. */
  public long freeDeviceBytes() {
    synchronized (heap) {
      return heap.freeDeviceBytes();
    }
  }

  /** Carve-out that no allocation has; it may be in pieces. */
  public long freeCarveOutBytes() {
    synchronized (heap) {
      return heap.freeCarveOutBytes();
    }
  }

  /** All bytes of device memory, the metadata at the end; for tests. */
  MemorySegment device() {
    return device;
  }

  /** All bytes of the carve-out; for tests. */
  MemorySegment carveOut() {
    return carveOut;
  }

  private void requireOpen() {
    if (!arena.scope().isAlive()) {
      throw new IllegalStateException("the memory is closed");
    }
  }

  /** Gives all memory back at once, also to the machine. May be called again. */
  @Override
  public void close() {
    synchronized (heap) {
      if (arena.scope().isAlive()) {
        arena.close();
      }
    }
  }
}
