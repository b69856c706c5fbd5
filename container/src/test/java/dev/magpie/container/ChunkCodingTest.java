package dev.magpie.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Codecs;
import dev.magpie.codec.Granularity;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkCodingTest {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Whatever is there before: a chunk, and data, as another one's left them. */
  private static MemorySegment dirty(long bytes) {
    MemorySegment memory = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    memory.fill((byte) 0xa5);
    return memory;
  }

  /** Entries of one, two and four bytes, with the highest tag. */
  @ParameterizedTest
  @CsvSource({"128, 32, 5", "128, 32, 13", "256, 1, 7", "256, 1, 15", "256, 128, 15"})
  void tagsComeBackFromEntriesOfAnySize(int blockBytes, int magBytes, int tagBits) {
    Granularity granularity = new Granularity(blockBytes, magBytes);
    BlockCodec codec = new TagOfTheBlock(granularity, tagBits);
    Layout layout = new Layout(granularity, codec);
    int blocks = 11;
    MemorySegment data = MemorySegment.ofArray(new byte[blocks * blockBytes]);
    Random random = new Random(tagBits);
    int most = (1 << tagBits) - 1;
    for (int block = 0; block < blocks; block++) {
      short tag = (short) (block == 0 ? most : random.nextInt(most + 1));
      data.set(ValueLayout.JAVA_SHORT_UNALIGNED, (long) block * blockBytes, tag);
      short code = (short) random.nextInt();
      data.set(ValueLayout.JAVA_SHORT_UNALIGNED, (long) block * blockBytes + 2, code);
    }
    MemorySegment chunk = dirty(layout.most(blocks));
    int bytes = (int) data.byteSize();
    int size = new ChunkEncoder(codec, granularity, layout).encode(data, bytes, 5, 22, chunk);

    MemorySegment file = chunk.asSlice(0, size);
    ChunkHead head = ChunkHead.read(file, 0);
    int payload = blocks * Math.max(2, magBytes);
    assertThat(head.member()).isEqualTo(5);
    assertThat(head.firstBlock()).isEqualTo(22);
    assertThat(head.dataBytes()).isEqualTo(bytes);
    assertThat(head.payloadBytes()).isEqualTo(payload);
    assertThat(size).isEqualTo(layout.size(blocks, payload));

    ChunkDecoder decoder = new ChunkDecoder(codec, granularity, layout);
    assertThat(decoder.isHeadWhole(file, 0, head)).isTrue();
    MemorySegment back = dirty(bytes);
    assertThat(decoder.decode(file, 0, head, back)).isNull();
    assertThat(back.mismatch(data)).isEqualTo(-1);
    for (int block = 0; block < blocks; block++) {
      back = dirty(blockBytes);
      assertThat(decoder.decodeBlock(file, 0, blocks, block, back, 0)).isTrue();
      long at = (long) block * blockBytes;
      assertThat(back.mismatch(data.asSlice(at, blockBytes))).isEqualTo(-1);
    }
  }

  /** Its check is right: what is coded so is not what the codec's blocks are. */
  @Test
  void aBlockWithATagThatIsNoneIsDamaged() {
    BlockCodec codec = Codecs.create("bdi", Granularity.DEFAULT);
    Layout layout = new Layout(Granularity.DEFAULT, codec);
    MemorySegment data = MemorySegment.ofArray(new byte[4 * 128]);
    for (int word = 0; word < 128; word++) {
      data.set(INT, 4L * word, 0x1234_5678 + word);
    }
    MemorySegment chunk = dirty(layout.most(4));
    new ChunkEncoder(codec, Granularity.DEFAULT, layout).encode(data, 512, 0, 0, chunk);
    int entry = chunk.get(ValueLayout.JAVA_BYTE, 49);
    chunk.set(ValueLayout.JAVA_BYTE, 49, (byte) (entry | 15 << layout.granuleBits));
    chunk.set(INT, 4, Checksums.crc32c(chunk, 8, layout.payload(4) - 8));
    ChunkHead head = ChunkHead.read(chunk, 0);
    ChunkDecoder decoder = new ChunkDecoder(codec, Granularity.DEFAULT, layout);
    assertThat(decoder.isHeadWhole(chunk, 0, head)).isTrue();

    MemorySegment back = dirty(512);
    assertThat(decoder.decode(chunk, 0, head, back)).isEqualTo(BitSet.valueOf(new long[] {0b10}));
    data.asSlice(128, 128).fill((byte) 0);
    assertThat(back.mismatch(data)).isEqualTo(-1);
    assertThat(decoder.decodeBlock(chunk, 0, 4, 0, back, 0)).isTrue();
    assertThat(decoder.decodeBlock(chunk, 0, 4, 1, back, 0)).isFalse();
  }

  /** One encoder for chunks of several sizes, in memory that others have used. */
  @Test
  void zerosStandBehindTheDataAndBetweenTheParts() {
    BlockCodec codec = Codecs.create("mag-bdi", Granularity.DEFAULT);
    Layout layout = new Layout(Granularity.DEFAULT, codec);
    ChunkEncoder encoder = new ChunkEncoder(codec, Granularity.DEFAULT, layout);
    for (int bytes : new int[] {1, 127, 128, 129, 20 * 128, 7 * 128 + 5}) {
      int blocks = Math.ceilDiv(bytes, 128);
      MemorySegment data = dirty(128L * blocks + 64);
      MemorySegment chunk = dirty(layout.most(blocks));
      int size = encoder.encode(data, bytes, 0, 0, chunk);
      assertThat(size % 64).isZero();
      assertZeros(data, bytes, 128 * blocks);
      assertThat(data.get(ValueLayout.JAVA_BYTE, 128L * blocks))
          .as("behind it")
          .isEqualTo((byte) 0xa5);
      assertZeros(chunk, 40, 48);
      assertZeros(chunk, 48 + 3 * blocks, layout.payload(blocks));
      assertZeros(chunk, layout.payload(blocks) + chunk.get(INT, 36), size);
    }
  }

  private static void assertZeros(MemorySegment memory, int from, int end) {
    for (int at = from; at < end; at++) {
      assertThat(memory.get(ValueLayout.JAVA_BYTE, at)).as("byte %d", at).isZero();
    }
  }
}
