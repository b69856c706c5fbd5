package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What lossy codecs give up, and when. */
final class LossyCodecTest {
  private static final List<String> CODECS = List.of("tslc-simp", "tslc-pred", "tslc-opt", "qslc");

  private static LossyCodec codec(String specification, Granularity granularity) {
    CodecSpec spec = CodecSpec.parse(specification);
    CodecTable table = CodecCases.table(spec, granularity.blockBytes());
    return (LossyCodec) spec.create(granularity, table);
  }

  /** The sample blocks of a codec's size that it approximates. */
  private static List<byte[]> approximated(LossyCodec codec) {
    List<byte[]> blocks =
        SampleBlocks.of(codec.blockBytes()).stream()
            .filter(block -> codec.approximates(MemorySegment.ofArray(block), 0))
            .toList();
    assertThat(blocks).as("approximated samples").hasSizeGreaterThan(20);
    return blocks;
  }

  @ParameterizedTest
  @CsvSource({"128, 32, 16", "128, 16, 16", "128, 64, 40", "256, 32, 5", "64, 32, 16"})
  void givesUpOnlyWhatBringsABlockToTheMultipleBelow(int block, int mag, int threshold) {
    Granularity granularity = new Granularity(block, mag);
    for (String name : CODECS) {
      LossyCodec codec = codec(name + ":threshold=" + threshold, granularity);
      for (byte[] sample : SampleBlocks.of(block)) {
        MemorySegment memory = MemorySegment.ofArray(sample);
        int exact = codec.lossless().sizeBits(memory, 0);
        int size = codec.sizeBits(memory, 0);
        if (!codec.approximates(memory, 0)) {
          assertThat(size).isEqualTo(exact);
        } else {
          int extra = granularity.storedBytes(exact) % mag;
          assertThat(extra).isBetween(1, threshold);
          assertThat(granularity.granules(size)).isLessThan(granularity.granules(exact));
        }
      }
      approximated(codec);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tslc-simp", "tslc-pred", "tslc-opt"})
  void keepsAllButOneRunOfSymbols(String name) {
    LossyCodec codec = codec(name, Granularity.DEFAULT);
    for (byte[] block : approximated(codec)) {
      int[] lost = lost(codec, block);
      byte[] decoded = CodecCases.decoded(codec, block);
      for (int symbol = 0; symbol < 64; symbol++) {
        if (symbol < lost[0] || symbol >= lost[0] + lost[1]) {
          assertThat(symbol(decoded, symbol)).isEqualTo(symbol(block, symbol));
        } else {
          int expected =
              name.equals("tslc-simp") ? 0 : symbol(block, neighbour(symbol, lost[0], lost[1]));
          assertThat(symbol(decoded, symbol)).isEqualTo(expected);
        }
      }
    }
  }

  /** The last kept symbol of the same half of a word before the run, else the first behind it. */
  private static int neighbour(int symbol, int start, int length) {
    for (int before = start - 1; before >= 0; before--) {
      if (before % 2 == symbol % 2) {
        return before;
      }
    }
    return IntStream.range(start + length, 64)
        .filter(behind -> behind % 2 == symbol % 2)
        .findFirst()
        .orElseThrow();
  }

  /** Start and length of the run that the header names. */
  private static int[] lost(LossyCodec codec, byte[] block) {
    BitWriter coded = new BitWriter(128);
    codec.encode(MemorySegment.ofArray(block), 0, coded);
    BitReader header = new BitReader(coded);
    assertThat(header.read(1)).isEqualTo(1);
    return new int[] {(int) header.read(6), (int) header.read(4) + 1};
  }

  /** Behind the block there is nothing to leave out. */
  @Test
  void aRunBeyondTheBlockIsRefused() {
    LossyCodec codec = codec("tslc-opt", Granularity.DEFAULT);
    BitWriter coded = new BitWriter(128);
    coded.write(1, 1);
    coded.write(63, 6);
    coded.write(15, 4);
    coded.padTo(1000);
    MemorySegment target = MemorySegment.ofArray(new byte[128]);
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() -> codec.decode(new BitReader(coded), 0, target, 0))
        .withMessage("no block leaves out 16 symbols from the 63th on");
  }

  @Test
  void extraNodesLoseNoMoreSymbols() {
    LossyCodec tree = codec("tslc-pred", Granularity.DEFAULT);
    LossyCodec extra = codec("tslc-opt", Granularity.DEFAULT);
    List<Integer> lengths = new ArrayList<>();
    for (byte[] block : approximated(tree)) {
      int length = lost(extra, block)[1];
      assertThat(length).isLessThanOrEqualTo(lost(tree, block)[1]);
      lengths.add(length);
    }
    assertThat(lengths).contains(3, 6, 12);
  }

  @Test
  void theHeaderOfA128ByteBlockHas32Bits() {
    BlockCodec exact = codec("tslc-opt", Granularity.DEFAULT).lossless();
    CodecSpec e2mc = CodecSpec.parse("e2mc:ways=1");
    BlockCodec plain = e2mc.create(Granularity.DEFAULT, CodecCases.table(e2mc, 128));
    // Without pointers, and four ways of the same symbols fill whole bytes or waste up to seven.
    for (byte[] block : SampleBlocks.of(128)) {
      MemorySegment memory = MemorySegment.ofArray(block);
      int size = exact.sizeBits(memory, 0);
      if (size != BlockCodec.RAW) {
        assertThat(size - 32 - plain.sizeBits(memory, 0)).isBetween(0, 21);
      }
    }
  }

  @Test
  void theStandInClearsTheFewestLowBits() {
    LossyCodec codec = codec("qslc:qmax=12", Granularity.DEFAULT);
    for (byte[] block : approximated(codec)) {
      byte[] decoded = CodecCases.decoded(codec, block);
      int target = Granularity.DEFAULT.granules(codec.sizeBits(MemorySegment.ofArray(block), 0));
      int cleared = 1;
      while (!Arrays.equals(decoded, cleared(block, cleared))) {
        // Clearing fewer bits was not enough.
        int size = codec.lossless().sizeBits(MemorySegment.ofArray(cleared(block, cleared)), 0);
        assertThat(Granularity.DEFAULT.granules(size)).isGreaterThan(target);
        cleared++;
      }
      assertThat(cleared).isLessThanOrEqualTo(12);
    }
  }

  private static byte[] cleared(byte[] block, int bits) {
    byte[] cleared = block.clone();
    MemorySegment memory = MemorySegment.ofArray(cleared);
    for (int at = 0; at < block.length; at += 4) {
      BlockWords.setInt(memory, at, BlockWords.getInt(memory, at) & -1 << bits);
    }
    return cleared;
  }

  private static int symbol(byte[] block, int symbol) {
    return BlockWords.getShort(MemorySegment.ofArray(block), 2L * symbol) & 0xffff;
  }

  @Test
  void withoutAThresholdNothingIsLost() {
    for (String name : CODECS) {
      LossyCodec codec = codec(name + ":threshold=0", Granularity.DEFAULT);
      for (byte[] block : SampleBlocks.of(128)) {
        assertThat(codec.approximates(MemorySegment.ofArray(block), 0)).isFalse();
      }
    }
  }

  @Test
  void theMagCanBeGiven() {
    BlockCodec own = codec("tslc-opt:mag=64", Granularity.DEFAULT);
    BlockCodec run = codec("tslc-opt", new Granularity(128, 64));
    for (byte[] block : SampleBlocks.of(128)) {
      MemorySegment memory = MemorySegment.ofArray(block);
      assertThat(own.sizeBits(memory, 0)).isEqualTo(run.sizeBits(memory, 0));
    }
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> codec("tslc-opt:mag=48", Granularity.DEFAULT))
        .withMessage(
            "parameter 'mag' of codec 'tslc-opt' must divide the block size of 128 bytes, and 48"
                + " does not");
  }

  @Test
  void theTwinRefusesABlockThatLostSymbols() {
    LossyCodec codec = codec("tslc-pred", Granularity.DEFAULT);
    BitWriter coded = new BitWriter(128);
    int tag = codec.encode(MemorySegment.ofArray(approximated(codec).getFirst()), 0, coded);
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(() ->
            codec
                .lossless()
                .decode(new BitReader(coded), tag, MemorySegment.ofArray(new byte[128]), 0));
  }

  @Test
  void aTagIsRefused() {
    LossyCodec codec = codec("tslc-pred", Granularity.DEFAULT);
    byte[] coded = new byte[128];
    for (BlockCodec each : List.of(codec, codec.lossless())) {
      BitReader in = new BitReader();
      in.load(MemorySegment.ofArray(coded), 0, 8 * coded.length);
      assertThatExceptionOfType(CorruptBlockException.class)
          .isThrownBy(() -> each.decode(in, 1, MemorySegment.ofArray(new byte[128]), 0))
          .withMessage("TSLC has no tag 1");
    }
  }
}
