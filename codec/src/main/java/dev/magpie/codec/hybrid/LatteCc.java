package dev.magpie.codec.hybrid;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecPolicy;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CodecTable;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.Fidelity;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.basedelta.Bdi;
import dev.magpie.codec.statistical.WordHuffman;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;

/**
 * LATTE-CC (Arunkumar et al., HPCA 2018): a policy that codes harder the more latency the program
 * hides. As a block codec: from 14 cycles on SC2 where it takes fewer granules than BDI, from 1
 * cycle on BDI, else nothing.
 *
 * <p>The thresholds are our model; the paper estimates access times of sampled cache sets. The
 * latency that is hidden is a parameter, and a simulator sets it in the {@link #policy()}.
 */
public final class LatteCc implements AdaptiveCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "latte-cc",
          "LATTE-CC: nothing, BDI or SC2 by latency tolerance",
          "our block model of Arunkumar et al., HPCA 2018",
          Fidelity.LOSSLESS,
          Latency.UNPUBLISHED,
          32,
          List.of(
              new Parameter.Whole(
                  "tolerance", "14", 0, 1000, "cycles of latency that the program hides"),
              BdiChoice.PARAMETER,
              new Parameter.File("table", "the training of SC2")),
          _ -> WordHuffman.SC2.trainedOn().apply(CodecSpec.of(WordHuffman.SC2)),
          LatteCc::new);

  /** From these tolerances on BDI and SC2 are worth their latency. */
  private static final double LEAST_FOR_BDI = 1;

  private static final double LEAST_FOR_SC2 = 14;

  private final Granularity granularity;
  private final BlockCodec bdi;
  private final BlockCodec sc2;
  private final double tolerance;

  /** The tag of a block coded by SC2; smaller ones are BDI's. */
  private final int sc2Tag;

  private LatteCc(CodecSpec spec, Granularity granularity, CodecTable table) {
    this.granularity = granularity;
    bdi = BdiChoice.of(spec, granularity);
    sc2 = CodecSpec.of(WordHuffman.SC2).create(granularity, table);
    tolerance = spec.number("tolerance").orElseThrow();
    sc2Tag = 1 << bdi.tagBits();
  }

  @Override
  public int blockBytes() {
    return granularity.blockBytes();
  }

  /** A selector and BDI's tag, one code of which says that a block is raw. */
  @Override
  public int tagBits() {
    return 1 + bdi.tagBits();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return sizeBits(memory, offset, tolerance);
  }

  private int sizeBits(MemorySegment memory, long offset, double hidden) {
    int bdiBits = hidden >= LEAST_FOR_BDI ? bdi.sizeBits(memory, offset) : RAW;
    if (hidden < LEAST_FOR_SC2) {
      return bdiBits;
    }
    int sc2Bits = sc2.sizeBits(memory, offset);
    return granularity.granules(sc2Bits) < granularity.granules(bdiBits) ? sc2Bits : bdiBits;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    return encode(memory, offset, tolerance, out);
  }

  private int encode(MemorySegment memory, long offset, double hidden, BitWriter out) {
    if (hidden < LEAST_FOR_BDI) {
      return RAW;
    }
    if (hidden >= LEAST_FOR_SC2
        && granularity.granules(sc2.sizeBits(memory, offset))
            < granularity.granules(bdi.sizeBits(memory, offset))) {
      sc2.encode(memory, offset, out);
      return sc2Tag;
    }
    return bdi.encode(memory, offset, out);
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag > sc2Tag) {
      throw new CorruptBlockException("LATTE-CC has no encoding with tag " + tag);
    }
    if (tag == sc2Tag) {
      sc2.decode(in, 0, memory, offset);
    } else {
      bdi.decode(in, tag, memory, offset);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    in.encoding(tag == sc2Tag ? "SC2" : "BDI");
    if (tag == sc2Tag) {
      sc2.explain(0, in);
    } else {
      bdi.explain(tag, in);
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    if (tolerance < LEAST_FOR_BDI) {
      return List.of("the program hides too little latency for any codec");
    }
    String sc2Reason =
        tolerance < LEAST_FOR_SC2
            ? "SC2: the program hides too little latency"
            : "SC2: its code saves no memory access";
    return Stream.concat(
            bdi.whyRaw(memory, offset).stream().map("BDI: "::concat), Stream.of(sc2Reason))
        .toList();
  }

  @Override
  public Latency latency(int tag) {
    return tag == sc2Tag ? WordHuffman.SC2.latency() : Bdi.FAMILY.latency();
  }

  /** The latency that is hidden at one place, as the parameter says until a simulator does. */
  @Override
  public CodecPolicy policy() {
    return new Policy();
  }

  @Override
  public CodecPolicy policyAt(MemorySegment memory, long block) {
    return policy();
  }

  private final class Policy implements CodecPolicy {
    private double hidden = tolerance;

    @Override
    public void setLatencyTolerance(double cycles) {
      hidden = cycles;
    }

    @Override
    public int sizeBits(MemorySegment memory, long offset) {
      return LatteCc.this.sizeBits(memory, offset, hidden);
    }

    @Override
    public int encode(MemorySegment memory, long offset, BitWriter out) {
      return LatteCc.this.encode(memory, offset, hidden, out);
    }
  }
}
