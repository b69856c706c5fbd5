package dev.magpie.lab.data;

import java.lang.foreign.MemorySegment;

/** The blocks of a data set, one by one, for what a scan of sizes does not tell. */
public final class Blocks {
  private Blocks() {}

  /** Sees a block. */
  @FunctionalInterface
  public interface Visitor {
    void visit(MemorySegment memory, long offset);
  }

  /** Visits all blocks in order; an allocation's last block, if short, is filled up with zeros. */
  public static void visit(DataSet data, int blockBytes, Visitor visitor) {
    for (MemorySegment memory : data.memories()) {
      long whole = memory.byteSize() / blockBytes * blockBytes;
      for (long offset = 0; offset < whole; offset += blockBytes) {
        visitor.visit(memory, offset);
      }
      long rest = memory.byteSize() - whole;
      if (rest > 0) {
        MemorySegment last = MemorySegment.ofArray(new byte[blockBytes]);
        MemorySegment.copy(memory, whole, last, 0, rest);
        visitor.visit(last, 0);
      }
    }
  }
}
