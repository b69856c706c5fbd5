package dev.magpie.memory.buddy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BitReader;
import dev.magpie.codec.BitWriter;
import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Explanation;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryCodecTest {
  private static BlockCodec codec(String name) {
    return Codecs.create(name, Granularity.DEFAULT);
  }

  private static MemorySegment filled(int value) {
    byte[] bytes = new byte[128];
    Arrays.fill(bytes, (byte) value);
    return MemorySegment.ofArray(bytes);
  }

  private static MemorySegment noise() {
    byte[] bytes = new byte[128];
    new SplittableRandom(5).nextBytes(bytes);
    return MemorySegment.ofArray(bytes);
  }

  @Test
  void aBlockIsZeroIfEachByteOfItIs() {
    MemorySegment memory = MemorySegment.ofArray(new byte[144]);
    for (int at = 0; at < 144; at++) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
      assertThat(EntryCodec.isZero(memory, 8, 128))
          .as("byte %d", at)
          .isEqualTo(at < 8 || at >= 136);
      assertThat(EntryCodec.isZero(memory, 8, 8)).as("byte %d", at).isEqualTo(at < 8 || at >= 16);
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bdi", "bpc", "mag-bdi"})
  void zerosTakeNoBits(String name) {
    EntryCodec codec = new EntryCodec(codec(name));
    BitWriter out = new BitWriter(256);
    assertThat(codec.sizeBits(filled(0), 0)).isZero();
    assertThat(codec.encode(filled(0), 0, out)).isZero();
    assertThat(out.bitCount()).isZero();
    MemorySegment decoded = filled(3);
    codec.decode(new BitReader(out), 0, decoded, 0);
    assertThat(decoded.mismatch(filled(0))).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bdi", "bpc", "mag-bdi"})
  void theTagPrecedesThePayloadAndCounts(String name) {
    BlockCodec inner = codec(name);
    EntryCodec codec = new EntryCodec(inner);
    MemorySegment block = filled(3);
    int size = inner.sizeBits(block, 0) + inner.tagBits();
    assertThat(codec.sizeBits(block, 0)).isEqualTo(size);
    assertThat(codec.tagBits()).isZero();
    // Behind what somebody else has written.
    BitWriter out = new BitWriter(256);
    out.write(0b101, 3);
    assertThat(codec.encode(block, 0, out)).isZero();
    assertThat(out.bitCount()).isEqualTo(3 + size);
    BitWriter payload = new BitWriter(256);
    int tag = inner.encode(block, 0, payload);
    BitReader in = new BitReader(out);
    assertThat(in.read(3)).isEqualTo(0b101);
    assertThat(in.peek(inner.tagBits())).isEqualTo(tag);
    MemorySegment decoded = filled(0);
    codec.decode(in, 0, decoded, 0);
    assertThat(decoded.mismatch(block)).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bdi", "bpc", "mag-bdi"})
  void sizesOfManyBlocksAreThoseOneByOne(String name) {
    EntryCodec codec = new EntryCodec(codec(name));
    MemorySegment memory = MemorySegment.ofArray(new byte[8 + 5 * 128]);
    memory.asSlice(8 + 128, 128).copyFrom(noise());
    memory.asSlice(8 + 256, 128).copyFrom(filled(9));
    // Zero but for its last byte.
    memory.set(ValueLayout.JAVA_BYTE, 8 + 511, (byte) 1);
    int[] sizes = new int[5];
    codec.sizeBits(memory, 8, sizes);
    for (int i = 0; i < 5; i++) {
      assertThat(sizes[i]).as("block %d", i).isEqualTo(codec.sizeBits(memory, 8 + 128L * i));
    }
    assertThat(sizes[0]).isZero();
    assertThat(sizes[2]).isBetween(1, 1023);
    assertThat(sizes[3]).isBetween(1, 1023);
    assertThat(sizes[4]).isZero();
  }

  @Test
  void whatHasNoCodeHasNoSize() {
    EntryCodec codec = new EntryCodec(codec("bdi"));
    assertThat(codec.sizeBits(noise(), 0)).isEqualTo(BlockCodec.RAW);
    assertThat(codec.encode(noise(), 0, new BitWriter(256))).isEqualTo(BlockCodec.RAW);
    assertThat(codec.whyRaw(noise(), 0)).isEqualTo(codec("bdi").whyRaw(noise(), 0)).isNotEmpty();
  }

  @Test
  void zerosAreExplainedWithoutAField() {
    assertThat(new EntryCodec(codec("bdi")).explain(filled(0), 0)).hasToString("all zeros");
  }

  @Test
  void theTagIsExplainedAsTheFirstField() {
    BlockCodec inner = codec("bdi");
    MemorySegment block = filled(3);
    Explanation.Coded coded = (Explanation.Coded) new EntryCodec(inner).explain(block, 0);
    Explanation.Coded ofInner = (Explanation.Coded) inner.explain(block, 0);
    assertThat(coded.tag()).isEmpty();
    assertThat(coded.fields().getFirst())
        .isEqualTo(new Explanation.Field("tag", ofInner.tag(), "the codec's tag"));
    assertThat(coded.bits()).isEqualTo(ofInner.tag() + ofInner.bits());
    assertThat(coded.encoding()).isEqualTo(ofInner.encoding());
  }

  @Test
  void aCodecWithoutATagIsExplainedAsItIs() {
    BlockCodec inner = codec("bpc");
    assertThat(inner.tagBits()).isZero();
    MemorySegment block = filled(3);
    assertThat(new EntryCodec(inner).explain(block, 0)).isEqualTo(inner.explain(block, 0));
  }
}
