package dev.magpie.cli.depth;

import dev.magpie.depth.cache.Configuration.References;

/** How {@code --opportunistic} finds the references of depth offset. */
enum Opportunism {
  PLAIN(References.OPPORTUNISTIC),
  REFINED(References.REFINED);

  private final References references;

  Opportunism(References references) {
    this.references = references;
  }

  References references() {
    return references;
  }
}
