package dev.magpie.analysis;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.LossyCodec;
import dev.magpie.snapshot.Allocation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What lossy codecs did to the allocations that are marked.
 *
 * @param marked how many allocations are
 * @param allocations how many there are
 * @param errors by allocation and lossy codec; nothing where all is exact
 */
public record Approximations(int marked, int allocations, Map<Place, ApproximationError> errors) {

  /** A codec at an allocation, both by their numbers. */
  public record Place(int allocation, int codec) {}

  public Approximations {
    errors = Map.copyOf(errors);
  }

  /** Lets lossy codecs approximate what is marked, and looks what they made of it. */
  public static Approximations of(
      List<Allocation> allocations,
      Predicate<Allocation> marks,
      List<BlockCodec> codecs,
      int threads) {
    return of(allocations, marks, codecs, threads, Shard.WHOLE);
  }

  /** The same with errors of a part of the allocations alone. */
  public static Approximations of(
      List<Allocation> allocations,
      Predicate<Allocation> marks,
      List<BlockCodec> codecs,
      int threads,
      Shard part) {
    Map<Place, ApproximationError> errors = new HashMap<>();
    for (int a = (int) part.from(allocations.size()); a < part.to(allocations.size()); a++) {
      for (int c = 0; c < codecs.size(); c++) {
        if (marks.test(allocations.get(a)) && codecs.get(c) instanceof LossyCodec lossy) {
          errors.put(
              new Place(a, c),
              new ApproximationScan(lossy, threads).run(allocations.get(a).tensor()));
        }
      }
    }
    int marked = (int) allocations.stream().filter(marks).count();
    return new Approximations(marked, allocations.size(), errors);
  }

  /** The codec's error on an allocation; null where it approximates nothing. */
  public @Nullable ApproximationError error(int allocation, int codec) {
    return errors.get(new Place(allocation, codec));
  }

  /** The codec's error on all marked allocations together; null where there are none. */
  public @Nullable ApproximationError total(int codec) {
    ApproximationError total = null;
    for (int allocation = 0; allocation < allocations; allocation++) {
      ApproximationError error = error(allocation, codec);
      if (error != null) {
        total = total == null ? error : total.merge(error);
      }
    }
    return total;
  }
}
