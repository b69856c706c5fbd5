package dev.magpie.gpu.zstd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a decoder knows before a frame begins (RFC 8878, section 5): bytes that matches may refer
 * to, and, if it was trained, tables and offsets of the first block.
 *
 * @param content the bytes, which lie before a frame's
 * @param huffman code of literals; null without
 * @param tables of literals' lengths, offsets and matches' lengths; null each without
 * @param offsets that are repeated
 */
@SuppressWarnings("ArrayRecordComponent") // read and never compared
record ZstdDictionary(
    byte[] content, @Nullable HuffmanTable huffman, @Nullable FseTable[] tables, int[] offsets) {
  static final ZstdDictionary NONE =
      new ZstdDictionary(new byte[0], null, new FseTable[3], new int[] {1, 4, 8});

  private static final int MAGIC = 0xec30a437;

  static ZstdDictionary of(byte[] bytes) throws ZstdException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < 8 || buffer.getInt(0) != MAGIC) {
      return new ZstdDictionary(bytes.clone(), null, new FseTable[3], NONE.offsets);
    }
    HuffmanTable.Described huffman = HuffmanTable.read(bytes, 8, bytes.length);
    FseTable[] tables = new FseTable[3];
    int at = huffman.end();
    for (int kind : new int[] {Sequences.OFFSET, Sequences.MATCH, Sequences.LITERALS}) {
      ForwardBits in = new ForwardBits(bytes, at, bytes.length);
      tables[kind] = FseTable.read(in, Sequences.mostLog(kind), Sequences.symbols(kind));
      at = in.nextByte();
    }
    if (at + 12 > bytes.length) {
      throw new ZstdException("the dictionary ends too early");
    }
    int[] offsets = {buffer.getInt(at), buffer.getInt(at + 4), buffer.getInt(at + 8)};
    byte[] content = Arrays.copyOfRange(bytes, at + 12, bytes.length);
    for (int offset : offsets) {
      if (offset <= 0 || offset > content.length) {
        throw new ZstdException("the dictionary refers to what is before it");
      }
    }
    return new ZstdDictionary(content, huffman.table(), tables, offsets);
  }
}
