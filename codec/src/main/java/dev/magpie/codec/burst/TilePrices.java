package dev.magpie.codec.burst;

import static jdk.incubator.vector.VectorOperators.GT;

import dev.magpie.codec.simd.KernelSpecies;
import java.util.Set;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/** Lowers sizes of a tile's blocks, as many at a time as a vector has lanes, by what is known. */
final class TilePrices {
  private static final VectorSpecies<Integer> SPECIES = KernelSpecies.INTS;

  private final int burstBits;
  private final int most;
  private final int wordBits;
  private final int words;
  private final boolean planes;
  private final boolean maskedPlanes;
  private final boolean deltas;
  private final boolean maskedDeltas;
  private final boolean pairs;

  TilePrices(Set<String> modes, Bursts bursts, int wordBits, int words) {
    burstBits = bursts.bits();
    most = bursts.room(bursts.count() - 1);
    this.wordBits = wordBits;
    this.words = words;
    planes = modes.contains("plane" + wordBits);
    maskedPlanes = modes.contains("zplane" + wordBits);
    deltas = modes.contains("delta" + wordBits);
    maskedDeltas = modes.contains("zdelta" + wordBits);
    pairs = modes.contains("pair" + wordBits);
  }

  /** By places that vary. */
  void planes(IntVector coded, IntVector varying, IntVector varyingOfAll, Scratch scratch, int at) {
    if (maskedPlanes) {
      lower(coded.sub(1).max(0).mul(varying).add(words + 2 * wordBits), scratch, at);
    }
    if (planes) {
      lower(varyingOfAll.mul(words - 1).add(2 * wordBits), scratch, at);
    }
  }

  /** By widths of the distance between the least and the most word. */
  void deltas(IntVector coded, IntVector width, IntVector widthOfAll, Scratch scratch, int at) {
    if (maskedDeltas) {
      lower(coded.mul(width).add(words + wordBits), scratch, at);
    }
    if (deltas) {
      lower(widthOfAll.mul(words).add(wordBits), scratch, at);
    }
  }

  /** By low bits beside one of two high parts. */
  void pairs(IntVector low, Scratch scratch, int at) {
    if (pairs) {
      lower(low.mul(words - 2).add(2 * wordBits + words), scratch, at);
    }
  }

  /** The same where one of them is zero. */
  void zeroPairs(IntVector low, Scratch scratch, int at) {
    lower(low.mul(words - 1).add(wordBits + words), scratch, at);
  }

  private void lower(IntVector fieldBits, Scratch scratch, int at) {
    IntVector before = IntVector.fromArray(SPECIES, scratch.sizes, at);
    fieldBits
        .add(Bursts.NUMBER_BITS + burstBits - 1)
        .and(-burstBits)
        .min(before)
        .blend(before, fieldBits.compare(GT, most))
        .intoArray(scratch.sizes, at);
  }
}
