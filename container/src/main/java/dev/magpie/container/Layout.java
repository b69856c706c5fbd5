package dev.magpie.container;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;

/**
 * Where things stand in a chunk: head | an entry a block | a check a block | payloads. An entry has
 * the block's granules, the number of a raw one meaning just that, in its low bits and the codec's
 * tag above them; it takes one, two or four bytes.
 */
final class Layout {
  static final int HEAD_BYTES = 48;
  static final int CHECK_BYTES = Short.BYTES;

  private final Granularity granularity;
  final int granuleBits;
  final int tagBits;
  final int entryBytes;

  /** Where chunks, their payloads and the index may start: multiples of it. */
  final int alignment;

  Layout(Granularity granularity, BlockCodec codec) {
    this.granularity = granularity;
    granuleBits = Integer.SIZE - Integer.numberOfLeadingZeros(granularity.granulesPerBlock());
    tagBits = codec.tagBits();
    int bits = granuleBits + tagBits;
    entryBytes = bits <= Byte.SIZE ? 1 : bits <= Short.SIZE ? 2 : 4;
    alignment = alignment(granularity.magBytes());
  }

  static int alignment(int granuleBytes) {
    return Math.max(64, Integer.highestOneBit(granuleBytes));
  }

  long align(long position) {
    return (position + alignment - 1) & -alignment;
  }

  /** Where the checks start. */
  int checks(int blocks) {
    return HEAD_BYTES + blocks * entryBytes;
  }

  /** Where the directory ends. */
  int directoryEnd(int blocks) {
    return checks(blocks) + blocks * CHECK_BYTES;
  }

  /** Where the payloads start. */
  int payload(int blocks) {
    return (int) align(directoryEnd(blocks));
  }

  /** The size of a chunk. */
  int size(int blocks, int payloadBytes) {
    return (int) align(payload(blocks) + (long) payloadBytes);
  }

  /** The most bytes that a chunk of so many blocks can take. */
  int most(int blocks) {
    return size(blocks, blocks * granularity.blockBytes());
  }
}
