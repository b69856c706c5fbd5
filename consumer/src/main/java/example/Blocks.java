package example;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;

public class Blocks {
  public static void main(String[] arguments) {
    int[] values = new int[64];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < 32 ? 100_000 + i : i * 0x9E3779B9;
    }
    MemorySegment memory = MemorySegment.ofArray(values); // two blocks of 128 B
    MemorySegment copy = MemorySegment.ofArray(new int[64]);
    BlockCodec codec = Codecs.create("mag-bdi", new Granularity(128, 32));
    for (long at = 0; at < memory.byteSize(); at += codec.blockBytes()) {
      BitWriter coded = new BitWriter(codec.blockBytes());
      int tag = codec.encode(memory, at, coded);
      if (tag == BlockCodec.RAW) { // nothing was written: keep the block as it is
        MemorySegment.copy(memory, at, copy, at, codec.blockBytes());
      } else {
        codec.decode(new BitReader(coded), tag, copy, at);
      }
      String size = tag == BlockCodec.RAW ? "raw" : coded.bitCount() + " bits";
      System.out.println("block at " + at + ": " + size);
    }
    System.out.println("the same: " + (memory.mismatch(copy) == -1));
  }
}
