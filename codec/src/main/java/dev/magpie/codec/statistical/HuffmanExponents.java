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
import dev.magpie.codec.LatencyClass;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.SymbolField;
import dev.magpie.codec.exponent.BlockFloats;
import dev.magpie.codec.exponent.FloatFormat;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Huffman codes of floats' exponents, with signs and mantissas as they are: DFloat11 (Zhang et al.,
 * NeurIPS 2025) for bf16, with codes of at most 32 bits, and ECF8 (Yang et al., ICLR 2026) for fp8,
 * of at most 16.
 *
 * <p>Signs and mantissas are an array of their own there, beside one stream of codes for a whole
 * matrix, with positions at which threads begin; here they stand in front of a block's codes, which
 * need none. Optimal codes within the bound, and an escape for exponents that the training lacks,
 * are ours.
 */
public final class HuffmanExponents implements BlockCodec {
  public static final CodecFamily DFLOAT11 =
      new CodecFamily(
          "dfloat11",
          "DFloat11: Huffman codes of exponents",
          "Zhang et al., NeurIPS 2025; blocks and other types ours",
          Fidelity.LOSSLESS,
          Latency.unpublished(LatencyClass.STORAGE),
          32,
          parameters("32", FloatFormat.BF16, FloatFormat.F16, FloatFormat.F32),
          spec -> List.of(field(spec)),
          HuffmanExponents::new);

  public static final CodecFamily ECF8 =
      new CodecFamily(
          "ecf8",
          "ECF8: Huffman codes of fp8 exponents",
          "Yang et al., ICLR 2026; blocks and e5m2 ours",
          Fidelity.LOSSLESS,
          Latency.unpublished(LatencyClass.STORAGE),
          32,
          parameters("16", FloatFormat.E4M3, FloatFormat.E5M2),
          spec -> List.of(field(spec)),
          HuffmanExponents::new);

  private static List<Parameter> parameters(String longest, FloatFormat... formats) {
    return List.of(
        FloatFormat.parameter(formats),
        // With fewer, not all exponents of bf16 and the escape would have codes.
        new Parameter.Whole("maxlen", longest, 9, 32, "bits of the longest code"),
        new Parameter.File("table", "the codec's training"));
  }

  private static SymbolField field(CodecSpec spec) {
    return FloatFormat.of(spec).exponents();
  }

  private final String name;
  private final BlockFloats floats;
  private final HuffmanCode code;

  private HuffmanExponents(CodecSpec spec, Granularity granularity, CodecTable table) {
    name = spec.family().name();
    floats = new BlockFloats(FloatFormat.of(spec), granularity.blockBytes());
    code = new HuffmanCode(table.field(field(spec)), spec.number("maxlen").orElseThrow());
  }

  @Override
  public int blockBytes() {
    return floats.blockBytes();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int bits = codedBits(memory, offset);
    return bits >= 8 * blockBytes() ? RAW : bits;
  }

  private int codedBits(MemorySegment memory, long offset) {
    int bits = floats.allSignMantissaBits();
    for (int index = 0; index < floats.count(); index++) {
      bits += code.bits(floats.exponent(memory, offset, index));
    }
    return bits;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    floats.writeSignsAndMantissas(memory, offset, out);
    for (int index = 0; index < floats.count(); index++) {
      code.write(floats.exponent(memory, offset, index), out);
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("%s has no tag %d".formatted(name, tag));
    }
    floats.readSignsAndMantissas(in, memory, offset);
    for (int index = 0; index < floats.count(); index++) {
      floats.setExponent(memory, offset, index, code.read(in));
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int[] rests = floats.explainSignsAndMantissas(in);
    for (int index = 0; index < rests.length; index++) {
      int rest = rests[index];
      code.explain(
          "word " + index,
          in,
          exponent -> "exponent %d = %s".formatted(exponent, floats.hex(exponent, rest)));
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    return List.of(
        "its code has %d bits, and the block %d"
            .formatted(codedBits(memory, offset), 8 * blockBytes()));
  }
}
