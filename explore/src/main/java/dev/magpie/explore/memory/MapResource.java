package dev.magpie.explore.memory;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;
import dev.magpie.explore.web.Reply;
import dev.magpie.explore.web.Resource;
import dev.magpie.memory.buddy.EntryCode;
import dev.magpie.memory.buddy.TargetRatio;
import dev.magpie.snapshot.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The picture of an allocation's blocks, a square at a time, made when it is looked at. */
record MapResource(Shelf shelf, Coders coders) implements Resource {
  private static final long MOST_TILES = Long.MAX_VALUE >> 16;

  @Override
  public Reply answer(PageRequest request) {
    ShownSnapshot shown = shelf.chosen(request);
    Allocation allocation = Shelf.allocation(shown, request);
    Coding coding = Coding.of(request);
    long blocks = Math.ceilDiv(allocation.bytes(), coding.blockBytes());
    int level = (int) request.number("level", 0, 40);
    MapTile tile =
        new MapTile(
            request.number("row", 1, 1 << 24),
            blocks,
            level,
            request.number("x", 0, MOST_TILES >> 24 >> level),
            request.number("y", 0, MOST_TILES >> 24 >> level));
    BlockCodec codec = coders.codec(shown, coding);
    return Reply.bytes(
        tile.draw(
            switch (request.requiredText("show")) {
              case "bursts" -> bursts(allocation.memory(), codec, coding.granularity());
              case "bits" -> bits(allocation.memory(), codec, coding.granularity());
              case "buddy" -> overTarget(shown, allocation.memory(), request);
              case "changes" -> changes(shown, allocation, request, coding.blockBytes());
              default -> throw RefusedException.wrong("'show' is bursts, bits, buddy or changes");
            }));
  }

  private static MapTile.Shade bursts(
      MemorySegment memory, BlockCodec codec, Granularity granularity) {
    float all = granularity.granulesPerBlock();
    return sizes(memory, codec, granularity, bits -> granularity.granules(bits) / all);
  }

  private static MapTile.Shade bits(
      MemorySegment memory, BlockCodec codec, Granularity granularity) {
    float all = granularity.blockBits();
    return sizes(memory, codec, granularity, bits -> Math.min(bits, granularity.blockBits()) / all);
  }

  /** What is drawn for a coded size. */
  private interface Scale {
    float of(int bits);
  }

  private static MapTile.Shade sizes(
      MemorySegment memory, BlockCodec codec, Granularity granularity, Scale scale) {
    int blockBytes = granularity.blockBytes();
    return (numbers, shades) -> {
      int[] sizes = new int[shades.length];
      // Side by side they are sized as all blocks are, in vectors, by code that Java has compiled.
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment blocks = arena.allocate((long) shades.length * blockBytes, Long.BYTES);
        gather(memory, numbers, shades.length, blockBytes, blocks);
        codec.sizeBits(blocks, 0, sizes);
      }
      for (int i = 0; i < shades.length; i++) {
        shades[i] = scale.of(sizes[i]);
      }
    };
  }

  /** Stands alone, so that it stays compiled where another codec comes and its caller does not. */
  private static void gather(
      MemorySegment memory, long[] numbers, int count, int blockBytes, MemorySegment blocks) {
    for (int i = 0; i < count; i++) {
      long from = numbers[i] * blockBytes;
      long there = Math.min(blockBytes, memory.byteSize() - from);
      MemorySegment.copy(memory, from, blocks, (long) i * blockBytes, there);
    }
  }

  /** Whether each memory-entry does not fit its target, and so needs buddy memory. */
  private MapTile.Shade overTarget(ShownSnapshot shown, MemorySegment memory, PageRequest request) {
    Coding entries = Coding.ofEntries(request);
    TargetRatio target;
    try {
      target = TargetRatio.parse(request.requiredText("target"));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
    if (Coding.of(request).blockBytes() != entries.blockBytes()) {
      throw RefusedException.wrong("memory-entries are blocks of 128 bytes");
    }
    int most = entries.granularity().blockBits();
    return sizes(
        memory,
        coders.codec(shown, entries),
        entries.granularity(),
        bits -> target.fits(EntryCode.of(Math.min(bits, most), target)) ? 0 : 1);
  }

  /** Whether each block differs from the same one in another snapshot. */
  private MapTile.Shade changes(
      ShownSnapshot shown, Allocation allocation, PageRequest request, int blockBytes) {
    ShownSnapshot against = shelf.all().get(shelf.number(request, "against"));
    MemorySegment memory = allocation.memory();
    MemorySegment other =
        against
            .same(shown, allocation)
            .orElseThrow(() ->
                RefusedException.missing("%s has no array of that name".formatted(against.label())))
            .memory();
    return (numbers, shades) -> {
      for (int i = 0; i < shades.length; i++) {
        long from = numbers[i] * blockBytes;
        long to = Math.min(from + blockBytes, memory.byteSize());
        boolean same =
            to <= other.byteSize() && MemorySegment.mismatch(memory, from, to, other, from, to) < 0;
        shades[i] = same ? 0 : 1;
      }
    };
  }
}
