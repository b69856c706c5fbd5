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
import dev.magpie.codec.basedelta.Bdi;
import dev.magpie.codec.pattern.Fpc;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;

/** The smaller of BDI and FPC for each block; BDI where they are equal. */
public final class BdiFpc implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "bdi+fpc",
          "BDI or FPC, whichever is smaller",
          "as in the simulator of Pekhimenko et al., PACT 2012",
          Latency.UNPUBLISHED,
          32,
          List.of(),
          (_, granularity) -> new BdiFpc(granularity));

  private final BlockCodec bdi;
  private final BlockCodec fpc;

  /** The tag of a block coded by FPC; smaller ones are BDI's. */
  private final int fpcTag;

  private BdiFpc(Granularity granularity) {
    bdi = CodecSpec.of(Bdi.FAMILY).create(granularity);
    fpc = CodecSpec.of(Fpc.FAMILY).create(granularity);
    fpcTag = 1 << bdi.tagBits();
  }

  @Override
  public int blockBytes() {
    return bdi.blockBytes();
  }

  /** A selector and BDI's tag. */
  @Override
  public int tagBits() {
    return 1 + bdi.tagBits();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return smaller(bdi.sizeBits(memory, offset), fpc.sizeBits(memory, offset));
  }

  private int smaller(int bdiBits, int fpcBits) {
    int bits = Math.min(bdiBits, fpcBits);
    return bits < 8 * blockBytes() ? bits : RAW;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int bdiBits = bdi.sizeBits(memory, offset);
    int fpcBits = fpc.sizeBits(memory, offset);
    if (smaller(bdiBits, fpcBits) == RAW) {
      return RAW;
    }
    if (bdiBits <= fpcBits) {
      return bdi.encode(memory, offset, out);
    }
    fpc.encode(memory, offset, out);
    return fpcTag;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag > fpcTag) {
      throw new CorruptBlockException("BDI+FPC has no encoding with tag " + tag);
    }
    if (tag == fpcTag) {
      fpc.decode(in, 0, memory, offset);
    } else {
      bdi.decode(in, tag, memory, offset);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    in.encoding(tag == fpcTag ? "FPC" : "BDI");
    if (tag == fpcTag) {
      fpc.explain(0, in);
    } else {
      bdi.explain(tag, in);
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return Stream.concat(
            bdi.whyRaw(memory, offset).stream().map("BDI: "::concat),
            fpc.whyRaw(memory, offset).stream().map("FPC: "::concat))
        .toList();
  }
}
