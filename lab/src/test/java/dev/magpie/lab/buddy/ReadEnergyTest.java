package dev.magpie.lab.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.buddy.EntrySizes;
import dev.magpie.memory.buddy.TargetRatio;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Energies of a few entries, by hand. */
class ReadEnergyTest {
  private static final Offset<Double> EXACT = within(1e-6);
  private static final double SECTOR = 256 * 3.48;

  /** One entry of zeros, one that fits 8 B, one of 2 sectors and one of 4. */
  private static final EntrySizes SIZES = new EntrySizes(4, 7, 0, 2, 1, 1, 2);

  @Test
  void withoutCompressionAllIsRead() {
    for (TargetRatio target : TargetRatio.values()) {
      assertThat(ReadEnergy.of(SIZES, target, 0, 0).plain())
          .isCloseTo(4 * (909 + 4 * SECTOR), EXACT);
    }
    assertThat(ReadEnergy.of(SIZES, TargetRatio.ONE, 1, 0).plain()).isCloseTo(16 * SECTOR, EXACT);
  }

  @Test
  void zerosAreNotRead_butTheirMetadataMayBe() {
    ReadEnergy energy = ReadEnergy.of(SIZES, TargetRatio.ONE, 0, 0.25);
    assertThat(energy.bandwidthOnly()).isCloseTo(3 * 909 + 7 * SECTOR + 909 + SECTOR, EXACT);
    assertThat(energy.buddy()).isEqualTo(energy.bandwidthOnly());
  }

  @Test
  void whatSpillsCrossesTheLinkWithAHeader() {
    double without = 3 * 909 + 7 * SECTOR;
    assertThat(ReadEnergy.of(SIZES, TargetRatio.TWO, 0, 0).buddy())
        .isCloseTo(without + 909 + 22 * (256 + 2 * 256), EXACT);
    assertThat(ReadEnergy.of(SIZES, TargetRatio.FOUR, 0, 0).buddy())
        .isCloseTo(without + 2 * 909 + 22 * (2 * 256 + 4 * 256), EXACT);
    // At 16x, what does not fit 8 B is in buddy memory alone.
    assertThat(ReadEnergy.of(SIZES, TargetRatio.SIXTEEN, 0, 0).buddy())
        .isCloseTo(without + 22 * (2 * 256 + 6 * 256), EXACT);
  }
}
