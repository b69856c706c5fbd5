package dev.magpie.codec.exponent;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lists the exponents that a block has, and codes each float's exponent as its place in the list.
 *
 * <p>Unweight (Nikulin, Cloudflare Cf-TR-2026.04) has such a palette of 16 exponents for a tensor,
 * which {@code unweight} is. A list in each block, which needs no training, is ours: its length is
 * the tag, so that eight exponents of 64 bf16 make three bursts of 32 bytes to the bit.
 */
public final class ExponentPalette implements BlockCodec {
  public static final CodecFamily FAMILY =
      new CodecFamily(
          "exponent-palette",
          "Palette of a block's exponents",
          "after Nikulin, Cloudflare Cf-TR-2026.04; the palette of each block ours",
          Latency.UNPUBLISHED,
          32,
          List.of(
              FloatFormat.parameter(
                  FloatFormat.BF16,
                  FloatFormat.F16,
                  FloatFormat.F32,
                  FloatFormat.E4M3,
                  FloatFormat.E5M2)),
          (spec, granularity) -> new ExponentPalette(spec, granularity.blockBytes()));

  /** A block with more exponents is raw, which is the tag that is left. */
  private static final int MOST = 15;

  /** Exponents that fit a long. */
  private static final int IN_FIRST = 8;

  private final BlockFloats floats;
  private final int exponentBits;

  private ExponentPalette(CodecSpec spec, int blockBytes) {
    floats = new BlockFloats(FloatFormat.of(spec), blockBytes);
    exponentBits = floats.format().exponentBits();
  }

  @Override
  public int blockBytes() {
    return floats.blockBytes();
  }

  @Override
  public int tagBits() {
    return 4;
  }

  @Override
  public List<Integer> staticSizes() {
    return IntStream.rangeClosed(1, MOST)
        .map(this::size)
        .filter(bits -> bits < 8 * blockBytes())
        .boxed()
        .toList();
  }

  /** Size of a block with so many exponents. */
  private int size(int exponents) {
    return floats.allSignMantissaBits()
        + exponents * exponentBits
        + floats.count() * indexBits(exponents);
  }

  private static int indexBits(int exponents) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(exponents - 1);
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    int exponents = exponents(memory, offset);
    return exponents > MOST || size(exponents) >= 8 * blockBytes() ? RAW : size(exponents);
  }

  /** How many exponents the block has. */
  private int exponents(MemorySegment memory, long offset) {
    int exponents = 0;
    for (int from = 0; from < 1 << exponentBits; from += Long.SIZE) {
      exponents += Long.bitCount(seen(from, memory, offset));
    }
    return exponents;
  }

  /** Which of 64 exponents the block has: a bit each. */
  private long seen(int from, MemorySegment memory, long offset) {
    long seen = 0;
    for (int index = 0; index < floats.count(); index++) {
      int exponent = floats.exponent(memory, offset, index) - from;
      seen |= (exponent & -Long.SIZE) == 0 ? 1L << exponent : 0;
    }
    return seen;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    if (sizeBits(memory, offset) == RAW) {
      return RAW;
    }
    int exponents = 0;
    long first = 0;
    long others = 0;
    for (int from = 0; from < 1 << exponentBits; from += Long.SIZE) {
      for (long rest = seen(from, memory, offset); rest != 0; rest &= rest - 1) {
        int exponent = from + Long.numberOfTrailingZeros(rest);
        if (exponents++ < IN_FIRST) {
          first = first << exponentBits | exponent;
        } else {
          others = others << exponentBits | exponent;
        }
      }
    }
    out.write(first, firsts(exponents) * exponentBits);
    out.write(others, (exponents - firsts(exponents)) * exponentBits);
    floats.writeSignsAndMantissas(memory, offset, out);
    for (int index = 0; index < floats.count(); index++) {
      int exponent = floats.exponent(memory, offset, index);
      int place = 0;
      while (exponent(place, exponents, first, others) != exponent) {
        place++;
      }
      out.write(place, indexBits(exponents));
    }
    return exponents - 1;
  }

  /** How many of a palette's exponents stand in its first 64 bits. */
  private static int firsts(int exponents) {
    return Math.min(exponents, IN_FIRST);
  }

  /** The exponent at a place of a palette that is kept as it is written. */
  private int exponent(int place, int exponents, long first, long others) {
    int firsts = firsts(exponents);
    long from =
        place < firsts
            ? first >>> ((firsts - 1 - place) * exponentBits)
            : others >>> ((exponents - 1 - place) * exponentBits);
    return (int) from & ((1 << exponentBits) - 1);
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag < 0 || tag >= MOST) {
      throw new CorruptBlockException("a palette has no tag " + tag);
    }
    int exponents = tag + 1;
    long first = in.read(firsts(exponents) * exponentBits);
    long others = in.read((exponents - firsts(exponents)) * exponentBits);
    floats.readSignsAndMantissas(in, memory, offset);
    for (int index = 0; index < floats.count(); index++) {
      int place = (int) in.read(indexBits(exponents));
      if (place >= exponents) {
        throw new CorruptBlockException(
            "place %d of a palette of %d exponents".formatted(place, exponents));
      }
      floats.setExponent(memory, offset, index, exponent(place, exponents, first, others));
    }
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int[] palette = new int[tag + 1];
    in.encoding("exponents: " + palette.length);
    for (int place = 0; place < palette.length; place++) {
      palette[place] = (int) in.field("exponent " + place, exponentBits, Long::toString);
    }
    int[] rests = floats.explainSignsAndMantissas(in);
    for (int index = 0; index < rests.length; index++) {
      int rest = rests[index];
      in.field(
          "word " + index,
          indexBits(palette.length),
          place -> "exponent %d = %s".formatted(place, floats.hex(palette[(int) place], rest)));
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    int exponents = exponents(memory, offset);
    return List.of(
        exponents > MOST
            ? "it has %d exponents, more than %d".formatted(exponents, MOST)
            : "with %d exponents its code has %d bits, and the block %d"
                .formatted(exponents, size(exponents), 8 * blockBytes()));
  }
}
