package dev.magpie.codec;

import dev.magpie.codec.basedelta.Bdi;
import dev.magpie.codec.basedelta.MagBdi;
import dev.magpie.codec.basedelta.Warped;
import dev.magpie.codec.bitplane.Bpc;
import dev.magpie.codec.bitplane.Mpc;
import dev.magpie.codec.hybrid.BdiFpc;
import dev.magpie.codec.hybrid.Caba;
import dev.magpie.codec.hybrid.HyComp;
import dev.magpie.codec.hybrid.LatteCc;
import dev.magpie.codec.hybrid.Tavana;
import dev.magpie.codec.pattern.CPack;
import dev.magpie.codec.pattern.Fpc;
import dev.magpie.codec.pattern.Zvc;
import dev.magpie.codec.residual.Fibonacci;
import dev.magpie.codec.simd.VectorSupport;
import dev.magpie.codec.statistical.FpH;
import dev.magpie.codec.statistical.Fvc;
import dev.magpie.codec.statistical.Qslc;
import dev.magpie.codec.statistical.Tslc;
import dev.magpie.codec.statistical.WordHuffman;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Every codec there is. To add one, write its class and add its family here. */
public final class Codecs {
  private static final List<CodecFamily> FAMILIES =
      List.of(
          None.FAMILY,
          Bdi.FAMILY,
          MagBdi.FAMILY,
          Fpc.FAMILY,
          CPack.FAMILY,
          Bpc.FAMILY,
          Zvc.FAMILY,
          Fibonacci.FAMILY,
          Mpc.FAMILY,
          BdiFpc.FAMILY,
          Warped.FAMILY,
          WordHuffman.E2MC,
          WordHuffman.SC2,
          Fvc.FAMILY,
          FpH.FAMILY,
          HyComp.FAMILY,
          LatteCc.FAMILY,
          Tavana.FAMILY,
          Caba.FAMILY,
          Tslc.SIMP,
          Tslc.PRED,
          Tslc.OPT,
          Qslc.FAMILY);

  /** Those, and what was added. */
  private static volatile List<CodecFamily> families = FAMILIES;

  private Codecs() {}

  /** All codec families, in the order in which people meet them. */
  public static List<CodecFamily> families() {
    return families;
  }

  /**
   * Adds a codec of one's own for as long as the program runs.
   *
   * @throws IllegalArgumentException if another one has its name
   */
  public static synchronized void add(CodecFamily family) {
    if (families.stream().anyMatch(each -> each.name().equals(family.name()))) {
      throw new IllegalArgumentException(
          "there is a codec called '%s' already".formatted(family.name()));
    }
    families = Stream.concat(families.stream(), Stream.of(family)).toList();
  }

  /** Every codec with its defaults: lossless and lossy, trained and not, and {@code none}. */
  public static List<CodecSpec> all() {
    return families().stream().map(CodecSpec::of).toList();
  }

  /** The lossless codecs that compress, with their defaults; some need training. */
  public static List<CodecSpec> lossless() {
    return all().stream()
        .filter(spec -> !spec.family().equals(None.FAMILY) && !spec.family().isLossy())
        .toList();
  }

  /** Those of them that need no training. */
  public static List<CodecSpec> untrained() {
    return lossless().stream().filter(spec -> !spec.needsTraining()).toList();
  }

  /** The lossy codecs, with their defaults; they need training. */
  public static List<CodecSpec> lossy() {
    return all().stream().filter(spec -> spec.family().isLossy()).toList();
  }

  /**
   * Makes a codec from its specification.
   *
   * @throws CodecSpecException if the specification names none, or none for this block size
   */
  public static BlockCodec create(String spec, Granularity granularity) {
    return CodecSpec.parse(spec).create(granularity);
  }

  /**
   * The family of this name.
   *
   * @throws CodecSpecException if there is none; the message names the nearest
   */
  public static CodecFamily family(String name) {
    return families().stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new CodecSpecException(
                "no codec is called '%s'; the nearest are %s"
                    .formatted(name, String.join(", ", nearest(name)))));
  }

  /** How bulk sizing runs on this machine and why, in a few words. */
  public static String acceleration() {
    return VectorSupport.description();
  }

  /** Names that begin like the one typed, then those that differ least from it. */
  private static List<String> nearest(String name) {
    String typed = name.toLowerCase(Locale.ROOT);
    return families().stream()
        .map(CodecFamily::name)
        .sorted(
            Comparator.comparing((String candidate) -> !candidate.startsWith(typed))
                .thenComparingInt(candidate -> editDistance(typed, candidate)))
        .limit(3)
        .toList();
  }

  /** Levenshtein distance: insertions, deletions and replacements from one word to the other. */
  private static int editDistance(String from, String to) {
    int[] distances = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      distances[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = distances[0];
      distances[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = distances[j];
        distances[j] = Math.min(replaced, 1 + Math.min(distances[j - 1], distances[j]));
      }
    }
    return distances[to.length()];
  }
}
