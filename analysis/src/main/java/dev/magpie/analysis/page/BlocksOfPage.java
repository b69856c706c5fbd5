package dev.magpie.analysis.page;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A codec of blocks, which move in whole bursts.
 *
 * @param label as its specification is written
 * @param codec for blocks of that granularity
 */
public record BlocksOfPage(String label, BlockCodec codec, Granularity granularity)
    implements PageCoder {
  @Override
  public Worker worker() {
    int blockBytes = granularity.blockBytes();
    byte[] last = new byte[blockBytes];
    return (page, bytes) -> {
      int taken = 0;
      int at = 0;
      MemorySegment memory = MemorySegment.ofArray(page);
      for (; at + blockBytes <= bytes; at += blockBytes) {
        taken += granularity.effectiveBytes(codec.sizeBits(memory, at));
      }
      if (at < bytes) {
        Arrays.fill(last, (byte) 0);
        System.arraycopy(page, at, last, 0, bytes - at);
        taken += granularity.effectiveBytes(codec.sizeBits(MemorySegment.ofArray(last), 0));
      }
      return taken;
    };
  }
}
