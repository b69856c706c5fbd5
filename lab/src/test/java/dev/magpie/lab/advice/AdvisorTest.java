package dev.magpie.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.magpie.codec.CodecSpec;
import dev.magpie.snapshot.Allocation;
import dev.magpie.snapshot.Dtype;
import dev.magpie.snapshot.Tensor;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What tensors save, where that follows from what they hold. */
class AdvisorTest {
  private static final int BYTES = 64 << 10;

  private static Allocation tensor(String name, byte[] bytes, long... shape) {
    return tensor(name, "f8_e4m3", bytes, shape);
  }

  private static Allocation tensor(String name, String type, byte[] bytes, long... shape) {
    List<Long> sizes = new ArrayList<>();
    for (long each : shape) {
      sizes.add(each);
    }
    MemorySegment memory = MemorySegment.ofArray(bytes);
    return new Allocation(
        Path.of("model.safetensors"),
        new Allocation.Key("model.safetensors", name),
        type,
        sizes,
        new Tensor(Dtype.U8, List.of((long) bytes.length), memory));
  }

  private static byte[] noise() {
    byte[] bytes = new byte[BYTES];
    new Random(2).nextBytes(bytes);
    return bytes;
  }

  /** Of each block the first half is noise. */
  private static byte[] sparse() {
    byte[] bytes = noise();
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = i % 128 < 56 ? bytes[i] : 0;
    }
    return bytes;
  }

  private static ModelAdvice advise(Optional<KvCache> cache, Allocation... tensors) {
    return Advisor.DEFAULT.advise(List.of(tensors), cache, 2, _ -> {});
  }

  @Test
  void noiseSavesNothingAndZerosNearlyAll() {
    ModelAdvice advice =
        advise(
            Optional.empty(),
            tensor("noise", noise(), BYTES),
            tensor("zeros", new byte[BYTES], BYTES),
            tensor("sparse", sparse(), BYTES));
    assertThat(advice.tensors())
        .extracting(TensorAdvice::name)
        .as("what saves most comes first")
        .containsExactly("zeros", "sparse", "noise");
    TensorAdvice zeros = advice.tensors().get(0);
    assertThat(zeros.bus().savedBytes()).isEqualTo(BYTES * 3 / 4);
    assertThat(zeros.bus().ratio()).isEqualTo(4);
    assertThat(zeros.capacity()).isEqualTo(new BuddyTarget("16", BYTES * 15 / 16, 0));
    assertThat(zeros.entropy()).isZero();
    assertThat(zeros.sparseBlocks()).isEqualTo(100);
    TensorAdvice sparse = advice.tensors().get(1);
    assertThat(sparse.bus().savedBytes()).isEqualTo(BYTES / 2);
    assertThat(sparse.bus().ratio()).isEqualTo(2);
    assertThat(sparse.sparseBlocks()).isEqualTo(100);
    TensorAdvice noise = advice.tensors().get(2);
    assertThat(noise.bus()).isEqualTo(new Choice("none", 1, 0));
    assertThat(noise.storage()).isEqualTo(new Choice("none", 1, 0));
    assertThat(noise.capacity()).isEqualTo(new BuddyTarget("1", 0, 0));
    assertThat(noise.entropy()).isCloseTo(8, within(0.1));
    assertThat(noise.sparseBlocks()).isZero();
  }

  /** Of 64 bf16 about zero, signs, mantissas and codes of three bits take 89 bytes and escapes. */
  @Test
  void exponentsOfWeightsSaveABurstOfFour() {
    Random random = new Random(4);
    byte[] weights = new byte[BYTES];
    for (int i = 0; i < BYTES; i += 2) {
      int bits = Float.floatToRawIntBits(0.02f * (float) random.nextGaussian());
      weights[i] = (byte) (bits >> 16);
      weights[i + 1] = (byte) (bits >> 24);
    }
    TensorAdvice advice =
        advise(Optional.empty(), tensor("weights", weights, BYTES)).tensors().getFirst();
    assertThat(advice.bus().codec()).isEqualTo("exponent-window");
    assertThat(advice.bus().ratio()).isCloseTo(4.0 / 3, within(0.001));
    assertThat(advice.storage().codec()).isEqualTo("dfloat11");
    assertThat(advice.storage().ratio()).isCloseTo(16 / 10.7, within(0.05));
  }

  @Test
  void togetherTheySaveWhatEachDoes_andOneCodecForAllNoMore() {
    ModelAdvice advice =
        advise(
            Optional.empty(),
            tensor("noise", noise(), BYTES),
            tensor("sparse", sparse(), BYTES),
            tensor("short", new byte[40], 40));
    ModelAdvice.Total total = advice.total();
    assertThat(total.bytes()).isEqualTo(2 * BYTES + 40);
    assertThat(total.busSavedByBest())
        .isEqualTo(advice.tensors().stream().mapToLong(each -> each.bus().savedBytes()).sum())
        .isGreaterThanOrEqualTo(total.bus().savedBytes());
    assertThat(total.storageSavedByBest()).isGreaterThanOrEqualTo(total.storage().savedBytes());
    assertThat(advice.tensors())
        .allMatch(each -> each.bus().savedBytes() <= each.bytes())
        .allMatch(each -> each.capacity().savedBytes() <= each.bytes());
    TensorAdvice cut =
        advice.tensors().stream().filter(each -> each.bytes() == 40).findFirst().orElseThrow();
    assertThat(cut.capacity().savedBytes()).isEqualTo(40 - 8);
    assertThat(cut.sparseBlocks()).as("fill is no sparsity").isZero();
    assertThat(
            new Advisor(List.of(CodecSpec.parse("mag-bdi")), List.of())
                .advise(
                    List.of(tensor("zeros", new byte[BYTES], BYTES)), Optional.empty(), 1, _ -> {})
                .total()
                .storage()
                .codec())
        .isEqualTo("mag-bdi");
  }

  @Test
  void keysAndValuesAreTheRowsOfWhatMakesThem() {
    List<Allocation> weights =
        List.of(
            tensor("model.layers.0.self_attn.q_proj.weight", new byte[64], 8, 8),
            tensor("model.layers.0.self_attn.k_proj.weight", new byte[32], 4, 8),
            tensor("model.layers.0.self_attn.v_proj.weight", new byte[32], 4, 8),
            tensor("model.layers.0.self_attn.k_proj.bias", new byte[4], 4),
            tensor("blk.1.attn_k.weight", new byte[32], 4, 8),
            tensor("blk.1.attn_v.weight", new byte[32], 4, 8));
    List<Allocation> projections = KvCache.projections(weights);
    assertThat(projections)
        .extracting(Allocation::name)
        .containsExactly(
            "model.layers.0.self_attn.k_proj.weight",
            "model.layers.0.self_attn.v_proj.weight",
            "blk.1.attn_k.weight",
            "blk.1.attn_v.weight");
    assertThat(KvCache.elements(projections)).isEqualTo(16);
    Allocation packed = tensor("x.k_proj.weight", "u8", new byte[32], 4, 8);
    assertThat(KvCache.projections(List.of(packed))).as("rows of bits are none").isEmpty();
    KvCache cache = new KvCache(16, 2, 3, 1000, List.of());
    assertThat(cache.bytes()).isEqualTo(96_000);
    ModelAdvice.Serving serving =
        advise(Optional.of(cache), weights.toArray(Allocation[]::new)).serving().orElseThrow();
    assertThat(serving.memoryBytes()).isEqualTo(96_000 + 196);
    assertThat(serving.stepBytes()).isEqualTo(serving.memoryBytes());
    assertThat(serving.stepBytesCompressed()).isLessThan(serving.stepBytes());
    assertThat(serving.deviceBytes()).isLessThan(serving.memoryBytes());
    assertThatThrownBy(() -> new KvCache(1L << 40, 2, 1 << 20, 1 << 20, List.of()))
        .hasMessage("the cache has more bytes than can be counted");
    assertThatThrownBy(() -> new KvCache(16, 2, 0, 1, List.of()))
        .hasMessage("elements, bytes, batch and context of a cache are 1 or more");
  }
}
