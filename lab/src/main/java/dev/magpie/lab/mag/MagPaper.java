package dev.magpie.lab.mag;

import dev.magpie.lab.run.Description;

/** What the experiments of the MAG paper share. */
final class MagPaper {
  static final String NAME = "MAG paper";

  /** The paper's baseline: 4-byte bases, neither zeros nor repeats (codec specification). */
  static final String BDI = "bdi:units=b4";

  static final String MAG_BDI = "mag-bdi";

  static final String SIGNED =
      "Deltas are two's complement, as in the paper's hardware (section IV-E). Its evaluation"
          + " counts leading zeros instead; `mag/delta-modes` compares the two.";

  private MagPaper() {}

  /** Begins the description of an experiment on blocks of 128 bytes at a MAG of 32. */
  static Description describe(String id, String title, String place) {
    return Description.of(id, title, source(place)).parameter("block", 128).parameter("mag", 32);
  }

  static String source(String place) {
    return NAME + ", " + place;
  }
}
