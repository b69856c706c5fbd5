package dev.magpie.codec.exponent;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.CorruptBlockException;
import dev.magpie.codec.FieldReader;
import dev.magpie.codec.Latency;
import dev.magpie.codec.Parameter;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Codes each exponent as its distance from a base, and those beyond a window as they are.
 *
 * <p>So do Turbo-Lossless (its {@code docs/TECHNICAL.md}, 2026: four bits for 15 exponents) and
 * ZipServ, which {@code zipserv} is: distances count from 1, and 0 is an escape. They have a base
 * for a tensor. A base for each block, from which the window has most of its exponents, needs no
 * training and lets three bits do; it and escaped exponents at the block's end are ours.
 */
public final class ExponentWindow implements BlockCodec {
  private static final String BITS = "bits";

  public static final CodecFamily FAMILY =
      new CodecFamily(
          "exponent-window",
          "Distances of a block's exponents from a base",
          "after Turbo-Lossless, 2026; the base of each block and escapes ours",
          Latency.UNPUBLISHED,
          32,
          List.of(
              FloatFormat.parameter(
                  FloatFormat.BF16,
                  FloatFormat.F16,
                  FloatFormat.F32,
                  FloatFormat.E4M3,
                  FloatFormat.E5M2),
              new Parameter.Choice(
                  BITS, List.of("3", "2", "4"), "bits of a distance: windows of 7, 3 or 15")),
          (spec, granularity) -> new ExponentWindow(spec, granularity.blockBytes()));

  private static final int ESCAPE = 0;

  private final BlockFloats floats;
  private final int exponentBits;
  private final int distanceBits;

  /** Exponents in it. */
  private final int window;

  private ExponentWindow(CodecSpec spec, int blockBytes) {
    floats = new BlockFloats(FloatFormat.of(spec), blockBytes);
    exponentBits = floats.format().exponentBits();
    distanceBits = Integer.parseInt(spec.value(BITS));
    window = (1 << distanceBits) - 1;
  }

  @Override
  public int blockBytes() {
    return floats.blockBytes();
  }

  @Override
  public int sizeBits(MemorySegment memory, long offset) {
    return orRaw(codedBits(base(memory, offset), memory, offset));
  }

  private int orRaw(int bits) {
    return bits >= 8 * blockBytes() ? RAW : bits;
  }

  private int codedBits(int base, MemorySegment memory, long offset) {
    int escapes = floats.count() - inWindow(base, memory, offset);
    return floats.allSignMantissaBits()
        + exponentBits
        + floats.count() * distanceBits
        + escapes * exponentBits;
  }

  /** The exponent from which the window has most of the block's, the lowest of several. */
  private int base(MemorySegment memory, long offset) {
    int best = 0;
    int most = 0;
    for (int base = next(-1, memory, offset); base >= 0; base = next(base, memory, offset)) {
      int inWindow = inWindow(base, memory, offset);
      if (inWindow > most) {
        most = inWindow;
        best = base;
      }
    }
    return best;
  }

  /** The block's smallest exponent above one; -1 if there is none. */
  private int next(int last, MemorySegment memory, long offset) {
    int least = Integer.MAX_VALUE;
    for (int index = 0; index < floats.count(); index++) {
      int exponent = floats.exponent(memory, offset, index);
      least = exponent > last ? Math.min(least, exponent) : least;
    }
    return least == Integer.MAX_VALUE ? -1 : least;
  }

  private int inWindow(int base, MemorySegment memory, long offset) {
    int inWindow = 0;
    for (int index = 0; index < floats.count(); index++) {
      inWindow += distance(base, floats.exponent(memory, offset, index)) == ESCAPE ? 0 : 1;
    }
    return inWindow;
  }

  private int distance(int base, int exponent) {
    int from = exponent - base;
    return from >= 0 && from < window ? from + 1 : ESCAPE;
  }

  @Override
  public int encode(MemorySegment memory, long offset, BitWriter out) {
    int base = base(memory, offset);
    if (orRaw(codedBits(base, memory, offset)) == RAW) {
      return RAW;
    }
    out.write(base, exponentBits);
    floats.writeSignsAndMantissas(memory, offset, out);
    for (int index = 0; index < floats.count(); index++) {
      out.write(distance(base, floats.exponent(memory, offset, index)), distanceBits);
    }
    for (int index = 0; index < floats.count(); index++) {
      int exponent = floats.exponent(memory, offset, index);
      if (distance(base, exponent) == ESCAPE) {
        out.write(exponent, exponentBits);
      }
    }
    return 0;
  }

  @Override
  public void decode(BitReader in, int tag, MemorySegment memory, long offset) {
    if (tag != 0) {
      throw new CorruptBlockException("a window has no tag " + tag);
    }
    int base = (int) in.read(exponentBits);
    floats.readSignsAndMantissas(in, memory, offset);
    // Distances wait in the exponents' places until all are there.
    for (int index = 0; index < floats.count(); index++) {
      floats.setExponent(memory, offset, index, (int) in.read(distanceBits));
    }
    for (int index = 0; index < floats.count(); index++) {
      int distance = floats.exponent(memory, offset, index);
      int exponent =
          distance == ESCAPE ? escaped(base, (int) in.read(exponentBits)) : base + distance - 1;
      if (exponent >>> exponentBits != 0) {
        throw new CorruptBlockException(
            "no exponent is %d above the base %d".formatted(distance - 1, base));
      }
      floats.setExponent(memory, offset, index, exponent);
    }
  }

  private int escaped(int base, int exponent) {
    if (distance(base, exponent) != ESCAPE) {
      throw new CorruptBlockException(
          "the exponent %d is escaped and in the window of %d".formatted(exponent, base));
    }
    return exponent;
  }

  @Override
  public void explain(int tag, FieldReader in) {
    int base = (int) in.field("base", exponentBits, Long::toString);
    int[] rests = floats.explainSignsAndMantissas(in);
    boolean[] escaped = new boolean[rests.length];
    for (int index = 0; index < rests.length; index++) {
      int rest = rests[index];
      escaped[index] =
          in.field(
                  "word " + index,
                  distanceBits,
                  distance ->
                      distance == ESCAPE
                          ? "an escape: the exponent is not in the window"
                          : "base +%d = %s"
                              .formatted(distance - 1, floats.hex(base + (int) distance - 1, rest)))
              == ESCAPE;
    }
    for (int index = 0; index < rests.length; index++) {
      int rest = rests[index];
      if (escaped[index]) {
        in.field(
            "word " + index,
            exponentBits,
            exponent -> "exponent %d = %s".formatted(exponent, floats.hex((int) exponent, rest)));
      }
    }
  }

  @Override
  public List<String> whyRaw(MemorySegment memory, long offset) {
    int base = base(memory, offset);
    return List.of(
        "the window of %d has %d of %d exponents: its code has %d bits, and the block %d"
            .formatted(
                base,
                inWindow(base, memory, offset),
                floats.count(),
                codedBits(base, memory, offset),
                8 * blockBytes()));
  }
}
