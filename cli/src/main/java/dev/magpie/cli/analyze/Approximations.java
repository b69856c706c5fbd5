package dev.magpie.cli.analyze;

import dev.magpie.analysis.ApproximationError;
import dev.magpie.codec.CodecSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What lossy codecs did to the allocations that are marked.
 *
 * @param patterns what marked them
 * @param marked how many allocations are
 * @param allocations how many there are
 * @param errors by allocation and lossy codec; nothing where all is exact
 */
record Approximations(
    List<String> patterns, int marked, int allocations, Map<Place, ApproximationError> errors) {

  /** A codec at an allocation, both by their numbers. */
  record Place(int allocation, int codec) {}

  Approximations {
    patterns = List.copyOf(patterns);
    errors = Map.copyOf(errors);
  }

  /** The codec's error on an allocation; null where it approximates nothing. */
  @Nullable ApproximationError error(int allocation, int codec) {
    return errors.get(new Place(allocation, codec));
  }

  /** The codec's error on all marked allocations together; null where there are none. */
  @Nullable ApproximationError total(int codec) {
    ApproximationError total = null;
    for (int allocation = 0; allocation < allocations; allocation++) {
      ApproximationError error = error(allocation, codec);
      if (error != null) {
        total = total == null ? error : total.merge(error);
      }
    }
    return total;
  }

  /** The codec's name for people, who shall see what is exact and what is not. */
  static String name(CodecSpec codec, @Nullable ApproximationError error) {
    return codec.family().isLossy()
        ? codec + (error == null ? " (exact)" : " (lossy)")
        : codec.toString();
  }

  /** What lossy codecs may do here, in a sentence; empty where there are none. */
  String description(List<CodecSpec> codecs) {
    List<String> lossy =
        codecs.stream().filter(codec -> codec.family().isLossy()).map(Objects::toString).toList();
    if (lossy.isEmpty()) {
      return "";
    }
    String names = String.join(", ", lossy);
    return marked == 0
        ? names + ": nothing is marked by --approximate, so all is coded exactly"
        : "%s: lossy in %d of %d allocations, those marked by --approximate %s; exact in others"
            .formatted(names, marked, allocations, String.join(" ", patterns));
  }
}
