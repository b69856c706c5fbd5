package dev.magpie.memory.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.Words;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaggedCodecTest {
  private static TaggedCodec codec(String name) {
    return new TaggedCodec(Codecs.create(name, Granularity.DEFAULT));
  }

  /** ZVC has a bit for each word, and the words that are not zero. */
  @ParameterizedTest
  @CsvSource({"0, 4", "1, 8", "30, 124", "31, 128", "32, 128"})
  void aCodeIsSmallerThanItsBlockOrNone(int words, int bytes) {
    TaggedCodec codec = codec("zvc");
    assertThat(codec.bytes(Words.block(128, words), 0)).isEqualTo(bytes);
    assertThat(codec.encode(Words.block(128, words), 0)).isEqualTo(bytes);
    assertThat(codec.tag()).isEqualTo(bytes < 128 ? 0 : BlockCodec.RAW);
  }

  @Test
  void theTagIsThatOfTheBlockEncodedOrDecodedLast() {
    BlockCodec inner = Codecs.create("bdi", Granularity.DEFAULT);
    TaggedCodec codec = codec("bdi");
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    block.fill((byte) 3);
    int tag = inner.encode(block, 0, new BitWriter(256));
    int bytes = codec.encode(block, 0);
    assertThat(codec.tag()).isEqualTo(tag).isPositive();
    MemorySegment code = MemorySegment.ofArray(new byte[256]);
    codec.copyTo(code, 5);
    codec.encode(Words.block(128, 32), 0);
    assertThat(codec.tag()).isEqualTo(BlockCodec.RAW);
    MemorySegment decoded = MemorySegment.ofArray(new byte[128]);
    codec.decode(code, 5, bytes, decoded, 0);
    assertThat(codec.tag()).isEqualTo(tag);
    assertThat(decoded.mismatch(block)).isEqualTo(-1);
  }
}
