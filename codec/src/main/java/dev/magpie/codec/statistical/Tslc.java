package dev.magpie.codec.statistical;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.Fidelity;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.LossyCodec;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.SymbolField;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Tree-based selective lossy compression (Lal et al., SLC, DATE 2019) on top of E2MC. A block that
 * is a few bytes larger than a multiple of the MAG loses as many 16-bit symbols as bring it there:
 * the shortest run, a node of a tree over the symbols, that is enough.
 *
 * <p>{@code tslc-simp} reads zeros for them; {@code tslc-pred} the nearest symbol of the same half
 * of a 32-bit word; {@code tslc-opt} does so too and has extra nodes in its tree, so that less is
 * lost. The header's fields and their order are our choice. A block for which no node is enough is
 * coded as it is.
 */
public final class Tslc implements LossyCodec {
  public static final CodecFamily SIMP =
      family("tslc-simp", "TSLC-SIMP: lossy E2MC to the MAG, lost symbols are 0");
  public static final CodecFamily PRED =
      family("tslc-pred", "TSLC-PRED: lossy E2MC to the MAG, lost symbols predicted");
  public static final CodecFamily OPT =
      family("tslc-opt", "TSLC-OPT: lossy E2MC to the MAG, predicted, with extra tree nodes");

  private static final SymbolField FIELD = new SymbolField("half-word", 2, 0, 16, 1024);
  private static final int LONGEST_CODE = 20;

  private static CodecFamily family(String name, String title) {
    return new CodecFamily(
        name,
        title,
        "Lal et al., SLC, DATE 2019; header layout ours",
        Fidelity.LOSSY,
        Latency.of(60, 20, "MAG paper, section V-B"),
        32,
        List.of(
            LossyThreshold.THRESHOLD,
            LossyThreshold.MAG,
            new Parameter.File("table", "the codec's training")),
        _ -> List.of(FIELD),
        Tslc::new);
  }

  private final SelectiveLayout layout;
  private final LossyThreshold threshold;
  private final SymbolRuns runs;
  private final boolean predicts;
  private final Exact exact;

  private Tslc(CodecSpec spec, Granularity granularity, CodecTable table) {
    HuffmanCode code = new HuffmanCode(table.field(FIELD), LONGEST_CODE);
    layout = new SelectiveLayout(granularity.blockBytes(), code);
    threshold = LossyThreshold.of(spec, granularity);
    predicts = !spec.family().equals(SIMP);
    runs =
        spec.family().equals(OPT)
            ? SymbolRuns.treeWithExtraNodes(layout.symbols())
            : SymbolRuns.tree(layout.symbols());
    exact = new Exact(layout);
  }

  @Override
  public BlockCodec lossless() {
    return exact;
  }

  @Override
  public boolean approximates(MemorySegment memory, long offset) {
    long sums = layout.sums(memory, offset, 0, layout.symbols());
    return firstEnough(memory, offset, sums) < runs.count();
  }

  /** The first run without which the block reaches its target, or their number. */
  private int firstEnough(MemorySegment memory, long offset, long sums) {
    int target = threshold.target(layout.sizeBits(sums));
    if (target == LossyThreshold.NONE) {
      return runs.count();
    }
    int run = 0;
    while (run < runs.count() && layout.sizeBits(sums - sums(memory, offset, run)) > target) {
      run++;
    }
    return run;
  }

  private long sums(MemorySegment memory, long offset, int run) {
    return layout.sums(memory, offset, runs.start(run), runs.length(run));
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    long sums = layout.sums(memory, offset, 0, layout.symbols());
    int run = firstEnough(memory, offset, sums);
    long left = run < runs.count() ? sums - sums(memory, offset, run) : sums;
    return exact.orRaw(layout.sizeBits(left));
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    long sums = layout.sums(memory, offset, 0, layout.symbols());
    int run = firstEnough(memory, offset, sums);
    if (run == runs.count()) {
      return exact.encode(memory, offset, out);
    }
    layout.write(memory, offset, runs.start(run), runs.length(run), out);
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    exact.requireNoTag(tag);
    int run = layout.read(in, memory, offset);
    if (predicts) {
      layout.predict(memory, offset, run >>> 16, run & 0xffff);
    }
  }

  /** The same form, always with all symbols. */
  private record Exact(SelectiveLayout layout) implements BlockCodec {
    @Override
    public int blockBytes() {
      return layout.blockBytes();
    }

    @Override
    public int sizeBits(MemorySegment memory, long offset) {
      return orRaw(layout.sizeBits(layout.sums(memory, offset, 0, layout.symbols())));
    }

    int orRaw(int bits) {
      return bits > 8 * blockBytes() - 8 ? RAW : bits;
    }

    @Override
    public int encode(MemorySegment memory, long offset, BitWriter out) {
      if (sizeBits(memory, offset) == RAW) {
        return RAW;
      }
      layout.write(memory, offset, 0, 0, out);
      return 0;
    }

    @Override
    public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
      requireNoTag(tag);
      if ((layout.read(in, memory, offset) & 0xffff) != 0) {
        throw new CorruptBlockException("a block that must be exact has left out symbols");
      }
    }

    @Override
    public void explain(int tag, FieldReader in) {
      layout.explain(in);
    }

    @Override
    public List<String> whyRaw(MemorySegment memory, long offset) {
      int bits = layout.sizeBits(layout.sums(memory, offset, 0, layout.symbols()));
      return List.of("its code has %d bits, more than %d".formatted(bits, 8 * blockBytes() - 8));
    }

    void requireNoTag(int tag) {
      if (tag != 0) {
        throw new CorruptBlockException("TSLC has no tag " + tag);
      }
    }
  }
}
