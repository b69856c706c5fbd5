package dev.magpie.codec;

import java.lang.foreign.MemorySegment;

/**
 * The bits of every word that a trained codec gives codes to by how often their values occur.
 *
 * @param name what tables call it
 * @param wordBytes size of the words: 1, 2, 4 or 8 bytes
 * @param shift the field's lowest bit in the word
 * @param bits its width: at most 32
 * @param entries how many of its values, the most frequent, a table keeps
 */
public record SymbolField(String name, int wordBytes, int shift, int bits, int entries) {

  /** The field of the word at a byte offset, as an unsigned number. */
  public int value(MemorySegment memory, long offset) {
    long word =
        switch (wordBytes) {
          case 1 -> BlockWords.getByte(memory, offset);
          case 2 -> BlockWords.getShort(memory, offset);
          case 4 -> BlockWords.getInt(memory, offset);
          default -> BlockWords.getLong(memory, offset);
        };
    return (int) ((word >>> shift) & ((1L << bits) - 1));
  }
}
