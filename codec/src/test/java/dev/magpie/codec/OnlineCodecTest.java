package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OnlineCodecTest {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;

  /** A block of a few values, others in each phase of the program. */
  private static byte[] block(int phase, Random random) {
    byte[] block = new byte[128];
    MemorySegment memory = MemorySegment.ofArray(block);
    for (int at = 0; at < 128; at += 4) {
      BlockWords.setInt(memory, at, 0x01010101 * (16 * phase + random.nextInt(8)));
    }
    return block;
  }

  private static int encode(OnlineCodec codec, byte[] block, BitWriter coded) {
    coded.reset();
    return codec.encode(MemorySegment.ofArray(block), 0, coded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e2mc", "sc2", "fvc", "fp-h:type=f32", "hycomp", "tslc-opt"})
  void learnsAWindowAndCodesWithIt(String name) {
    CodecSpec spec = CodecSpec.parse(name);
    OnlineCodec codec = new OnlineCodec(spec, GRANULARITY, 50);
    CodecTrainer trainer = spec.trainer();
    Random random = new Random(1);
    BitWriter coded = new BitWriter(128);
    for (int i = 0; i < 50; i++) {
      assertThat(codec.version()).isZero();
      byte[] block = block(0, random);
      trainer.add(MemorySegment.ofArray(block), 0, 128);
      assertThat(codec.sizeBits(MemorySegment.ofArray(block), 0)).isEqualTo(BlockCodec.RAW);
      assertThat(encode(codec, block, coded)).isEqualTo(BlockCodec.RAW);
    }
    assertThat(codec.version()).isEqualTo(1);
    assertThat(codec.isSampling()).isFalse();
    BlockCodec offline = spec.create(GRANULARITY, trainer.table());
    assertThat(codec.tagBits()).isEqualTo(offline.tagBits() + 1);
    byte[] block = block(0, random);
    int tag = encode(codec, block, coded);
    assertThat(coded.bitCount()).isEqualTo(offline.sizeBits(MemorySegment.ofArray(block), 0));
    byte[] decoded = new byte[128];
    codec.decode(new BitReader(coded), tag, MemorySegment.ofArray(decoded), 0);
    assertThat(decoded).isEqualTo(CodecCases.decoded(offline, block));
  }

  @Test
  void oldBlocksStayReadableAndHoldUpTheVersionAfterNext() {
    OnlineCodec codec = new OnlineCodec(CodecSpec.parse("sc2"), GRANULARITY, 20);
    Random random = new Random(2);
    BitWriter coded = new BitWriter(128);
    fill(codec, 0, random);
    byte[] first = block(0, random);
    int firstTag = encode(codec, first, coded);
    byte[] firstBits = coded.toByteArray();
    codec.startSampling();
    fill(codec, 1, random);
    assertThat(codec.version()).isEqualTo(2);
    assertThat(codec.isOld(firstTag)).isTrue();
    assertThat(codec.oldBlocks()).isPositive();

    // Everything of the first version but one block goes; the third version has to wait for it.
    while (codec.oldBlocks() > 1) {
      codec.release(firstTag);
    }
    codec.startSampling();
    fill(codec, 2, random);
    assertThat(codec.version()).isEqualTo(2);
    assertThat(codec.isWaiting()).isTrue();
    assertThatIllegalStateException().isThrownBy(codec::startSampling);
    BitReader reader = new BitReader();
    reader.load(MemorySegment.ofArray(firstBits), 0, 8 * firstBits.length);
    byte[] decoded = new byte[128];
    codec.decode(reader, firstTag, MemorySegment.ofArray(decoded), 0);
    assertThat(decoded).isEqualTo(first);

    codec.release(firstTag);
    assertThat(codec.version()).isEqualTo(3);
    assertThat(codec.isWaiting()).isFalse();
    MemorySegment recent = MemorySegment.ofArray(block(2, random));
    assertThat(codec.sizeBits(recent, 0)).isLessThan(32 * 8);
  }

  private static void fill(OnlineCodec codec, int phase, Random random) {
    BitWriter coded = new BitWriter(128);
    for (int i = 0; i < 20; i++) {
      encode(codec, block(phase, random), coded);
    }
    assertThat(codec.isSampling()).isFalse();
  }

  /** A memory of 40 blocks, overwritten at random while the data and the code book change. */
  @ParameterizedTest
  @ValueSource(strings = {"e2mc", "hycomp"})
  void aMemoryReadsWhatItWroteWhateverTheVersions(String name) {
    OnlineCodec codec = new OnlineCodec(CodecSpec.parse(name), GRANULARITY, 30);
    record Stored(int tag, BitReader bits, MemorySegment block) {}
    Map<Integer, Stored> memory = new HashMap<>();
    Random random = new Random(3);
    BitWriter coded = new BitWriter(128);
    for (int step = 0; step < 4000; step++) {
      if (step % 100 == 99 && !codec.isSampling() && !codec.isWaiting()) {
        codec.startSampling();
      }
      int address = random.nextInt(40);
      Stored old = memory.get(address);
      if (old != null && old.tag != BlockCodec.RAW) {
        MemorySegment decoded = MemorySegment.ofArray(new byte[128]);
        codec.decode(old.bits, old.tag, decoded, 0);
        assertThat(decoded.mismatch(old.block)).isEqualTo(-1);
      }
      byte[] block = block(step / 500, random);
      if (old != null) {
        codec.release(old.tag);
      }
      int tag = encode(codec, block, coded);
      memory.put(address, new Stored(tag, new BitReader(coded), MemorySegment.ofArray(block)));
    }
    assertThat(codec.version()).isGreaterThan(5);
  }

  @Test
  void aWindowEndsWhenASimulatorSaysSo() {
    OnlineCodec codec = new OnlineCodec(CodecSpec.parse("e2mc"), GRANULARITY, Long.MAX_VALUE);
    encode(codec, new byte[128], new BitWriter(128));
    codec.endSampling();
    assertThat(codec.version()).isEqualTo(1);
    assertThatIllegalStateException().isThrownBy(codec::endSampling);
    assertThatIllegalArgumentException().isThrownBy(() -> codec.release(0));
    codec.release(BlockCodec.RAW);
  }

  @Test
  void exactWhereALossyCodecMayNotApproximate() {
    List<byte[]> samples = SampleBlocks.of(128);
    OnlineCodec codec = new OnlineCodec(CodecSpec.parse("tslc-simp"), GRANULARITY, samples.size());
    BitWriter coded = new BitWriter(128);
    samples.forEach(sample -> encode(codec, sample, coded));
    int approximated = 0;
    for (byte[] block : samples) {
      MemorySegment memory = MemorySegment.ofArray(block);
      coded.reset();
      int tag = codec.encodeLossless(memory, 0, coded);
      if (tag != BlockCodec.RAW) {
        byte[] decoded = new byte[128];
        codec.decode(new BitReader(coded), tag, MemorySegment.ofArray(decoded), 0);
        assertThat(decoded).isEqualTo(block);
        int exactBits = coded.bitCount();
        encode(codec, block, coded);
        approximated += coded.bitCount() < exactBits ? 1 : 0;
      }
    }
    assertThat(approximated).isPositive();
  }

  @Test
  void refusesWhatCannotLearn() {
    assertThatExceptionOfType(CodecSpecException.class)
        .isThrownBy(() -> new OnlineCodec(CodecSpec.parse("bdi"), GRANULARITY, 1))
        .withMessage("codec 'bdi' has nothing to learn");
    OnlineCodec codec = new OnlineCodec(CodecSpec.parse("e2mc"), GRANULARITY, 1);
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(
            () -> codec.decode(new BitReader(), 0, MemorySegment.ofArray(new byte[128]), 0));
    assertThatExceptionOfType(CorruptBlockException.class)
        .isThrownBy(
            () -> codec.decode(new BitReader(), -7, MemorySegment.ofArray(new byte[128]), 0));
  }
}
