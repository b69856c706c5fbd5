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
import dev.magpie.codec.exponent.BlockFloats;
import dev.magpie.codec.exponent.FloatFormat;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The palette form of Unweight (Nikulin, Cloudflare Cf-TR-2026.04): the 16 most frequent exponents
 * have four bits each, and a row of 64 bf16 with any other exponent stays as it is. A block of 128
 * bytes is such a row. Its Huffman codes are those of {@code dfloat11}.
 *
 * <p>There a tensor has a palette; here what the codec is trained on.
 */
public final class Unweight implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "unweight",
          "Unweight: a trained palette of 16 exponents",
          "Nikulin, Cloudflare Cf-TR-2026.04; other types ours",
          Fidelity.LOSSLESS,
          Latency.unpublished(LatencyClass.KERNEL),
          32,
          List.of(
              FloatFormat.parameter(FloatFormat.BF16, FloatFormat.F16, FloatFormat.F32),
              new Parameter.File("table", "the codec's training")),
          spec -> List.of(FloatFormat.of(spec).exponents(Unweight.ENTRIES)),
          Unweight::new);

  private static final int ENTRIES = 16;
  private static final int PLACE_BITS = 4;

  private final BlockFloats floats;
  private final int[] palette;

  /** Places of the exponents in it; the number of its entries of all others. */
  private final ValueIndex places;

  private Unweight(CodecSpec spec, Granularity granularity, CodecTable table) {
    FloatFormat format = FloatFormat.of(spec);
    floats = new BlockFloats(format, granularity.blockBytes());
    palette =
        table.field(format.exponents(ENTRIES)).entries().stream()
            .mapToInt(entry -> (int) entry.value())
            .toArray();
    places = new ValueIndex(palette, format.exponentBits());
  }

  @Override
  public int blockBytes() {
    return floats.blockBytes();
  }

  @Override
  public List<Integer> staticSizes() {
    return List.of(size());
  }

  private int size() {
    return floats.allSignMantissaBits() + floats.count() * PLACE_BITS;
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return outside(memory, offset) < floats.count() ? RAW : size();
  }

  /** The first float whose exponent the palette lacks; their number if there is none. */
  private int outside(MemorySegment memory, long offset) {
    int index = 0;
    while (index < floats.count()
        && places.of(floats.exponent(memory, offset, index)) < palette.length) {
      index++;
    }
    return index;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    floats.writeSignsAndMantissas(memory, offset, out);
    for (int index = 0; index < floats.count(); index++) {
      out.write(places.of(floats.exponent(memory, offset, index)), PLACE_BITS);
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("Unweight has no tag " + tag);
    }
    floats.readSignsAndMantissas(in, memory, offset);
    for (int index = 0; index < floats.count(); index++) {
      int place = (int) in.read(PLACE_BITS);
      if (place >= palette.length) {
        throw new CorruptBlockException(
            "place %d of a palette of %d exponents".formatted(place, palette.length));
      }
      floats.setExponent(memory, offset, index, palette[place]);
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int[] rests = floats.explainSignsAndMantissas(in);
    for (int index = 0; index < rests.length; index++) {
      int rest = rests[index];
      in.field(
          "word " + index,
          PLACE_BITS,
          place ->
              "exponent %d = %s"
                  .formatted(palette[(int) place], floats.hex(palette[(int) place], rest)));
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    int index = outside(memory, offset);
    return List.of(
        "the palette lacks exponent %d of word %d"
            .formatted(floats.exponent(memory, offset, index), index));
  }
}
