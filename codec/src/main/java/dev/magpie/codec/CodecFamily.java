package dev.magpie.codec;

import java.util.List;

/**
 * A codec by name, before its parameters and block size are chosen.
 *
 * @param name the name in a specification
 * @param title the codec's full name
 * @param source the publication it comes from, and the section where it has several variants
 * @param latency cycles per block in hardware
 * @param minimumBlockBytes the smallest block it is defined for
 * @param parameters its settings
 * @param constructor makes the codec
 */
public record CodecFamily(
    String name,
    String title,
    String source,
    Latency latency,
    int minimumBlockBytes,
    List<Parameter> parameters,
    Constructor constructor) {

  /** Makes a codec of a family. */
  @FunctionalInterface
  public interface Constructor {
    BlockCodec create(CodecSpec spec, Granularity granularity);
  }

  public CodecFamily {
    parameters = List.copyOf(parameters);
  }

  /** Whether the codec is defined for blocks of this size. */
  public boolean supports(Granularity granularity) {
    return granularity.blockBytes() >= minimumBlockBytes;
  }
}
