package dev.magpie.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.memory.Told;
import dev.magpie.memory.Transfers;
import dev.magpie.memory.cache.MetadataCache.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetadataCacheTest {
  /** Two slices of one line each; the first one's are the first 256 addresses. */
  @Test
  void changedSectorsAreWrittenWhereTheyCameFrom() {
    MetadataCache cache = new MetadataCache(new Shape(2, 128, 1));
    long other = 128;
    assertThat(cache.slice(other)).isEqualTo(cache.slice(0)).isZero();
    Transfers transfers = Transfers.withPlaces();
    cache.access(other + 33, true, transfers);
    cache.access(other + 96, true, transfers);
    cache.access(other + 64, false, transfers);
    cache.access(0, false, transfers);
    assertThat(transfers.metadataAccesses).isEqualTo(4);
    assertThat(transfers.metadataMisses).isEqualTo(4);
    assertThat(transfers.metadataWritebacks).isEqualTo(2);
    assertThat(transfers.places().needed(0)).isEqualTo(5);
    assertThat(Told.places(transfers))
        .containsExactly(
            "METADATA_READ 1 at 160, unit 5",
            "METADATA_READ 1 at 224, unit 7",
            "METADATA_READ 1 at 192, unit 6",
            "METADATA_WRITE 1 at 160, unit 5",
            "METADATA_WRITE 1 at 224, unit 7",
            "METADATA_READ 1 at 0, unit 0");
  }

  @Test
  void aSliceHasAtLeastASet() {
    assertThat(new Shape(1, 128, 1).bytes()).isEqualTo(128);
    assertThat(new Shape(4, 512, 4).bytes()).isEqualTo(2048);
  }

  @ParameterizedTest
  @CsvSource({"3, 4096, 4", "0, 4096, 4", "1, 511, 4", "1, 127, 1", "1, 4096, 0"})
  void shapesWithoutASetOrAPowerOfTwoAreRefused(int slices, int sliceBytes, int ways) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Shape(slices, sliceBytes, ways))
        .withMessage(
            "no metadata cache has %d slices of %d B in %d ways"
                .formatted(slices, sliceBytes, ways));
  }
}
