package dev.magpie.bench;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.BulkCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory and the coded form of its blocks, one behind the other in whole bytes. */
final class CodedBlocks {
  /**
   * Bytes of mixed data that are coded again and again: what comes next in a quarter of a MiB, a
   * processor learns by heart, and then guesses all branches.
   */
  static final int MIXED_BYTES = 4 << 20;

  final MemorySegment memory;
  private final MemorySegment decoded;
  private final MemorySegment coded;
  private final int[] tags;
  private final int[] sizes;
  private final Granularity granularity;
  private BulkCodec codec;

  CodedBlocks(long bytes, int blockBytes) {
    memory = Arena.ofAuto().allocate(bytes, 64);
    decoded = Arena.ofAuto().allocate(bytes, 64);
    coded = Arena.ofAuto().allocate(bytes, 64);
    tags = new int[Math.toIntExact(bytes / blockBytes)];
    sizes = new int[tags.length];
    granularity = new Granularity(blockBytes, 1);
    codec = new BulkCodec(Codecs.create("none", granularity), granularity);
  }

  /** Takes a codec, codes all blocks, decodes them again and compares. */
  void code(BlockCodec codec) {
    this.codec = new BulkCodec(codec, granularity);
    encodeAll();
    decodeAll();
    if (memory.mismatch(decoded) >= 0) {
      throw new IllegalStateException("decoded blocks differ from their originals");
    }
  }

  int encodeAll() {
    return (int) codec.encode(memory, 0, tags, sizes, coded, 0);
  }

  int decodeAll() {
    codec.decode(coded, 0, tags, sizes, decoded, 0);
    return tags.length;
  }
}
