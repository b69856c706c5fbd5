package dev.magpie.memory.buddy;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.cache.MetadataCache;

/**
 * How a {@link BuddyMemory} is built.
 *
 * @param deviceBytes device memory, metadata included: a multiple of 128
 * @param maxRatio the most by which memory can grow; the carve-out is one less times the device
 * @param codec for blocks of 128 B
 * @param pageSize of allocations that do not ask for another
 * @param metadataCache its shape
 * @param buddyBase what the global buddy base-address register (GBBR) holds: where the carve-out
 *     starts in buddy memory
 */
public record BuddyConfig(
    long deviceBytes,
    int maxRatio,
    BlockCodec codec,
    PageSize pageSize,
    MetadataCache.Shape metadataCache,
    long buddyBase) {
  /** The paper's 4x: a carve-out of three times the device. */
  public static final int DEFAULT_MAX_RATIO = 4;

  /**
   * @throws IllegalArgumentException if no memory can be built so
   */
  public BuddyConfig {
    if (deviceBytes < BuddyMemory.ENTRY_BYTES || deviceBytes % BuddyMemory.ENTRY_BYTES != 0) {
      throw new IllegalArgumentException(
          "device memory is a multiple of 128 bytes, not " + deviceBytes);
    }
    if (maxRatio < 1 || maxRatio > 16) {
      throw new IllegalArgumentException("the ratio's limit is 1 to 16, not " + maxRatio);
    }
    if (codec.blockBytes() != BuddyMemory.ENTRY_BYTES) {
      throw new IllegalArgumentException(
          "memory-entries have 128 bytes, and the codec's blocks " + codec.blockBytes());
    }
  }

  /** The paper's design: BPC, 64 KiB of metadata cache, at most 4x; with pages of 64 KiB. */
  public static BuddyConfig ofDevice(long deviceBytes) {
    return new BuddyConfig(
        deviceBytes,
        DEFAULT_MAX_RATIO,
        Codecs.create("bpc", Granularity.DEFAULT),
        PageSize.KIB_64,
        MetadataCache.Shape.DEFAULT,
        0);
  }

  public BuddyConfig withDeviceBytes(long bytes) {
    return new BuddyConfig(bytes, maxRatio, codec, pageSize, metadataCache, buddyBase);
  }

  public BuddyConfig withMaxRatio(int ratio) {
    return new BuddyConfig(deviceBytes, ratio, codec, pageSize, metadataCache, buddyBase);
  }

  public BuddyConfig withCodec(BlockCodec other) {
    return new BuddyConfig(deviceBytes, maxRatio, other, pageSize, metadataCache, buddyBase);
  }

  public BuddyConfig withPageSize(PageSize size) {
    return new BuddyConfig(deviceBytes, maxRatio, codec, size, metadataCache, buddyBase);
  }

  public BuddyConfig withMetadataCache(MetadataCache.Shape shape) {
    return new BuddyConfig(deviceBytes, maxRatio, codec, pageSize, shape, buddyBase);
  }

  public BuddyConfig withBuddyBase(long address) {
    return new BuddyConfig(deviceBytes, maxRatio, codec, pageSize, metadataCache, address);
  }

  /** Bytes of the carve-out. */
  public long carveOutBytes() {
    return deviceBytes * (maxRatio - 1);
  }

  /** Uncompressed bytes that can be addressed, and have metadata. */
  public long heapBytes() {
    return deviceBytes * maxRatio;
  }

  /** Device memory that the metadata take. */
  public long metadataBytes() {
    return metadataBytes(heapBytes() / BuddyMemory.ENTRY_BYTES);
  }

  /** Device memory that the metadata of so many entries take. */
  public static long metadataBytes(long entries) {
    return MetadataRegion.bytes(entries);
  }
}
