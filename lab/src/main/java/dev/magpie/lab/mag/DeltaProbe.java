package dev.magpie.lab.mag;

import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds out from outside how wide the deltas of a codec with bases and deltas are: it codes blocks
 * whose deltas need one bit more each time, and sees where the coded size steps up.
 */
final class DeltaProbe {
  private final Granularity granularity;
  private final int wordBytes;
  private final BlockCodec codec;

  /**
   * Probes a codec.
   *
   * @param wordBytes bytes of the base and of the words whose deltas grow
   */
  DeltaProbe(String codec, Granularity granularity, int wordBytes) {
    this.granularity = granularity;
    this.wordBytes = wordBytes;
    this.codec = Codecs.create(codec, granularity);
  }

  /** Probes MAG-aware BDI with bases of one size. */
  static DeltaProbe ofMagBdi(Granularity granularity, int wordBytes) {
    return new DeltaProbe("mag-bdi:bases=" + wordBytes, granularity, wordBytes);
  }

  BlockCodec codec() {
    return codec;
  }

  /** Bits that deltas may have, by coded size in bytes, ascending. */
  Map<Integer, Integer> deltaBitsBySize() {
    Map<Integer, Integer> widest = new TreeMap<>();
    for (int bits = 1; bits < 8 * wordBytes; bits++) {
      int size = codec.sizeBits(block(bits), 0);
      if (size != BlockCodec.RAW) {
        widest.put(size / 8, bits);
      }
    }
    return widest;
  }

  /** The tags by which the codec names what it stores such blocks as: one for each unit. */
  Set<Integer> tags() {
    return deltaBitsBySize().values().stream().map(this::tag).collect(Collectors.toSet());
  }

  /** The tag of a block whose deltas need so many bits. */
  int tag(int deltaBits) {
    return codec.encode(block(deltaBits), 0, new BitWriter(granularity.blockBytes()));
  }

  /**
   * A block of one value, but for one word below it by as much as a delta of so many bits can be.
   */
  private MemorySegment block(int deltaBits) {
    MemorySegment block = MemorySegment.ofArray(new byte[granularity.blockBytes()]);
    // Far from zero at either end of the range, so that no word is an immediate.
    block.fill((byte) 0xaa);
    long word = 0xaaaa_aaaa_aaaa_aaaaL - (1L << (deltaBits - 1));
    for (int b = 0; b < wordBytes; b++) {
      block.set(ValueLayout.JAVA_BYTE, wordBytes + b, (byte) (word >> (8 * b)));
    }
    return block;
  }
}
