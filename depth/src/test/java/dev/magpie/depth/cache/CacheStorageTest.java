package dev.magpie.depth.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.magpie.depth.codec.CompressionScheme;
import dev.magpie.depth.event.FrameShape;
import dev.magpie.depth.event.TileShape;
import org.junit.jupiter.api.Test;

class CacheStorageTest {
  private static final FrameShape FULL_HD = new FrameShape(1920, 1080, TileShape.DEFAULT);

  private static Configuration of(CodecPlacement placement, String codec, int bytes) {
    return Configuration.of(placement, CompressionScheme.parse(codec), CacheShape.of(bytes));
  }

  @Test
  void tagsNameLinesBeforeAndTilesAfterTheCache() {
    // 32,400 tiles take 15 bits, their lines 17; 64 tiles or 256 lines have an order of 6 or 8.
    assertThat(CacheStorage.of(of(CodecPlacement.POST, "raw", 16 << 10), FULL_HD))
        .isEqualTo(new CacheStorage(16 << 10, 64 * (15 + 2 + 6), 0));
    assertThat(CacheStorage.of(of(CodecPlacement.POST, "do", 16 << 10), FULL_HD))
        .isEqualTo(new CacheStorage(16 << 10, 64 * (15 + 2 + 6), 512));
    assertThat(CacheStorage.of(of(CodecPlacement.POST, "c", 16 << 10), FULL_HD))
        .isEqualTo(new CacheStorage(16 << 10, 64 * (15 + 2 + 6 + 2), 512));
    assertThat(CacheStorage.of(of(CodecPlacement.PRE, "do", 16 << 10), FULL_HD))
        .isEqualTo(new CacheStorage(16 << 10, 256 * (17 + 2 + 8), 512));
    assertThat(new CacheStorage(64, 9, 2).bytes()).isEqualTo(64 + 2 + 2);
  }

  @Test
  void setsThatAnAddressNamesShortenTags() {
    CacheShape modulo = new CacheShape(16 << 10, 4, CacheShape.Index.MODULO);
    assertThat(
            CacheStorage.of(of(CodecPlacement.PRE, "raw", 16 << 10).with(modulo), FULL_HD)
                .tagBits())
        .isEqualTo(256 * (17 - 6 + 2 + 2));
  }

  @Test
  void theLargestCacheTakesNoMoreAndOneMoreTileWould() {
    long bytes = CacheStorage.of(of(CodecPlacement.PRE, "c", 16 << 10), FULL_HD).bytes();
    for (String codec : new String[] {"raw", "do", "c"}) {
      Configuration found =
          CacheStorage.largest(of(CodecPlacement.POST, codec, 256), FULL_HD, bytes);
      assertThat(CacheStorage.of(found, FULL_HD).bytes()).isLessThanOrEqualTo(bytes);
      Configuration larger = found.with(CacheShape.of(found.cache().bytes() + 256));
      assertThat(CacheStorage.of(larger, FULL_HD).bytes()).isGreaterThan(bytes);
      assertThat(found.cache().bytes()).isGreaterThan(16 << 10);
    }
    assertThatThrownBy(
            () -> CacheStorage.largest(of(CodecPlacement.POST, "raw", 256), FULL_HD, 256))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("256 bytes");
  }
}
