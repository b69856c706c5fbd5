package dev.magpie.codec.simd;

import jdk.incubator.vector.IntVector;

/**
 * The vector width that the kernels use, decided when first asked for.
 *
 * <p>Without the module {@code jdk.incubator.vector}, on a machine with vectors of less than 256
 * bits, or with the system property {@code magpie.vectorBits=0}, every codec runs its scalar code,
 * with the same results.
 */
public final class VectorSupport {
  /** Overrides the width: 0, 256 or 512. */
  private static final String PROPERTY = "magpie.vectorBits";

  private static final int BITS;
  private static final String DESCRIPTION;

  static {
    String wanted = System.getProperty(PROPERTY, "");
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      BITS = 0;
      DESCRIPTION =
          "scalar code, since the module jdk.incubator.vector is not in use; run java with"
              + " --add-modules jdk.incubator.vector";
      System.getLogger(VectorSupport.class.getName())
          .log(System.Logger.Level.INFO, "Block codecs run " + DESCRIPTION);
    } else if (!wanted.isEmpty()) {
      BITS =
          switch (wanted) {
            case "512" -> 512;
            case "256" -> 256;
            default -> 0;
          };
      DESCRIPTION = describe() + ", as " + PROPERTY + " says";
    } else {
      BITS = Widths.preferred();
      DESCRIPTION = BITS == 0 ? "scalar code, since this machine's vectors are short" : describe();
    }
  }

  private VectorSupport() {}

  /** 512 or 256, or 0 for scalar code. */
  public static int bits() {
    return BITS;
  }

  /** Whether vector kernels run for blocks of this size: they hold at least one whole vector. */
  public static boolean serves(int blockBytes) {
    return BITS > 0 && 8 * blockBytes >= BITS;
  }

  /** What runs, and why, in a few words. */
  public static String description() {
    return DESCRIPTION;
  }

  private static String describe() {
    return BITS == 0 ? "scalar code" : BITS + "-bit vector kernels";
  }

  /** Apart, so that it is only linked where the vector module is there. */
  private static final class Widths {
    static int preferred() {
      int bits = IntVector.SPECIES_PREFERRED.vectorBitSize();
      return bits >= 512 ? 512 : bits >= 256 ? 256 : 0;
    }
  }
}
