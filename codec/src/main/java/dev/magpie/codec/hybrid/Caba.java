package dev.magpie.codec.hybrid;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Latency;
import dev.magpie.codec.LatencyClass;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;

/**
 * CABA (Vijaykumar et al., ISCA 2015): assist warps run BDI in software. This is its block model:
 * BDI's encodings in the order of their sizes, and the encoding at the head of the line. Raw blocks
 * carry none, since the metadata say how many bursts a block takes.
 *
 * <p>With {@code bdi=mag} the number of bursts also says which unit coded a block, so that nothing
 * has to stand in the line, which would cost a burst.
 */
public final class Caba implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "caba",
          "CABA: BDI by assist warps, encoding in the line",
          "block model of Vijaykumar et al., ISCA 2015, from a summary of the paper",
          new Latency(
              OptionalInt.empty(),
              OptionalInt.empty(),
              Latency.Clock.CORE,
              "instructions of assist warps: issue slots, not cycles",
              LatencyClass.KERNEL),
          32,
          List.of(BdiChoice.PARAMETER),
          Caba::new);

  private final BlockCodec bdi;

  /** Bits of BDI's tag at the head of the line, and in the metadata. */
  private final int headBits;

  private final int tagBits;

  private Caba(CodecSpec spec, Granularity granularity) {
    bdi = BdiChoice.of(spec, granularity);
    boolean magAware = BdiChoice.isMagAware(spec);
    headBits = magAware ? 0 : bdi.tagBits();
    tagBits = magAware ? bdi.tagBits() : 0;
  }

  @Override
  public int blockBytes() {
    return bdi.blockBytes();
  }

  @Override
  public int tagBits() {
    return tagBits;
  }

  @Override
  public List<Integer> staticSizes() {
    return bdi.staticSizes().stream().map(size -> size + headBits).toList();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return withHead(bdi.sizeBits(memory, offset));
  }

  private int withHead(int bits) {
    return bits == RAW ? RAW : bits + headBits;
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    bdi.sizeBits(memory, offset, sizes);
    for (int block = 0; block < sizes.length; block++) {
      sizes[block] = withHead(sizes[block]);
    }
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int head = out.bitCount();
    if (bdi.sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    out.write(0, headBits);
    int tag = bdi.encode(memory, offset, out);
    out.overwrite(head, tag, headBits);
    return tagBits == 0 ? 0 : tag;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tagBits == 0 && tag != 0) {
      throw new CorruptBlockException("CABA has no tag " + tag);
    }
    bdi.decode(in, headBits == 0 ? tag : (int) in.read(headBits), memory, offset);
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int encoding = headBits == 0 ? tag : (int) in.field("head", headBits, "the form of the code");
    bdi.explain(encoding, in);
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return bdi.whyRaw(memory, offset);
  }
}
