package dev.magpie.codec.hybrid;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.codec.basedelta.Bdi;
import dev.magpie.codec.basedelta.MagBdi;
import java.util.List;

/** The base-delta codec that a hybrid has inside: BDI, or MAG-aware BDI (MAG paper, Table II). */
final class BdiChoice {
  static final Parameter PARAMETER =
      new Parameter.Choice("bdi", List.of("full", "mag"), "full: BDI; mag: mag-bdi in its place");

  private BdiChoice() {}

  static boolean isMagAware(CodecSpec spec) {
    return spec.value("bdi").equals("mag");
  }

  static BlockCodec of(CodecSpec spec, Granularity granularity) {
    return CodecSpec.of(isMagAware(spec) ? MagBdi.FAMILY : Bdi.FAMILY).create(granularity);
  }
}
