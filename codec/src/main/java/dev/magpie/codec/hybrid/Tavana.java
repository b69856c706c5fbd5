package dev.magpie.codec.hybrid;

import dev.magpie.codec.AdaptiveCodec;
import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecPolicy;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.basedelta.Bdi;
import dev.magpie.codec.pattern.CPack;
import dev.magpie.codec.pattern.Fpc;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Adaptive compression by sampling (Khavari Tavana et al., IPDPS 2019): a few blocks are coded by
 * FPC, C-PACK and BDI, and the codec that did best codes the next few hundred.
 *
 * <p>A sampled block is sent as the smallest of the three. Each codec's penalty is the sum of its
 * sizes, and of {@code lambda} times its latency in cycles; ties go to FPC, then C-PACK. Then it
 * starts over. The numbers of blocks are ours, as recalled from the literature.
 *
 * <p>By itself, without a {@link #policy()}, the codec takes every block for a sampled one.
 */
public final class Tavana implements AdaptiveCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "tavana",
          "Adaptive: FPC, C-PACK or BDI by sampling",
          "our exact form of Khavari Tavana et al., IPDPS 2019",
          Latency.UNPUBLISHED,
          32,
          List.of(
              new Parameter.Whole("samples", "7", 1, 1000, "blocks that all three code"),
              new Parameter.Whole("run", "300", 0, 1_000_000, "blocks that the winner codes"),
              new Parameter.Whole(
                  "lambda", "0", 0, 1000, "bits that a cycle of decompression counts as"),
              BdiChoice.PARAMETER),
          Tavana::new);

  private static final int FPC = 0;
  private static final int C_PACK = 1;
  private static final int BASE_DELTA = 2;
  private static final int CODECS = 3;
  private static final int SELECTOR_BITS = 2;

  /** By codec. */
  private static final List<CodecFamily> FAMILIES = List.of(Fpc.FAMILY, CPack.FAMILY, Bdi.FAMILY);

  private final BlockCodec[] codecs;
  private final long[] latencyPenalties = new long[CODECS];
  private final int blockBits;
  private final int bdiTagBits;
  private final int samples;
  private final long window;

  private Tavana(CodecSpec spec, Granularity granularity) {
    codecs = new BlockCodec[CODECS];
    codecs[FPC] = CodecSpec.of(Fpc.FAMILY).create(granularity);
    codecs[C_PACK] = CodecSpec.of(CPack.FAMILY).create(granularity);
    codecs[BASE_DELTA] = BdiChoice.of(spec, granularity);
    bdiTagBits = codecs[BASE_DELTA].tagBits();
    blockBits = granularity.blockBits();
    samples = spec.number("samples").orElseThrow();
    window = samples + (long) spec.number("run").orElseThrow();
    int lambda = spec.number("lambda").orElseThrow();
    for (int codec = 0; codec < CODECS; codec++) {
      latencyPenalties[codec] =
          (long) lambda * FAMILIES.get(codec).latency().decompressionCycles().orElseThrow();
    }
  }

  @Override
  public int blockBytes() {
    return blockBits / 8;
  }

  /** Which codec, and BDI's tag. */
  @Override
  public int tagBits() {
    return SELECTOR_BITS + bdiTagBits;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return orRaw(codecs[smallest(memory, offset)].sizeBits(memory, offset));
  }

  private int orRaw(int bits) {
    return bits < blockBits ? bits : RAW;
  }

  /** The codec with the smallest result; the first of those that are equal. */
  private int smallest(MemorySegment memory, long offset) {
    int smallest = 0;
    int bits = RAW;
    for (int codec = 0; codec < CODECS; codec++) {
      int size = codecs[codec].sizeBits(memory, offset);
      if (size < bits) {
        smallest = codec;
        bits = size;
      }
    }
    return smallest;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    return encode(smallest(memory, offset), memory, offset, out);
  }

  private int encode(int codec, MemorySegment memory, long offset, BitWriter out) {
    if (orRaw(codecs[codec].sizeBits(memory, offset)) == RAW) {
      return RAW;
    }
    return codec << bdiTagBits | codecs[codec].encode(memory, offset, out);
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    int codec = tag >> bdiTagBits;
    int detail = tag & ((1 << bdiTagBits) - 1);
    if (codec < 0 || codec >= CODECS) {
      throw new CorruptBlockException("no codec here has tag " + tag);
    }
    codecs[codec].decode(in, detail, memory, offset);
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int codec = tag >> bdiTagBits;
    in.encoding(FAMILIES.get(codec).name());
    codecs[codec].explain(tag & ((1 << bdiTagBits) - 1), in);
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return IntStream.range(0, CODECS)
        .boxed()
        .flatMap(codec ->
            codecs[codec].whyRaw(memory, offset).stream()
                .map(reason -> FAMILIES.get(codec).name() + ": " + reason))
        .toList();
  }

  @Override
  public Latency latency(int tag) {
    return FAMILIES.get(tag >> bdiTagBits).latency();
  }

  @Override
  public CodecPolicy policy() {
    return new Policy();
  }

  /** Only the window that the block is in matters, and of it the samples. */
  @Override
  public CodecPolicy policyAt(MemorySegment memory, long block) {
    Policy policy = new Policy();
    long position = block % window;
    for (long seen = 0; seen < Math.min(position, samples); seen++) {
      policy.next(memory, (block - position + seen) * blockBytes());
    }
    policy.position = position;
    return policy;
  }

  private final class Policy implements CodecPolicy {
    private final long[] penalties = new long[CODECS];
    private long position;

    /** The codec for the next block. */
    int next(MemorySegment memory, long offset) {
      int codec = position < samples ? sample(memory, offset) : winner();
      position++;
      if (position == window) {
        position = 0;
        Arrays.fill(penalties, 0);
      }
      return codec;
    }

    private int sample(MemorySegment memory, long offset) {
      int smallest = 0;
      int bits = RAW;
      for (int codec = 0; codec < CODECS; codec++) {
        int size = codecs[codec].sizeBits(memory, offset);
        penalties[codec] += Math.min(size, blockBits) + latencyPenalties[codec];
        if (size < bits) {
          smallest = codec;
          bits = size;
        }
      }
      return smallest;
    }

    private int winner() {
      int winner = 0;
      for (int codec = 1; codec < CODECS; codec++) {
        winner = penalties[codec] < penalties[winner] ? codec : winner;
      }
      return winner;
    }

    @Override
    public int sizeBits(MemorySegment memory, long offset) {
      return orRaw(codecs[next(memory, offset)].sizeBits(memory, offset));
    }

    @Override
    public int encode(MemorySegment memory, long offset, BitWriter out) {
      return Tavana.this.encode(next(memory, offset), memory, offset, out);
    }
  }
}
