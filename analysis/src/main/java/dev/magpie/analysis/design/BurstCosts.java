package dev.magpie.analysis.design;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** How many bursts the blocks of a program take under each of several codecs. */
public final class BurstCosts {
  private final String program;

  /** By codec and block. */
  private final byte[][] bursts;

  private final int whole;

  private BurstCosts(String program, byte[][] bursts, int whole) {
    this.program = program;
    this.bursts = bursts;
    this.whole = whole;
  }

  /**
   * Prices blocks, evenly spread over a program's memories; the short ends of memories are left
   * out.
   *
   * @param most how many blocks are priced
   * @throws IllegalArgumentException if no memory has a whole block
   */
  public static BurstCosts of(
      String program,
      List<MemorySegment> memories,
      List<BlockCodec> codecs,
      Granularity granularity,
      int most) {
    int block = granularity.blockBytes();
    long blocks = memories.stream().mapToLong(each -> each.byteSize() / block).sum();
    if (blocks == 0) {
      throw new IllegalArgumentException("%s: has no block of %d B".formatted(program, block));
    }
    long stride = Math.ceilDiv(blocks, most);
    List<MemorySegment> sample = new ArrayList<>();
    long number = 0;
    for (MemorySegment memory : memories) {
      for (long at = 0; at + block <= memory.byteSize(); at += block) {
        if (number++ % stride == 0) {
          sample.add(memory.asSlice(at, block));
        }
      }
    }
    byte[][] bursts = new byte[codecs.size()][sample.size()];
    IntStream.range(0, codecs.size())
        .parallel()
        .forEach(c -> {
          for (int b = 0; b < sample.size(); b++) {
            bursts[c][b] =
                (byte)
                    Math.min(
                        granularity.granulesPerBlock(),
                        granularity.granules(codecs.get(c).sizeBits(sample.get(b), 0)));
          }
        });
    return new BurstCosts(program, bursts, granularity.granulesPerBlock());
  }

  /** The program's name. */
  public String program() {
    return program;
  }

  /** Blocks that were priced. */
  public int blocks() {
    return bursts[0].length;
  }

  /** Bursts of an uncompressed block. */
  int whole() {
    return whole;
  }

  /** Those of each block under a codec. */
  byte[] bursts(int codec) {
    return bursts[codec];
  }

  /** The effective ratio under one codec. */
  public double ratio(int codec) {
    long sum = 0;
    for (byte each : bursts[codec]) {
      sum += each;
    }
    return (double) whole * blocks() / sum;
  }
}
