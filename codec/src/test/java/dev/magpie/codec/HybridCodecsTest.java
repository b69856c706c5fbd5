package dev.magpie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CABA, LATTE-CC and Tavana's policy against their parts. */
final class HybridCodecsTest {
  private static final Granularity GRANULARITY = Granularity.DEFAULT;
  private static final List<byte[]> SAMPLES = SampleBlocks.of(128);

  private static BlockCodec codec(String specification) {
    CodecSpec spec = CodecSpec.parse(specification);
    return spec.create(GRANULARITY, CodecCases.table(spec, 128));
  }

  private static int size(BlockCodec codec, byte[] block) {
    return codec.sizeBits(MemorySegment.ofArray(block), 0);
  }

  /** All samples one behind the other. */
  private static MemorySegment memory() {
    byte[] bytes = new byte[128 * SAMPLES.size()];
    for (int i = 0; i < SAMPLES.size(); i++) {
      System.arraycopy(SAMPLES.get(i), 0, bytes, 128 * i, 128);
    }
    return MemorySegment.ofArray(bytes);
  }

  @Test
  void cabaPutsBdisEncodingIntoTheLine() {
    BlockCodec caba = codec("caba");
    BlockCodec bdi = codec("bdi");
    assertThat(caba.tagBits()).isZero();
    for (byte[] sample : SAMPLES) {
      MemorySegment block = MemorySegment.ofArray(sample);
      int bits = size(bdi, sample);
      assertThat(size(caba, sample)).isEqualTo(bits == BlockCodec.RAW ? bits : bits + 4);
      BitWriter line = new BitWriter(128);
      BitWriter payload = new BitWriter(128);
      int tag = bdi.encode(block, 0, payload);
      assertThat(caba.encode(block, 0, line)).isEqualTo(tag == BlockCodec.RAW ? tag : 0);
      if (tag != BlockCodec.RAW) {
        assertThat(new BitReader(line).read(4)).isEqualTo(tag);
      }
    }
  }

  @Test
  void magAwareCabaFillsWholeBursts() {
    BlockCodec caba = codec("caba:bdi=mag");
    BlockCodec magBdi = codec("mag-bdi");
    assertThat(caba.tagBits()).isEqualTo(magBdi.tagBits());
    assertThat(caba.staticSizes()).containsExactly(256, 512, 768);
    for (byte[] sample : SAMPLES) {
      assertThat(size(caba, sample)).isEqualTo(size(magBdi, sample));
    }
  }

  @ParameterizedTest
  @CsvSource({"full, bdi", "mag, mag-bdi"})
  void latteCcCodesHarderTheMoreLatencyIsHidden(String choice, String bdiName) {
    BlockCodec bdi = codec(bdiName);
    BlockCodec sc2 = codec("sc2");
    CodecPolicy policy = ((AdaptiveCodec) codec("latte-cc:bdi=" + choice)).policy();
    int bySc2 = 0;
    for (int tolerance : new int[] {0, 1, 13, 14, 500}) {
      BlockCodec fixed = codec("latte-cc:bdi=%s,tolerance=%d".formatted(choice, tolerance));
      policy.setLatencyTolerance(tolerance);
      for (byte[] sample : SAMPLES) {
        int sc2Bits = size(sc2, sample);
        boolean smaller =
            GRANULARITY.effectiveBytes(sc2Bits) < GRANULARITY.effectiveBytes(size(bdi, sample));
        int gentle = tolerance == 0 ? BlockCodec.RAW : size(bdi, sample);
        int expected = tolerance >= 14 && smaller ? sc2Bits : gentle;
        bySc2 += tolerance == 14 && smaller ? 1 : 0;
        assertThat(size(fixed, sample)).isEqualTo(expected);
        assertThat(policy.sizeBits(MemorySegment.ofArray(sample), 0)).isEqualTo(expected);
      }
    }
    assertThat(bySc2).isPositive().isLessThan(SAMPLES.size());
  }

  @Test
  void whatAnyPolicyCodesTheCodecDecodes() {
    MemorySegment memory = memory();
    for (String name : List.of("latte-cc", "tavana:samples=3,run=20", "tavana:bdi=mag")) {
      AdaptiveCodec codec = (AdaptiveCodec) codec(name);
      CodecPolicy sizing = codec.policy();
      CodecPolicy coding = codec.policy();
      for (int block = 0; block < SAMPLES.size(); block++) {
        coding.setLatencyTolerance(block % 20);
        sizing.setLatencyTolerance(block % 20);
        BitWriter coded = new BitWriter(128);
        int size = sizing.sizeBits(memory, 128L * block);
        int tag = coding.encode(memory, 128L * block, coded);
        assertThat(tag == BlockCodec.RAW ? tag : coded.bitCount()).isEqualTo(size);
        if (tag != BlockCodec.RAW) {
          assertThat(tag).isBetween(0, (1 << codec.tagBits()) - 1);
          byte[] decoded = new byte[128];
          codec.decode(new BitReader(coded), tag, MemorySegment.ofArray(decoded), 0);
          assertThat(decoded).isEqualTo(SAMPLES.get(block));
        }
      }
    }
  }

  /** The rule, written down a second time. */
  private static List<Integer> tavana(int samples, int run, int lambda, List<BlockCodec> codecs) {
    int[] cycles = {10, 13, 1};
    List<Integer> sizes = new ArrayList<>();
    long[] penalties = new long[3];
    for (int block = 0; block < SAMPLES.size(); block++) {
      int inWindow = block % (samples + run);
      if (inWindow == 0) {
        penalties = new long[3];
      }
      int[] bits = new int[3];
      for (int codec = 0; codec < 3; codec++) {
        bits[codec] = Math.min(1024, size(codecs.get(codec), SAMPLES.get(block)));
      }
      if (inWindow < samples) {
        for (int codec = 0; codec < 3; codec++) {
          penalties[codec] += bits[codec] + (long) lambda * cycles[codec];
        }
        sizes.add(Math.min(bits[0], Math.min(bits[1], bits[2])));
      } else {
        int winner = 0;
        winner = penalties[1] < penalties[winner] ? 1 : winner;
        winner = penalties[2] < penalties[winner] ? 2 : winner;
        sizes.add(bits[winner]);
      }
    }
    return sizes;
  }

  @ParameterizedTest
  @CsvSource({
    "7, 300, 0, full",
    "3, 5, 0, full",
    "1, 0, 0, mag",
    "2, 9, 30, full",
    "2, 9, 500, mag"
  })
  void tavanaSamplesThenRuns(int samples, int run, int lambda, String choice) {
    AdaptiveCodec codec =
        (AdaptiveCodec)
            codec(
                "tavana:samples=%d,run=%d,lambda=%d,bdi=".formatted(samples, run, lambda) + choice);
    List<BlockCodec> parts =
        List.of(codec("fpc"), codec("c-pack"), codec(choice.equals("mag") ? "mag-bdi" : "bdi"));
    List<Integer> expected = tavana(samples, run, lambda, parts);
    MemorySegment memory = memory();
    CodecPolicy policy = codec.policy();
    for (int block = 0; block < SAMPLES.size(); block++) {
      int next = policy.sizeBits(memory, 128L * block);
      assertThat(Math.min(1024, next)).as("block %d", block).isEqualTo(expected.get(block));
      // A policy that begins here stands where the one that came all the way does.
      assertThat(codec.policyAt(memory, block).sizeBits(memory, 128L * block)).isEqualTo(next);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "mag"})
  void hyCompHasSelectorAndDetailInItsTag(String choice) {
    BlockCodec codec = codec("hycomp:bdi=" + choice);
    assertThat(codec.tagBits()).isEqualTo(choice.equals("full") ? 5 : 6);
    BlockCodec pointers = codec(choice.equals("full") ? "bdi" : "mag-bdi:bases=8+4+2");
    byte[] block = new byte[128];
    MemorySegment memory = MemorySegment.ofArray(block);
    for (int at = 0; at < 128; at += 8) {
      BlockWords.setLong(memory, at, 0x0000_7f00_1234_0000L + at);
    }
    BitWriter coded = new BitWriter(128);
    BitWriter alone = new BitWriter(128);
    int detail = pointers.encode(memory, 0, alone);
    int tag = codec.encode(memory, 0, coded);
    assertThat(tag).isEqualTo(2 << (codec.tagBits() - 2) | detail);
    assertThat(coded.toByteArray()).isEqualTo(alone.toByteArray());
    assertThat(coded.bitCount()).isLessThan(1024);
  }
}
