package dev.magpie.codec.simd;

import jdk.incubator.vector.IntVector;

/**
 * The vector width that the kernels use, decided when first asked for.
 *
 * <p>Without the module {@code jdk.incubator.vector}, on a machine with vectors of less than 256
 * bits, or with the system property {@code magpie.vectorBits=0}, every codec runs its scalar code,
 * with the same results.
 *
 * <p>Vectors of 128 bits serve only where the property asks for them. Java 25 has no instructions
 * for some of the kernels' operations there, and works on boxed vectors instead: with AVX alone
 * {@code mag-bdi} and {@code zvc} gain, {@code fpc} and {@code bdi} lose, and with SSE 4 all of
 * them lose (docs/performance.md). Which machine it is cannot be asked.
 */
public final class VectorSupport {
  /** Overrides the width: 0, 128, 256 or 512. */
  private static final String PROPERTY = "magpie.vectorBits";

  private static final int BITS;
  private static final String DESCRIPTION;

  static {
    String wanted = System.getProperty(PROPERTY, "");
    if (wanted.equals("0")) {
      // Who has asked for it need not be told.
      BITS = 0;
      DESCRIPTION = describe() + ", as " + PROPERTY + " says";
    } else if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
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
            case "128" -> 128;
            default -> 0;
          };
      DESCRIPTION = describe() + ", as " + PROPERTY + " says";
    } else {
      int preferred = Widths.preferred();
      BITS = preferred >= 512 ? 512 : preferred >= 256 ? 256 : 0;
      DESCRIPTION =
          BITS > 0
              ? describe()
              : ("scalar code, since this machine's vectors have %d bits, on which most kernels are"
                      + " slower; -D%s=128 runs them all the same")
                  .formatted(preferred, PROPERTY);
    }
  }

  private VectorSupport() {}

  /** 512 or 256; 0 for scalar code in place of kernels that need vectors so long. */
  public static int bits() {
    return BITS >= 256 ? BITS : 0;
  }

  /** Whether vector kernels run for blocks of this size: they hold at least one whole vector. */
  public static boolean serves(int blockBytes) {
    return bits() > 0 && 8 * blockBytes >= BITS;
  }

  /** The width of sizing kernels, which short vectors can run too: 512, 256 or 128; 0 for none. */
  public static int sizingBits() {
    return BITS;
  }

  /** Whether sizing kernels run for blocks of this size, on short vectors too. */
  public static boolean sizes(int blockBytes) {
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
      return IntVector.SPECIES_PREFERRED.vectorBitSize();
    }
  }
}
