package dev.magpie.memory.buddy;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One thread's access to the entries of a {@link BuddyMemory}: its TLB and its working space. An
 * entry that does not fit its target has its first sectors in device memory and the rest in its own
 * place in the carve-out (Buddy paper, Figure 4); at 16x, all of it there (our decision).
 */
final class EntryAccess {
  private static final int ENTRY_BYTES = BuddyMemory.ENTRY_BYTES;
  private static final int SECTOR_BYTES = 32;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final MemorySegment device;
  private final MemorySegment carveOut;
  private final MetadataRegion metadata;
  private final MetadataCache metadataCache;
  private final EntryCodec codec;
  private final BitWriter coded = new BitWriter(2 * ENTRY_BYTES);
  private final BitReader bits = new BitReader();
  private final MemorySegment code = MemorySegment.ofArray(new byte[ENTRY_BYTES]);
  private final Tlb tlb;
  private final EntryFetch ahead;

  /** Any bits, kept so that those who load them are not compiled away. */
  long touched;

  /** Room for an entry of which a part is read or written. */
  final MemorySegment whole = MemorySegment.ofArray(new byte[ENTRY_BYTES]);

  /** For accesses whose costs nobody asks for. */
  final Transfers free = Transfers.free();

  EntryAccess(
      MemorySegment device,
      MemorySegment carveOut,
      MetadataRegion metadata,
      MetadataCache metadataCache,
      EntryCodec codec,
      Tlb tlb,
      EntryFetch ahead) {
    this.device = device;
    this.carveOut = carveOut;
    this.metadata = metadata;
    this.metadataCache = metadataCache;
    this.codec = codec;
    this.tlb = tlb;
    this.ahead = ahead;
  }

  long deviceAddress(long place) {
    tlb.translate(place, free);
    return tlb.deviceBase + (place - tlb.pageStart) / ENTRY_BYTES * tlb.target.deviceBytes();
  }

  long buddyOffset(long place) {
    tlb.translate(place, free);
    return tlb.buddyBase + (place - tlb.pageStart) / ENTRY_BYTES * tlb.target.buddyBytes();
  }

  void read(long place, MemorySegment target, long offset, Transfers transfers) {
    tlb.translate(place, transfers);
    if (tlb.compressed) {
      metadataCache.access(metadata.address(place / ENTRY_BYTES), false, transfers);
    }
    fetch(place, target, offset, transfers);
  }

  /** Reads entries that are allocated, at any addresses. */
  void readAll(long[] addresses, MemorySegment target, long offset, Transfers transfers) {
    for (int from = 0; from < addresses.length; from += EntryFetch.GROUP) {
      int count = Math.min(EntryFetch.GROUP, addresses.length - from);
      ahead.fetch(addresses, from, count);
      for (int i = from; i < from + count; i++) {
        long place = addresses[i] - BuddyMemory.HEAP_BASE;
        read(place, target, offset + (long) i * ENTRY_BYTES, transfers);
      }
    }
  }

  private void fetch(long place, MemorySegment target, long offset, Transfers transfers) {
    TargetRatio ratio = tlb.target;
    int entryInPage = (int) (place - tlb.pageStart) / ENTRY_BYTES;
    long deviceAt = tlb.deviceBase + (long) entryInPage * ratio.deviceBytes();
    long buddyAt = tlb.buddyBase + (long) entryInPage * ratio.buddyBytes();
    transfers.reads++;
    if (!tlb.compressed) {
      transfers.readDevice(deviceAt, ENTRY_BYTES / SECTOR_BYTES);
      transfers.codeBytes += ENTRY_BYTES;
      MemorySegment.copy(device, deviceAt, target, offset, ENTRY_BYTES);
      return;
    }
    touch(deviceAt, ratio.deviceBytes());
    int entryCode = metadata.get(place / ENTRY_BYTES);
    int sectors = EntryCode.sectors(entryCode);
    if (entryCode == EntryCode.TINY) {
      transfers.readDevice(deviceAt & -SECTOR_BYTES, 1);
      transfers.codeBytes += Long.BYTES;
      bits.load(device, deviceAt, 64);
      codec.decode(bits, 0, target, offset);
      transfers.decoded(0);
      return;
    }
    int deviceBytes = SECTOR_BYTES * Math.min(sectors, ratio.deviceSectors());
    int bytes = SECTOR_BYTES * sectors;
    transfers.readDevice(deviceAt, deviceBytes / SECTOR_BYTES);
    int buddySectors = (bytes - deviceBytes) / SECTOR_BYTES;
    transfers.buddyReads += buddySectors;
    transfers.buddyAccesses += buddySectors > 0 ? 1 : 0;
    transfers.codeBytes += bytes;
    if (entryCode == EntryCode.RAW) {
      MemorySegment.copy(device, deviceAt, target, offset, deviceBytes);
      MemorySegment.copy(carveOut, buddyAt, target, offset + deviceBytes, bytes - deviceBytes);
      return;
    }
    bits.load(device, deviceAt, 8 * deviceBytes);
    if (deviceBytes < bytes) {
      bits.append(carveOut, buddyAt, 8 * (bytes - deviceBytes));
    }
    codec.decode(bits, 0, target, offset);
    if (bytes > 0) {
      transfers.decoded(0);
    }
  }

  void write(long place, MemorySegment source, long offset, Transfers transfers) {
    tlb.translate(place, transfers);
    boolean changes = store(place, source, offset, transfers);
    if (tlb.compressed) {
      metadataCache.access(metadata.address(place / ENTRY_BYTES), changes, transfers);
    }
  }

  /** Writes an entry; the result is whether its metadata change. */
  private boolean store(long place, MemorySegment source, long offset, Transfers transfers) {
    TargetRatio ratio = tlb.target;
    int entryInPage = (int) (place - tlb.pageStart) / ENTRY_BYTES;
    long deviceAt = tlb.deviceBase + (long) entryInPage * ratio.deviceBytes();
    long buddyAt = tlb.buddyBase + (long) entryInPage * ratio.buddyBytes();
    transfers.writes++;
    if (!tlb.compressed) {
      transfers.writeDevice(deviceAt, ENTRY_BYTES / SECTOR_BYTES);
      transfers.codeBytes += ENTRY_BYTES;
      MemorySegment.copy(source, offset, device, deviceAt, ENTRY_BYTES);
      return false;
    }
    coded.reset();
    int entryCode =
        codec.encode(source, offset, coded) == BlockCodec.RAW
            ? EntryCode.RAW
            : EntryCode.of(coded.bitCount(), ratio);
    transfers.encoded(entryCode == EntryCode.RAW ? BlockCodec.RAW : 0);
    long number = place / ENTRY_BYTES;
    int before = metadata.get(number);
    boolean changes = entryCode != before;
    if (changes) {
      metadata.set(number, entryCode);
    }
    int sectors = EntryCode.sectors(entryCode);
    transfers.overflows += sectors > EntryCode.sectors(before) ? 1 : 0;
    if (entryCode == EntryCode.TINY) {
      // Four entries share the sector.
      transfers.readDevice(deviceAt & -SECTOR_BYTES, 1);
      transfers.writeDevice(deviceAt & -SECTOR_BYTES, 1);
      transfers.codeBytes += Long.BYTES;
      code.set(LONG, 0, 0);
      coded.copyTo(code, 0);
      MemorySegment.copy(code, 0, device, deviceAt, Long.BYTES);
      return changes;
    }
    int deviceBytes = SECTOR_BYTES * Math.min(sectors, ratio.deviceSectors());
    int bytes = SECTOR_BYTES * sectors;
    transfers.writeDevice(deviceAt, deviceBytes / SECTOR_BYTES);
    int buddySectors = (bytes - deviceBytes) / SECTOR_BYTES;
    transfers.buddyWrites += buddySectors;
    transfers.buddyAccesses += buddySectors > 0 ? 1 : 0;
    transfers.codeBytes += bytes;
    if (entryCode == EntryCode.RAW) {
      MemorySegment.copy(source, offset, device, deviceAt, deviceBytes);
      MemorySegment.copy(source, offset + deviceBytes, carveOut, buddyAt, bytes - deviceBytes);
    } else if (deviceBytes == bytes) {
      coded.copyTo(device, deviceAt);
    } else {
      coded.copyTo(code, 0);
      MemorySegment.copy(code, 0, device, deviceAt, deviceBytes);
      MemorySegment.copy(code, deviceBytes, carveOut, buddyAt, bytes - deviceBytes);
    }
    return changes;
  }

  /**
   * Fetches an entry's device memory into the caches of this machine, while its metadata are still
   * on their way. Only after the metadata cache: its lock would wait for what was loaded before.
   */
  private void touch(long deviceAt, int deviceBytes) {
    touched = device.get(LONG, deviceAt) ^ device.get(LONG, deviceAt + deviceBytes - Long.BYTES);
  }
}
