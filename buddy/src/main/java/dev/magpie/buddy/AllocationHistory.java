package dev.magpie.buddy;

import dev.magpie.snapshot.Allocation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An allocation over a series of snapshots.
 *
 * @param key what it is called in each
 * @param label what people see it called: different for each allocation
 * @param bytes in the largest snapshot
 * @param sizes one for each snapshot; null where the allocation is missing
 */
public record AllocationHistory(
    Allocation.Key key, String label, long bytes, List<@Nullable EntrySizes> sizes) {
  public AllocationHistory {
    sizes = Collections.unmodifiableList(new ArrayList<>(sizes));
  }

  /** Entries of the largest snapshot. */
  public long entries() {
    return Math.ceilDiv(bytes, 128L);
  }

  /** All snapshots together. */
  public EntrySizes pooled() {
    return sizes.stream()
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .reduce(EntrySizes.NONE, EntrySizes::plus);
  }
}
