package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.cache.MetadataCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuddyConfigTest {
  private static final BuddyConfig CONFIG = BuddyConfig.ofDevice(1 << 20);

  @Test
  void theUsualOneIsThePapers() {
    assertThat(CONFIG.deviceBytes()).isEqualTo(1 << 20);
    assertThat(CONFIG.maxRatio()).isEqualTo(4);
    assertThat(CONFIG.codec().blockBytes()).isEqualTo(128);
    assertThat(CONFIG.pageSize()).isEqualTo(PageSize.KIB_64);
    assertThat(CONFIG.metadataCache().bytes()).isEqualTo(64 << 10);
    assertThat(CONFIG.buddyBase()).isZero();
  }

  @Test
  void aChangeLeavesAllElse() {
    BlockCodec codec = Codecs.create("bdi", Granularity.DEFAULT);
    MetadataCache.Shape cache = MetadataCache.Shape.EVALUATED;
    BuddyConfig changed =
        CONFIG
            .withDeviceBytes(2 << 20)
            .withMaxRatio(3)
            .withCodec(codec)
            .withPageSize(PageSize.MIB_2)
            .withMetadataCache(cache)
            .withBuddyBase(4096);
    assertThat(changed).isEqualTo(new BuddyConfig(2 << 20, 3, codec, PageSize.MIB_2, cache, 4096));
  }

  @ParameterizedTest
  @ValueSource(longs = {-128, 0, 64, 127, 129})
  void deviceMemoryIsWholeEntries(long bytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CONFIG.withDeviceBytes(bytes))
        .withMessage("device memory is a multiple of 128 bytes, not " + bytes);
    assertThat(CONFIG.withDeviceBytes(128).deviceBytes()).isEqualTo(128);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 17})
  void theRatioHasLimits(int ratio) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CONFIG.withMaxRatio(ratio))
        .withMessage("the ratio's limit is 1 to 16, not " + ratio);
    assertThat(CONFIG.withMaxRatio(16).heapBytes()).isEqualTo(16 << 20);
  }

  /** As a device that does not grow: nothing is set aside, and all of it holds targets of one. */
  @Test
  void aRatioOfOneHasNoCarveOut() {
    BuddyConfig config = CONFIG.withMaxRatio(1);
    assertThat(config.carveOutBytes()).isZero();
    assertThat(config.heapBytes()).isEqualTo(1 << 20);
  }

  @Test
  void aCodecForOtherBlocksIsRefused() {
    BlockCodec codec = Codecs.create("bdi", new Granularity(64, 32));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CONFIG.withCodec(codec))
        .withMessage("memory-entries have 128 bytes, and the codec's blocks 64");
  }
}
