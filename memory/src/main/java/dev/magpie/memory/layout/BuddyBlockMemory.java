package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.buddy.BuddyAllocation;
import dev.magpie.memory.buddy.BuddyConfig;
import dev.magpie.memory.buddy.BuddyMemory;
import dev.magpie.memory.buddy.PageSize;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.memory.cache.BlockMetadataCache;
import dev.magpie.memory.cache.MetadataCache;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * A {@link BuddyMemory} of numbered blocks, all with one target ratio: what of a block does not fit
 * its promised place in device memory moves as buddy sectors, over a link (Buddy paper, section
 * III). Nothing is translated, so page walks are not told.
 */
public final class BuddyBlockMemory extends BlockMemory {
  private static final String TARGET = "target";

  public static final LayoutFamily FAMILY =
      new LayoutFamily(
          "buddy",
          "A promised part of each block at its place, the rest in buddy memory",
          "Buddy paper, section III",
          BuddyMemory.ENTRY_BYTES,
          0,
          Optional.of(new Granularity(BuddyMemory.ENTRY_BYTES, MetadataCache.SECTOR_BYTES)),
          List.of(
              new Parameter.Choice(
                  TARGET,
                  List.of("2", "1", "4/3", "4", "16"),
                  "target ratio: block over what device memory has of it")),
          BuddyBlockMemory::new);

  private final TargetRatio target;
  private final BlockCodec codec;
  private final MetadataCache.Shape cache;
  private BuddyMemory memory;
  private BuddyAllocation allocation;

  private BuddyBlockMemory(
      LayoutSpec spec,
      BlockCodec codec,
      Granularity granularity,
      long blocks,
      BlockMetadataCache.Shape cache) {
    super(granularity, blocks);
    target = target(spec);
    this.codec = codec.lossless();
    this.cache = new MetadataCache.Shape(1, cache.bytes(), cache.ways());
    memory = memoryOf(blocks);
    allocation = memory.allocate(blocks * blockBytes, target);
  }

  /** A specification with this target ratio. */
  public static LayoutSpec of(TargetRatio target) {
    return LayoutSpec.of(FAMILY).with(TARGET, target);
  }

  /** The target ratio that a specification of this family names. */
  public static TargetRatio target(LayoutSpec spec) {
    return TargetRatio.parse(spec.text(TARGET));
  }

  /** Device memory and a carve-out as large as the blocks, which is enough at any target. */
  private BuddyMemory memoryOf(long ofBlocks) {
    long page = PageSize.KIB_64.bytes();
    long bytes = ofBlocks * blockBytes + BuddyConfig.metadataBytes(2 * ofBlocks);
    return new BuddyMemory(
        BuddyConfig.ofDevice((Math.ceilDiv(bytes, page) + 1) * page)
            .withMaxRatio(2)
            .withCodec(codec)
            .withMetadataCache(cache));
  }

  // The memory beneath counts each access, which this one has counted, and a page walk.
  @Override
  protected void fetch(long block, MemorySegment target, long offset, Transfers transfers) {
    long walks = transfers.pageWalks;
    memory.readBlock(allocation.address() + block * blockBytes, target, offset, transfers);
    transfers.reads--;
    transfers.pageWalks = walks;
  }

  @Override
  protected void store(long block, MemorySegment source, long offset, Transfers transfers) {
    long walks = transfers.pageWalks;
    memory.writeBlock(allocation.address() + block * blockBytes, source, offset, transfers);
    transfers.writes--;
    transfers.pageWalks = walks;
  }

  @Override
  protected void resize(long toBlocks) {
    BuddyMemory larger = memoryOf(toBlocks);
    BuddyAllocation moved = larger.allocate(toBlocks * blockBytes, target);
    MemorySegment block = MemorySegment.ofArray(new byte[blockBytes]);
    for (long at = 0; at < allocation.bytes(); at += blockBytes) {
      memory.read(allocation.address() + at, block, 0, blockBytes);
      larger.write(moved.address() + at, block, 0, blockBytes);
    }
    memory.close();
    memory = larger;
    allocation = moved;
  }

  @Override
  public long dataBytes() {
    return allocation.deviceBytes();
  }

  @Override
  public long metadataBytes(long ofBlocks) {
    return BuddyConfig.metadataBytes(ofBlocks);
  }

  @Override
  public void close() {
    super.close();
    memory.close();
  }
}
