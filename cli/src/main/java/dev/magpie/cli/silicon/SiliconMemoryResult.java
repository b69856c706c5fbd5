package dev.magpie.cli.silicon;

import dev.magpie.gpu.silicon.CompressibleMemory;
import dev.magpie.gpu.silicon.SiliconGpu;
import java.util.List;

/**
 * How a GPU's own compression does.
 *
 * @param runs of each pass
 * @param codec whose ratio is beside
 */
record SiliconMemoryResult(SiliconGpu gpu, int runs, String codec, List<Times> arrays) {

  /**
   * Medians for one array, in microseconds.
   *
   * @param bytes of the array
   * @param passBytes of it and its repetitions, which a pass writes or reads
   * @param effectiveRatio of the codec
   */
  record Times(
      String array,
      long bytes,
      long passBytes,
      double ordinaryRead,
      double compressibleRead,
      double readSpeedup,
      double ordinaryWrite,
      double compressibleWrite,
      double writeSpeedup,
      double effectiveRatio) {
    static Times of(
        String array, long bytes, CompressibleMemory.Comparison times, double effectiveRatio) {
      return new Times(
          array,
          bytes,
          times.bytes(),
          times.ordinary().medianRead(),
          times.compressible().medianRead(),
          times.readSpeedup(),
          times.ordinary().medianWrite(),
          times.compressible().medianWrite(),
          times.writeSpeedup(),
          effectiveRatio);
    }
  }
}
