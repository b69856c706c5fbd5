package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The program of {@link BlockCodec}'s Javadoc and more: what someone who has codecs as a library
 * writes first.
 */
final class BlockCodecExampleTest {

  /**
   * Codes one block and reads it back. There are two cases beside the usual one: a codec may not be
   * able to code a block, and a code may be longer than its block. In both, store the block itself.
   */
  private static byte[] store(BlockCodec codec, byte[] block) {
    MemorySegment memory = MemorySegment.ofArray(block);
    BitWriter coded = new BitWriter(codec.blockBytes());
    int tag = codec.encode(memory, 0, coded);
    if (tag == BlockCodec.RAW || coded.byteCount() >= codec.blockBytes()) {
      return block;
    }
    byte[] copy = new byte[codec.blockBytes()];
    codec.decode(new BitReader(coded), tag, MemorySegment.ofArray(copy), 0);
    assertThat(copy).isEqualTo(block);
    return coded.toByteArray();
  }

  private static byte[] ints(int... words) {
    byte[] block = new byte[4 * words.length];
    MemorySegment.ofArray(block).copyFrom(MemorySegment.ofArray(words));
    return block;
  }

  @Test
  void aBlockIsCodedAndReadBack() {
    int[] words = new int[32];
    Arrays.setAll(words, i -> 1000 + 3 * i);
    BlockCodec codec = Codecs.create("mag-bdi", Granularity.DEFAULT);
    assertThat(store(codec, ints(words))).hasSize(64);
  }

  @Test
  void aBlockThatTheCodecCannotCodeIsStoredAsItIs() {
    byte[] noise = ints(new Random(1).ints(32).toArray());
    BlockCodec codec = Codecs.create("mag-bdi", Granularity.DEFAULT);
    assertThat(codec.sizeBits(MemorySegment.ofArray(noise), 0)).isEqualTo(BlockCodec.RAW);
    assertThat(store(codec, noise)).isSameAs(noise);
  }

  @Test
  void aCodeMayBeLongerThanItsBlock() {
    byte[] noise = ints(new Random(1).ints(32).toArray());
    BlockCodec codec = Codecs.create("fpc", Granularity.DEFAULT);
    // FPC spends three bits more on each word that has no pattern.
    assertThat(codec.sizeBits(MemorySegment.ofArray(noise), 0)).isEqualTo(8 * 128 + 32 * 3);
    assertThat(store(codec, noise)).isSameAs(noise);
  }

  @Test
  void manyBlocksAtATime() {
    int[] words = new int[32 * 1000];
    Random random = new Random(1);
    Arrays.setAll(words, i -> i % 5000 < 4000 ? i : random.nextInt());
    MemorySegment memory = MemorySegment.ofArray(words);

    Granularity bytes = new Granularity(128, 1);
    BulkCodec bulk = new BulkCodec(Codecs.create("bpc", bytes), bytes);
    int[] tags = new int[1000];
    int[] sizes = new int[1000];
    MemorySegment coded = MemorySegment.ofArray(new byte[(int) memory.byteSize()]);
    long length = bulk.encode(memory, 0, tags, sizes, coded, 0);

    MemorySegment copy = MemorySegment.ofArray(new byte[(int) memory.byteSize()]);
    bulk.decode(coded, 0, tags, sizes, copy, 0);
    assertThat(copy.mismatch(memory)).isEqualTo(-1);
    assertThat(length).isLessThan(memory.byteSize() / 2);
    // Noise is stored raw, and takes no more than its own size.
    assertThat(tags).contains(BlockCodec.RAW);
    assertThat(sizes).contains(128);

    // One block alone, which starts behind those before it.
    long at = Arrays.stream(sizes, 0, 500).asLongStream().sum();
    MemorySegment block = MemorySegment.ofArray(new byte[128]);
    bulk.decodeBlock(coded, at, tags[500], sizes[500], block, 0);
    assertThat(block.get(ValueLayout.JAVA_INT_UNALIGNED, 0)).isEqualTo(words[500 * 32]);
  }

  @Test
  void aBlockIsExplained() {
    BlockCodec codec = Codecs.create("fpc", new Granularity(32, 32));
    byte[] block = ints(0, 0, 0, 0, 0, 7, -1, 0x12345678);
    assertThat(codec.explain(MemorySegment.ofArray(block), 0).toString())
        .startsWith(
            """
            bit 0  prefix  000  a run of zero words
            bit 3  run  100  words 0 to 4 = 0x00000000
            bit 6  prefix  001  4 bits, sign-extended
            bit 9  word 5  0111  = 0x00000007
            """);
  }
}
