package dev.magpie.bench;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;

/** Sizes all of a memory with one codec, and keeps nothing: a kernel's own time. */
record Sizing(BlockCodec codec, MemorySegment memory) implements Runnable {
  /** As many blocks at a time as a scan takes: 16 KiB of them. */
  private static final int TILE_BLOCKS = 128;

  /** A codec of 128-byte blocks. */
  static BlockCodec codec(String name) {
    return Codecs.create(name, Granularity.DEFAULT);
  }

  @Override
  public void run() {
    int[] sizes = new int[TILE_BLOCKS];
    long tile = (long) TILE_BLOCKS * codec.blockBytes();
    for (long at = 0; at < memory.byteSize(); at += tile) {
      codec.sizeBits(memory, at, sizes);
    }
  }

  void runTimes(int times) {
    for (int i = 0; i < times; i++) {
      run();
    }
  }
}
