package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.Fidelity;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.LossyCodec;
import dev.magpie.codec.Parameter;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A stand-in for QSLC (Lal et al., DATE 2021), of which only the abstract was at hand: selective
 * approximation by quantisation in place of a tree.
 *
 * <p>Ours clears the fewest lowest bits of all 32-bit words that bring the block, coded by E2MC, to
 * the multiple of the MAG that it exceeds by a few bytes. It is not the paper's codec.
 */
public final class Qslc implements LossyCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "qslc",
          "QSLC stand-in: lossy E2MC to the MAG, low bits cleared",
          "our reading of the abstract of Lal et al., QSLC, DATE 2021; not the paper's codec",
          Fidelity.LOSSY,
          Latency.UNPUBLISHED,
          32,
          List.of(
              new Parameter.Whole("qmax", "8", 1, 31, "the most bits of a word that are cleared"),
              LossyThreshold.THRESHOLD,
              LossyThreshold.MAG,
              new Parameter.File("table", "the codec's training")),
          _ -> WordHuffman.E2MC.trainedOn().apply(CodecSpec.of(WordHuffman.E2MC)),
          Qslc::new);

  private final WordHuffman exact;
  private final LossyThreshold threshold;
  private final int mostCleared;

  private Qslc(CodecSpec spec, Granularity granularity, CodecTable table) {
    exact = new WordHuffman(CodecSpec.of(WordHuffman.E2MC), granularity, table);
    threshold = LossyThreshold.of(spec, granularity);
    mostCleared = spec.number("qmax").orElseThrow();
  }

  @Override
  public BlockCodec lossless() {
    return exact;
  }

  @Override
  public boolean approximates(MemorySegment memory, long offset) {
    return cleared(memory, offset) > 0;
  }

  /** How many low bits of each word are given up. */
  private int cleared(MemorySegment memory, long offset) {
    int target = threshold.target(exact.codedBits(memory, offset, -1));
    if (target == LossyThreshold.NONE) {
      return 0;
    }
    for (int cleared = 1; cleared <= mostCleared; cleared++) {
      if (exact.codedBits(memory, offset, -1 << cleared) <= target) {
        return cleared;
      }
    }
    return 0;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int cleared = cleared(memory, offset);
    return cleared == 0
        ? exact.sizeBits(memory, offset)
        : exact.codedBits(memory, offset, -1 << cleared);
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int cleared = cleared(memory, offset);
    if (cleared == 0) {
      return exact.encode(memory, offset, out);
    }
    exact.write(memory, offset, -1 << cleared, out);
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    exact.decode(in, tag, memory, offset);
  }
}
