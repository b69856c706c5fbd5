package dev.magpie.ptx.syntax;

import java.util.Set;

/** The names of the registers that the machine sets. */
final class SpecialNames {
  private static final Set<String> VECTORS =
      Set.of(
          "%tid",
          "%ntid",
          "%ctaid",
          "%nctaid",
          "%clusterid",
          "%nclusterid",
          "%cluster_ctaid",
          "%cluster_nctaid");

  private static final Set<String> SCALARS =
      Set.of(
          "%laneid",
          "%warpid",
          "%nwarpid",
          "%smid",
          "%nsmid",
          "%gridid",
          "%is_explicit_cluster",
          "%cluster_ctarank",
          "%cluster_nctarank",
          "%lanemask_eq",
          "%lanemask_le",
          "%lanemask_lt",
          "%lanemask_ge",
          "%lanemask_gt",
          "%clock",
          "%clock_hi",
          "%clock64",
          "%globaltimer",
          "%globaltimer_lo",
          "%globaltimer_hi",
          "%total_smem_size",
          "%aggr_smem_size",
          "%dynamic_smem_size",
          "%current_graph_exec");

  private SpecialNames() {}

  static boolean isKnown(String name) {
    return SCALARS.contains(name)
        || VECTORS.contains(name)
        || (name.length() > 2
            && VECTORS.contains(name.substring(0, name.length() - 2))
            && (name.endsWith(".x") || name.endsWith(".y") || name.endsWith(".z")))
        || name.matches(
            "%(pm[0-7](_64)?|reserved_smem_offset_([01]|begin|end|cap)|envreg([0-9]|[12][0-9]|3[01]))");
  }
}
