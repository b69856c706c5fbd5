package dev.magpie.codec.basedelta;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.simd.BulkSizer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sizes blocks under a set of delta units with vector kernels, one for each word size. */
final class DeltaUnitVectorSizer implements BulkSizer {
  /** The first sets the sizes, the others lower them. */
  private final List<BulkSizer> kernels;

  private DeltaUnitVectorSizer(List<BulkSizer> kernels) {
    this.kernels = List.copyOf(kernels);
  }

  /**
   * The fastest that there is for some units, all with deltas of one kind; there may be none.
   *
   * @param special whether all-zero and repeated blocks have sizes of their own
   */
  static BulkSizer of(List<DeltaUnit> units, int blockBytes, boolean special) {
    Map<Integer, List<DeltaUnit>> ofWord =
        units.stream().collect(Collectors.groupingBy(DeltaUnit::wordBytes));
    UnitSearch longs = new UnitSearch(ofWord.getOrDefault(Long.BYTES, List.of()));
    UnitSearch ints = new UnitSearch(ofWord.getOrDefault(Integer.BYTES, List.of()));
    UnitSearch shorts = new UnitSearch(ofWord.getOrDefault(Short.BYTES, List.of()));
    boolean onlyInts = ints.units() > 0 && ints.units() == units.size() && !special;
    if (onlyInts && UnrolledIntUnitKernel.serves(ints, blockBytes)) {
      return new UnrolledIntUnitKernel(ints, blockBytes);
    }
    if (special && FullBdiKernel.serves(blockBytes)) {
      return new FullBdiKernel(longs, ints, shorts);
    }
    List<BulkSizer> kernels = new ArrayList<>();
    kernels.add((_, _, sizes) -> Arrays.fill(sizes, BlockCodec.RAW));
    if (special) {
      kernels.add(new RepeatedBlockKernel(blockBytes));
    }
    if (longs.units() > 0) {
      kernels.add(new LongUnitKernel(longs, blockBytes));
    }
    if (ints.units() > 0) {
      kernels.add(new IntUnitKernel(ints, blockBytes));
    }
    if (shorts.units() > 0) {
      kernels.add(new ShortUnitKernel(shorts, blockBytes));
    }
    return new DeltaUnitVectorSizer(kernels);
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < kernels.size(); i++) {
      kernels.get(i).sizeBits(memory, offset, sizes);
    }
  }
}
