package dev.magpie.lab.buddy;

import dev.magpie.buddy.EntrySizes;
import dev.magpie.memory.buddy.TargetRatio;

/**
 * What it takes to read memory-entries once, in pJ of dynamic energy (Buddy paper, section IV-B):
 * 909 pJ an activation, 1.51 pJ a bit on column access and 1.97 on sensing and I/O of HBM2, 11 pJ a
 * bit of the link, doubled for a switch, and a header of 32 B for each packet.
 *
 * @param plain without compression
 * @param bandwidthOnly compressed, in its own place
 * @param buddy compressed, with a target
 * @param link what of it the link takes
 */
record ReadEnergy(double plain, double bandwidthOnly, double buddy, double link) {
  static final ReadEnergy NONE = new ReadEnergy(0, 0, 0, 0);

  private static final double ACTIVATE = 909;
  private static final double BIT = 1.51 + 1.97;
  private static final double LINK_BIT = 2 * 11;
  private static final int SECTOR_BITS = 256;
  private static final int HEADER_BITS = 256;

  /**
   * Of entries of these sizes.
   *
   * @param rowHits share of accesses that find their row open
   * @param metadataMisses share of accesses that read a sector of metadata
   */
  static ReadEnergy of(
      EntrySizes sizes, TargetRatio target, double rowHits, double metadataMisses) {
    double activate = ACTIVATE * (1 - rowHits);
    double sector = BIT * SECTOR_BITS;
    long stored = sizes.withSectors(1);
    long spilled = sizes.over(target);
    long buddySectors = buddySectors(sizes, target);
    long inDevice = target == TargetRatio.SIXTEEN ? stored - spilled : stored;
    double link = LINK_BIT * (spilled * HEADER_BITS + buddySectors * SECTOR_BITS);
    double metadata = sizes.entries() * metadataMisses * (activate + sector);
    return new ReadEnergy(
        sizes.entries() * (activate + 4 * sector),
        metadata + activate * stored + sector * sizes.sectors(),
        metadata + activate * (inDevice + spilled) + sector * sizes.sectors() + link,
        link);
  }

  private static long buddySectors(EntrySizes sizes, TargetRatio target) {
    if (target == TargetRatio.SIXTEEN) {
      // What fits 8 B takes the one sector that it shares.
      return sizes.sectors() - (sizes.withSectors(1) - sizes.over(target));
    }
    long sectors = 0;
    for (int s = target.deviceSectors() + 1; s <= 4; s++) {
      sectors += sizes.withSectors(s);
    }
    return sectors;
  }

  ReadEnergy plus(ReadEnergy other) {
    return new ReadEnergy(
        plain + other.plain,
        bandwidthOnly + other.bandwidthOnly,
        buddy + other.buddy,
        link + other.link);
  }
}
