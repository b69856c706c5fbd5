package dev.magpie.codec.simd;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorSpecies;

/** The vectors of the sizing kernels. Linked only where such kernels run. */
public final class KernelSpecies {
  public static final VectorSpecies<Integer> INTS =
      switch (VectorSupport.sizingBits()) {
        case 512 -> IntVector.SPECIES_512;
        case 256 -> IntVector.SPECIES_256;
        default -> IntVector.SPECIES_128;
      };

  public static final VectorSpecies<Long> LONGS =
      switch (VectorSupport.sizingBits()) {
        case 512 -> LongVector.SPECIES_512;
        case 256 -> LongVector.SPECIES_256;
        default -> LongVector.SPECIES_128;
      };

  public static final VectorSpecies<Short> SHORTS =
      switch (VectorSupport.sizingBits()) {
        case 512 -> ShortVector.SPECIES_512;
        case 256 -> ShortVector.SPECIES_256;
        default -> ShortVector.SPECIES_128;
      };

  private KernelSpecies() {}
}
