package dev.magpie.codec;

import dev.magpie.codec.simd.VectorSupport;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * Every codec there is: those of Magpie, of every {@link CodecProvider} on the class path or module
 * path, and those that were added.
 */
public final class Codecs {
  /** The baseline first, then what providers have and what was added. */
  private static volatile List<CodecFamily> families =
      Stream.concat(Stream.of(None.FAMILY), provided()).toList();

  private Codecs() {}

  private static Stream<CodecFamily> provided() {
    return ServiceLoader.load(CodecProvider.class, Codecs.class.getClassLoader()).stream()
        .flatMap(provider -> provider.get().codecs().stream());
  }

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
                "no codec is called '%s'; the nearest are %s".formatted(name, nearest(name))));
  }

  private static String nearest(String name) {
    List<String> names = families().stream().map(CodecFamily::name).toList();
    return String.join(", ", NearestNames.of(name, names));
  }

  /** How bulk sizing runs on this machine and why, in a few words. */
  public static String acceleration() {
    return VectorSupport.description();
  }
}
