package dev.magpie.codec.basedelta;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.basedelta.DeltaUnit.Deltas;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The units of one word size, smallest first, in the form that the vector kernels search.
 *
 * <p>With signed deltas, or the smallest word as the base, a block that fits q bits fits every
 * larger number of bits too, so the smallest unit is found by bisection. With unsigned deltas from
 * the first word it is not so, and units are tried one by one.
 */
final class UnitSearch {
  final boolean ordered;
  final boolean baseIsLeast;

  /** Unit by unit: what is added to a word before its high bits are tested. */
  final long[] biases;

  /** Unit by unit: what a biased word must stay below, unsigned. */
  final long[] limits;

  /** Coded size by unit, with {@link BlockCodec#RAW} behind the last. */
  final int[] sizes;

  UnitSearch(List<DeltaUnit> units) {
    Deltas deltas = units.isEmpty() ? Deltas.SIGNED : units.getFirst().deltas();
    ordered = deltas != Deltas.UNSIGNED;
    baseIsLeast = deltas == Deltas.UNSIGNED_MIN;
    biases = units.stream().mapToLong(DeltaUnit::bias).toArray();
    limits = units.stream().mapToLong(unit -> 1L << unit.deltaBits()).toArray();
    sizes =
        IntStream.concat(units.stream().mapToInt(DeltaUnit::sizeBits), IntStream.of(BlockCodec.RAW))
            .toArray();
  }

  int units() {
    return biases.length;
  }

  /** How many units, the smallest, are smaller than a size. */
  int unitsBelow(int size) {
    int units = biases.length;
    while (units > 0 && sizes[units - 1] >= size) {
      units--;
    }
    return units;
  }

  /** The unit to try next, of those from {@code low} up to {@code high}, exclusive. */
  int next(int low, int high) {
    return ordered ? (low + high) >>> 1 : low;
  }
}
