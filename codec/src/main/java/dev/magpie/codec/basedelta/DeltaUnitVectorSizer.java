package dev.magpie.codec.basedelta;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.simd.BulkSizer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Sizes blocks under a set of delta units with vector kernels, one for each word size. */
final class DeltaUnitVectorSizer implements BulkSizer {
  private final List<BulkSizer> kernels;

  /**
   * @param special whether all-zero and repeated blocks have sizes of their own
   */
  DeltaUnitVectorSizer(List<DeltaUnit> units, int blockBytes, boolean special) {
    Map<Integer, List<DeltaUnit>> byWord =
        units.stream()
            .collect(
                Collectors.groupingBy(DeltaUnit::wordBytes, TreeMap::new, Collectors.toList()));
    List<BulkSizer> all = new ArrayList<>();
    byWord.forEach((wordBytes, ofWord) -> all.add(kernel(wordBytes, ofWord, blockBytes)));
    if (special) {
      all.add(new RepeatedBlockKernel(blockBytes));
    }
    kernels = List.copyOf(all);
  }

  private static BulkSizer kernel(int wordBytes, List<DeltaUnit> units, int blockBytes) {
    UnitSearch search = new UnitSearch(units);
    return switch (wordBytes) {
      case 2 -> new ShortUnitKernel(search, blockBytes);
      case 4 ->
          StraightIntUnitKernel.serves(search, blockBytes)
              ? new StraightIntUnitKernel(search, blockBytes)
              : new IntUnitKernel(search, blockBytes);
      default -> new LongUnitKernel(search, blockBytes);
    };
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    Arrays.fill(sizes, BlockCodec.RAW);
    for (int i = 0; i < kernels.size(); i++) {
      kernels.get(i).sizeBits(memory, offset, sizes);
    }
  }
}
