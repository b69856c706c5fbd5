package dev.magpie.cli.analyze;

import dev.magpie.cli.option.NameGlobs;
import dev.magpie.cli.output.BadUsageException;
import dev.magpie.codec.CodecSpec;
import dev.magpie.snapshot.Allocation;
import java.util.List;

/**
 * Which allocations {@code --approximate} marks as safe to approximate: those whose name one of the
 * patterns describes.
 */
record Marking(NameGlobs names) {
  Marking(List<String> patterns) {
    this(new NameGlobs("--approximate", patterns));
  }

  List<String> patterns() {
    return names.patterns();
  }

  boolean isEmpty() {
    return patterns().isEmpty();
  }

  boolean marks(Allocation allocation) {
    return names.describe(allocation.name());
  }

  /**
   * Makes sure that patterns are of use.
   *
   * @throws BadUsageException if no codec could approximate anything
   */
  void requireLossy(List<CodecSpec> codecs) {
    BadUsageException.when(
        !isEmpty() && codecs.stream().noneMatch(codec -> codec.family().isLossy()),
        "--approximate is for lossy codecs, and none is given; add one, such as --codec"
            + " tslc-opt");
  }

  /**
   * Makes sure that every pattern describes an allocation.
   *
   * @throws BadUsageException naming one that does not
   */
  void requireMatches(List<Allocation> allocations) {
    names.requireMatches(allocations.stream().map(Allocation::name).toList());
  }
}
