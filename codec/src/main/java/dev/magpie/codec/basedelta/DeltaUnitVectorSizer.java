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
  /** The first sets the sizes, the others lower them. */
  private final List<BulkSizer> kernels;

  /**
   * @param special whether all-zero and repeated blocks have sizes of their own
   */
  DeltaUnitVectorSizer(List<DeltaUnit> units, int blockBytes, boolean special) {
    Map<Integer, UnitSearch> byWord = new TreeMap<>();
    units.stream()
        .collect(Collectors.groupingBy(DeltaUnit::wordBytes))
        .forEach((wordBytes, ofWord) -> byWord.put(wordBytes, new UnitSearch(ofWord)));
    List<BulkSizer> all = new ArrayList<>();
    UnitSearch ofInts = byWord.get(Integer.BYTES);
    if (ofInts != null && UnrolledIntUnitKernel.serves(ofInts, blockBytes)) {
      all.add(new UnrolledIntUnitKernel(ofInts, blockBytes));
      byWord.remove(Integer.BYTES);
    } else {
      all.add((_, _, sizes) -> Arrays.fill(sizes, BlockCodec.RAW));
    }
    byWord.forEach((wordBytes, search) -> all.add(kernel(wordBytes, search, blockBytes)));
    if (special) {
      all.add(new RepeatedBlockKernel(blockBytes));
    }
    kernels = List.copyOf(all);
  }

  private static BulkSizer kernel(int wordBytes, UnitSearch search, int blockBytes) {
    return switch (wordBytes) {
      case 2 -> new ShortUnitKernel(search, blockBytes);
      case 4 -> new IntUnitKernel(search, blockBytes);
      default -> new LongUnitKernel(search, blockBytes);
    };
  }

  @Override
  public void sizeBits(MemorySegment memory, long offset, int[] sizes) {
    for (int i = 0; i < kernels.size(); i++) {
      kernels.get(i).sizeBits(memory, offset, sizes);
    }
  }
}
