package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many blocks at a time are coded as they are one by one, and none takes more than its own size.
 */
final class BulkCodecTest {
  private static final int MOST_ROUNDS = 500;

  static Stream<String> families() {
    return Codecs.families().stream().map(CodecFamily::name);
  }

  @ParameterizedTest
  @MethodSource("families")
  void codesManyBlocksAsItDoesOne(String family) {
    for (BlockCodec codec : CodecCases.codecs(family)) {
      assertBulk(codec, new Granularity(codec.blockBytes(), 1));
      assertBulk(codec, new Granularity(codec.blockBytes(), 16));
    }
  }

  /** Kernels that look ahead, or at a word that does not matter, stay in the block. */
  @ParameterizedTest
  @MethodSource("families")
  void sizesTheLastBlockOfMemory(String family) {
    for (BlockCodec codec : CodecCases.codecs(family)) {
      MemorySegment block = MemorySegment.ofArray(new byte[codec.blockBytes()]);
      for (int value : new int[] {0, 1, -1}) {
        block.fill((byte) value);
        int[] sizes = new int[1];
        codec.sizeBits(block, 0, sizes);
        assertThat(sizes).as("%s of %d", codec, value).containsExactly(codec.sizeBits(block, 0));
      }
    }
  }

  private static void assertBulk(BlockCodec codec, Granularity granularity) {
    List<byte[]> samples = SampleBlocks.of(codec.blockBytes());
    MemorySegment source = joined(samples);
    int[] tags = new int[samples.size()];
    int[] sizes = new int[samples.size()];
    // No more room than all blocks need that are stored as they are, behind a byte that is not its.
    MemorySegment coded = MemorySegment.ofArray(new byte[(int) source.byteSize() + 1]);
    BulkCodec bulk = new BulkCodec(codec, granularity);
    assertThat(bulk.encode(source, 0, tags, sizes, coded, 1))
        .isEqualTo(Arrays.stream(sizes).asLongStream().sum());
    assertThat(coded.get(ValueLayout.JAVA_BYTE, 0)).isZero();
    // Whatever was in the target before.
    MemorySegment used = MemorySegment.ofArray(new byte[(int) coded.byteSize()]).fill((byte) -1);
    long bytes = bulk.encode(source, 0, new int[tags.length], new int[tags.length], used, 1);
    assertThat(MemorySegment.mismatch(coded, 1, 1 + bytes, used, 1, 1 + bytes)).isEqualTo(-1);

    MemorySegment decoded = MemorySegment.ofArray(new byte[(int) source.byteSize()]);
    bulk.decode(coded, 1, tags, sizes, decoded, 0);
    BitWriter one = new BitWriter(0);
    MemorySegment copy = MemorySegment.ofArray(new byte[codec.blockBytes()]);
    long at = 1;
    for (int block = 0; block < tags.length; block++) {
      byte[] sample = samples.get(block);
      int size = codec.sizeBits(MemorySegment.ofArray(sample), 0);
      one.reset();
      int tag = codec.encode(MemorySegment.ofArray(sample), 0, one);
      int expectedBytes =
          size == 0 ? 0 : Math.min(codec.blockBytes(), granularity.effectiveBytes(size));
      assertThat(sizes[block]).isEqualTo(expectedBytes);
      boolean raw = expectedBytes == codec.blockBytes();
      assertThat(tags[block]).isEqualTo(raw ? BlockCodec.RAW : tag);
      byte[] expected = raw ? sample : CodecCases.decoded(codec, sample);
      long start = (long) block * codec.blockBytes();
      assertThat(
              decoded.asSlice(start, codec.blockBytes()).mismatch(MemorySegment.ofArray(expected)))
          .isEqualTo(-1);
      bulk.decodeBlock(coded, at, tags[block], sizes[block], copy, 0);
      assertThat(copy.mismatch(MemorySegment.ofArray(expected))).isEqualTo(-1);
      at += sizes[block];
    }
  }

  private static MemorySegment joined(List<byte[]> blocks) {
    int blockBytes = blocks.getFirst().length;
    byte[] bytes = new byte[blocks.size() * blockBytes];
    for (int block = 0; block < blocks.size(); block++) {
      System.arraycopy(blocks.get(block), 0, bytes, block * blockBytes, blockBytes);
    }
    return MemorySegment.ofArray(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"c-pack", "fibonacci", "mpc", "e2mc", "fvc"})
  void allocatesNothing(String specification) {
    CodecSpec spec = CodecSpec.parse(specification);
    BlockCodec codec = spec.create(Granularity.DEFAULT, CodecCases.table(spec, 128));
    BulkCodec bulk = new BulkCodec(codec, Granularity.DEFAULT);
    MemorySegment source = joined(SampleBlocks.of(128));
    int[] tags = new int[(int) source.byteSize() / 128];
    int[] sizes = new int[tags.length];
    MemorySegment coded = MemorySegment.ofArray(new byte[(int) source.byteSize()]);
    MemorySegment decoded = MemorySegment.ofArray(new byte[(int) source.byteSize()]);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = Long.MAX_VALUE;
    for (int round = 0; round < MOST_ROUNDS && allocated > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      bulk.encode(source, 0, tags, sizes, coded, 0);
      bulk.decode(coded, 0, tags, sizes, decoded, 0);
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(allocated).as("bytes in the last round").isZero();
  }

  @Test
  void saysWhichBlockIsDamaged() {
    BulkCodec bulk =
        new BulkCodec(Codecs.create("mag-bdi", Granularity.DEFAULT), Granularity.DEFAULT);
    MemorySegment memory = MemorySegment.ofArray(new byte[4 * 128]);
    int[] tags = new int[4];
    int[] sizes = new int[4];
    MemorySegment coded = MemorySegment.ofArray(new byte[4 * 128]);
    assertThat(bulk.encode(memory, 0, tags, sizes, coded, 0)).isEqualTo(4 * 32);
    tags[2] = 9;
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() -> bulk.decode(coded, 0, tags, sizes, memory, 0))
        .withMessage("block 2: MAG-aware BDI has 3 units here, and none has tag 9");
    tags[1] = BlockCodec.RAW;
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() -> bulk.decode(coded, 0, tags, sizes, memory, 0))
        .withMessage("block 1: 32 bytes are no size of a raw block of 128");
    sizes[0] = 129;
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() -> bulk.decode(coded, 0, tags, sizes, memory, 0))
        .withMessage("block 0: 129 bytes are no size of a block of 128");
  }

  @Test
  void refusesWhatDoesNotMatch() {
    BlockCodec codec = Codecs.create("bpc", Granularity.DEFAULT);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BulkCodec(codec, new Granularity(64, 32)))
        .withMessage("the codec is for blocks of 128 bytes, not 64");
    BulkCodec bulk = new BulkCodec(codec, Granularity.DEFAULT);
    MemorySegment memory = MemorySegment.ofArray(new byte[256]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bulk.encode(memory, 0, new int[2], new int[1], memory, 0))
        .withMessage("2 blocks have tags and 1 have sizes");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> bulk.decode(memory, 0, new int[1], new int[2], memory, 0))
        .withMessage("1 blocks have tags and 2 have sizes");
  }
}
