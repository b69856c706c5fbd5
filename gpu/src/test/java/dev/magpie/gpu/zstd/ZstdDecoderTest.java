package dev.magpie.gpu.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames are those of the command {@code zstd}, version 1.5.4. */
class ZstdDecoderTest {
  private static final int MOST = 1 << 20;

  /** {@code zstd -19} of the text below: several blocks, with tables that are repeated. */
  private static byte[] words() throws IOException {
    try (InputStream in = ZstdDecoderTest.class.getResourceAsStream("words.zst")) {
      return in.readAllBytes();
    }
  }

  private static String text() {
    String[] words = {
      "load", "store", "warp", "sector", "burst", "line", "tile", "codec", "ratio", "block",
      "slice", "channel"
    };
    StringBuilder text = new StringBuilder();
    long state = 12_345;
    for (int i = 0; i < 30_000; i++) {
      state = state * 1_103_515_245 + 12_345 & 0x7fff_ffff;
      text.append(i == 0 ? "" : " ").append(words[(int) ((state >>> 16) % words.length)]);
      if (i % 5 == 0) {
        text.append(state >>> 20);
      }
    }
    return text.toString();
  }

  private static String decoded(byte[] frame) throws IOException {
    return new String(new ZstdDecoder(new byte[0]).decode(frame, MOST), StandardCharsets.US_ASCII);
  }

  @Test
  void blocksOfALongTextAreDecoded() throws IOException {
    assertThat(decoded(words())).isEqualTo(text());
  }

  /** Bytes that are left as they are, one that is repeated, and none at all. */
  @ParameterizedTest
  @CsvSource({
    "28b52ffd2000010000, ''",
    "28b52ffd2005290000 6d61677069, magpi",
    "28b52ffd200a530000 78, xxxxxxxxxx",
  })
  void simpleBlocksAreDecoded(String frame, String content) throws IOException {
    assertThat(decoded(HexFormat.of().parseHex(frame.replace(" ", "")))).isEqualTo(content);
  }

  @Test
  void aFrameHasNoMoreThanItMay() throws IOException {
    byte[] frame = words();
    assertThatThrownBy(() -> new ZstdDecoder(new byte[0]).decode(frame, 1000))
        .isInstanceOf(ZstdException.class)
        .hasMessage("a frame has more than 1000 bytes");
  }

  @Test
  void whatIsNoFrameIsTold() {
    assertThatThrownBy(() -> decoded("magpie".getBytes(StandardCharsets.US_ASCII)))
        .isInstanceOf(ZstdException.class)
        .hasMessage("is no frame of Zstandard");
  }

  /** Whatever bytes there are, they are decoded or refused. */
  @Test
  void damagedFramesEndInAMessage() throws IOException {
    byte[] whole = words();
    SplittableRandom random = new SplittableRandom(3);
    ZstdDecoder decoder = new ZstdDecoder(new byte[0]);
    for (int i = 0; i < 400; i++) {
      byte[] damaged = whole.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        int most = random.nextBoolean() ? 40 : damaged.length;
        damaged[random.nextInt(most)] = (byte) random.nextInt(256);
      }
      if (random.nextInt(4) == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      try {
        assertThat(decoder.decode(damaged, MOST)).hasSizeLessThanOrEqualTo(MOST);
      } catch (ZstdException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(decoder.decode(whole, MOST)).hasSize(text().length());
  }

  /** A trained dictionary begins with its magic number; anything may stand behind. */
  @Test
  void damagedDictionariesEndInAMessage() {
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 2_000; i++) {
      byte[] dictionary = new byte[8 + random.nextInt(60)];
      random.nextBytes(dictionary);
      System.arraycopy(HexFormat.of().parseHex("37a430ec"), 0, dictionary, 0, 4);
      try {
        new ZstdDecoder(dictionary);
      } catch (ZstdException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }
}
