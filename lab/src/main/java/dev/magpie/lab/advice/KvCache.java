package dev.magpie.lab.advice;

import dev.magpie.snapshot.Allocation;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The keys and values that a model keeps of each token it has seen.
 *
 * @param elements of a token in all layers, keys and values together
 * @param elementBytes of each
 * @param batch sequences at once
 * @param context tokens of each
 * @param projections names of the weights by whose rows the elements were counted; none where their
 *     number was given
 */
public record KvCache(
    long elements, int elementBytes, long batch, long context, List<String> projections) {
  /**
   * Weights whose outputs are kept, as Transformers and llama.cpp call them; the last two are
   * latent vectors of keys and values together.
   */
  private static final Pattern PROJECTIONS =
      Pattern.compile(
          "(?:.*[._])?(?:k_proj|v_proj|attn_k|attn_v|kv_a_proj_with_mqa|attn_kv_a_mqa)\\.weight");

  private static final Pattern WHOLE = Pattern.compile("[iu]\\d+");

  public KvCache {
    if (elements < 1 || elementBytes < 1 || batch < 1 || context < 1) {
      throw new IllegalArgumentException(
          "elements, bytes, batch and context of a cache are 1 or more");
    }
    bytes(elements, elementBytes, batch, context);
    projections = List.copyOf(projections);
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

  /**
   * Weights of which each row makes an element of a token: a model's projections. Those of whole
   * numbers are packed, so that their rows are none of the model's.
   */
  public static List<Allocation> projections(Collection<Allocation> weights) {
    return weights.stream()
        .filter(each -> PROJECTIONS.matcher(each.name()).matches())
        .filter(each -> each.shape().size() == 2 && !WHOLE.matcher(each.type()).matches())
        .toList();
  }

  /** Elements of a token by such weights. */
  public static long elements(List<Allocation> projections) {
    return projections.stream().mapToLong(each -> each.shape().getFirst()).sum();
  }
}
