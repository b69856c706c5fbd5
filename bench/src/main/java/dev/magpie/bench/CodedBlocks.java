package dev.magpie.bench;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory and the coded form of its blocks. */
final class CodedBlocks {
  final MemorySegment memory;
  private final MemorySegment decoded;
  private final MemorySegment coded;
  private final int[] tags;
  private final int[] bits;
  private final int blockBytes;
  private final BitWriter writer;
  private final BitReader reader = new BitReader();
  private BlockCodec codec = Codecs.create("none", Granularity.DEFAULT);

  CodedBlocks(long bytes, int blockBytes) {
    this.blockBytes = blockBytes;
    memory = Arena.ofAuto().allocate(bytes, 64);
    decoded = Arena.ofAuto().allocate(bytes, 64);
    coded = Arena.ofAuto().allocate(bytes, 64);
    tags = new int[Math.toIntExact(bytes / blockBytes)];
    bits = new int[tags.length];
    writer = new BitWriter(2 * blockBytes);
  }

  /** Takes a codec, codes all blocks, decodes them again and compares. */
  void code(BlockCodec codec) {
    this.codec = codec;
    encodeAll();
    decodeAll();
    if (memory.mismatch(decoded) >= 0) {
      throw new IllegalStateException("decoded blocks differ from their originals");
    }
  }

  int encodeAll() {
    int total = 0;
    for (int i = 0; i < tags.length; i++) {
      long at = (long) i * blockBytes;
      writer.reset();
      int tag = codec.encode(memory, at, writer);
      if (tag == BlockCodec.RAW || writer.byteCount() >= blockBytes) {
        tag = BlockCodec.RAW;
        MemorySegment.copy(memory, at, coded, at, blockBytes);
      } else {
        writer.copyTo(coded, at);
      }
      tags[i] = tag;
      bits[i] = writer.bitCount();
      total += bits[i];
    }
    return total;
  }

  int decodeAll() {
    for (int i = 0; i < tags.length; i++) {
      long at = (long) i * blockBytes;
      if (tags[i] == BlockCodec.RAW) {
        MemorySegment.copy(coded, at, decoded, at, blockBytes);
      } else {
        reader.load(coded, at, bits[i]);
        codec.decode(reader, tags[i], decoded, at);
      }
    }
    return tags.length;
  }
}
