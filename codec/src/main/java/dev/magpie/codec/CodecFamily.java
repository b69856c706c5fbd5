package dev.magpie.codec;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A codec by name, before its parameters and block size are chosen.
 *
 * @param name the name in a specification
 * @param title the codec's full name
 * @param source the publication it comes from, and the section where it has several variants
 * @param fidelity whether its codecs are lossy
 * @param latency cycles per block in hardware
 * @param minimumBlockBytes the smallest block it is defined for
 * @param parameters its settings
 * @param trainedOn the fields whose values a codec with some settings has to be trained on; none
 *     for a codec that needs no training
 * @param constructor makes the codec
 */
public record CodecFamily(
    String name,
    String title,
    String source,
    Fidelity fidelity,
    Latency latency,
    int minimumBlockBytes,
    List<Parameter> parameters,
    Function<CodecSpec, List<SymbolField>> trainedOn,
    TrainedConstructor constructor) {

  /** Makes a codec of a family. */
  @FunctionalInterface
  public interface Constructor {
    BlockCodec create(CodecSpec spec, Granularity granularity);
  }

  /** Makes a codec of a trained family. */
  @FunctionalInterface
  public interface TrainedConstructor {
    BlockCodec create(CodecSpec spec, Granularity granularity, CodecTable table);
  }

  private static final Pattern NAME = Pattern.compile("[a-z0-9]+([-+.][a-z0-9]+)*");

  /** The word that commands take for every codec. */
  private static final String ALL = "all";

  /**
   * @throws IllegalArgumentException if the name cannot stand in a specification
   */
  public CodecFamily {
    requireName(name);
    if (name.equals(ALL)) {
      throw new IllegalArgumentException("no codec is called 'all', which stands for every codec");
    }
    parameters = List.copyOf(parameters);
  }

  /** A lossless family that needs no training. */
  public CodecFamily(
      String name,
      String title,
      String source,
      Latency latency,
      int minimumBlockBytes,
      List<Parameter> parameters,
      Constructor constructor) {
    this(
        name,
        title,
        source,
        Fidelity.LOSSLESS,
        latency,
        minimumBlockBytes,
        parameters,
        _ -> List.of(),
        (spec, granularity, _) -> constructor.create(spec, granularity));
  }

  /**
   * Refuses a name that could not stand in a specification, for families of any kind.
   *
   * @throws IllegalArgumentException unless it is lower-case letters, digits, and {@code - + .}
   *     between them
   */
  public static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' is no name: lower-case letters, digits, and - + . between them".formatted(name));
    }
  }

  /** Whether its codecs need a table; they have a parameter {@code table} then. */
  public boolean isTrained() {
    return !trainedOn.apply(CodecSpec.of(this)).isEmpty();
  }

  /** Whether its codecs may approximate blocks. */
  public boolean isLossy() {
    return fidelity == Fidelity.LOSSY;
  }

  /** Whether the codec is defined for blocks of this size. */
  public boolean supports(Granularity granularity) {
    return granularity.blockBytes() >= minimumBlockBytes;
  }
}
