package dev.magpie.lab.advice;

import dev.magpie.snapshot.Allocation;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * The keys and values that a model keeps of each token it has seen.
 *
 * @param elements of a token in all layers, keys and values together
 * @param elementBytes of each
 * @param batch sequences at once
 * @param context tokens of each
 */
public record KvCache(long elements, int elementBytes, long batch, long context) {
  /**
   * Weights whose outputs are kept, as Transformers and llama.cpp call them; the last two are
   * latent vectors of keys and values together.
   */
  private static final Pattern PROJECTIONS =
      Pattern.compile(
          "(?:.*[._])?(?:k_proj|v_proj|attn_k|attn_v|kv_a_proj_with_mqa|attn_kv_a_mqa)\\.weight");

  public KvCache {
    if (elements < 1 || elementBytes < 1 || batch < 1 || context < 1) {
      throw new IllegalArgumentException(
          "elements, bytes, batch and context of a cache are 1 or more");
    }
    bytes(elements, elementBytes, batch, context);
  }

  /** Bytes of all sequences. */
  public long bytes() {
    return bytes(elements, elementBytes, batch, context);
  }

  private static long bytes(long elements, int elementBytes, long batch, long context) {
    try {
      return Math.multiplyExact(
          Math.multiplyExact(elements, (long) elementBytes), Math.multiplyExact(batch, context));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("the cache has more bytes than can be counted", e);
    }
  }

  /** Elements of a token by the rows of a model's projections; empty if no weight is called so. */
  public static OptionalLong elements(Collection<Allocation> weights) {
    long rows =
        weights.stream()
            .filter(each -> PROJECTIONS.matcher(each.name()).matches())
            .filter(each -> each.shape().size() == 2)
            .mapToLong(each -> each.shape().getFirst())
            .sum();
    return rows == 0 ? OptionalLong.empty() : OptionalLong.of(rows);
  }
}
