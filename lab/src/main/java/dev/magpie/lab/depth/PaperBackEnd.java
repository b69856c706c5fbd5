package dev.magpie.lab.depth;

import dev.magpie.depth.cache.CacheShape;
import dev.magpie.depth.cache.CodecPlacement;
import dev.magpie.depth.cache.Configuration;
import dev.magpie.depth.codec.CompressionScheme;
import java.util.List;

/** The back-ends that the paper compares, under its names. */
enum PaperBackEnd {
  RAW_T("RAW", CodecPlacement.POST, "raw", Configuration.References.BRUTE_FORCE),
  RAW_L("RAW-L", CodecPlacement.PRE, "raw", Configuration.References.BRUTE_FORCE),
  POST_DO("Post DO", CodecPlacement.POST, "do", Configuration.References.BRUTE_FORCE),
  PRE_DO("Pre DO", CodecPlacement.PRE, "do", Configuration.References.BRUTE_FORCE),
  POST_C("Post C", CodecPlacement.POST, "c", Configuration.References.BRUTE_FORCE),
  PRE_C("Pre C", CodecPlacement.PRE, "c", Configuration.References.BRUTE_FORCE),
  OPP("Opp", CodecPlacement.PRE, "do", Configuration.References.OPPORTUNISTIC),
  OPP_PB("Opp+PB", CodecPlacement.PRE, "do", Configuration.References.REFINED);

  /** Those that know all samples of a tile. */
  static final List<PaperBackEnd> NOT_OPPORTUNISTIC =
      List.of(RAW_T, RAW_L, POST_DO, PRE_DO, POST_C, PRE_C);

  private final String label;
  private final CodecPlacement placement;
  private final String codec;
  private final Configuration.References references;

  PaperBackEnd(
      String label, CodecPlacement placement, String codec, Configuration.References references) {
    this.label = label;
    this.placement = placement;
    this.codec = codec;
    this.references = references;
  }

  /** As the paper writes it. */
  String label() {
    return label;
  }

  /** With a fully associative cache of so many KiB. */
  Configuration with(int kibibytes) {
    return Configuration.of(
            placement, CompressionScheme.parse(codec), CacheShape.of(kibibytes << 10))
        .with(references);
  }
}
