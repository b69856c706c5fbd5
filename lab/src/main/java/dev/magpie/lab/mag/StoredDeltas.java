package dev.magpie.lab.mag;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block as BDI with 4-byte bases stores it: base, mask of one bit a word, and deltas of one width
 * (MAG paper, Figure 4), read back from the coded bits.
 *
 * @param base the base
 * @param mask bit i from the left is 1 if word i uses the base
 * @param deltaBits bits of each delta
 * @param deltas one a word, without sign
 */
record StoredDeltas(long base, long mask, int deltaBits, List<Long> deltas) {
  static final int BASE_BITS = 32;

  /** Codes a block; null if the codec cannot. */
  static @Nullable StoredDeltas of(BlockCodec codec, MemorySegment memory, long offset) {
    BitWriter coded = new BitWriter(codec.blockBytes());
    if (codec.encode(memory, offset, coded) == BlockCodec.RAW) {
      return null;
    }
    int words = codec.blockBytes() / 4;
    int deltaBits = (coded.bitCount() - BASE_BITS - words) / words;
    BitReader in = new BitReader(coded);
    long base = in.read(BASE_BITS);
    long mask = in.read(words);
    List<Long> deltas = new ArrayList<>(words);
    for (int i = 0; i < words; i++) {
      deltas.add(in.read(deltaBits));
    }
    return new StoredDeltas(base, mask, deltaBits, deltas);
  }

  /** Leading zeros that every delta has. */
  int leadingZeros() {
    long any = 0;
    for (long delta : deltas) {
      any |= delta;
    }
    return Long.numberOfLeadingZeros(any) - (Long.SIZE - deltaBits);
  }

  /** Bytes of base, mask and deltas. */
  double bytes() {
    return (BASE_BITS + deltas.size() * (1 + deltaBits)) / 8.0;
  }
}
