package dev.magpie.explore.memory;

import dev.magpie.codec.CodecSpec;
import dev.magpie.codec.Granularity;
import dev.magpie.explore.web.PageRequest;
import dev.magpie.explore.web.RefusedException;

/**
 * How blocks are coded for a page.
 *
 * @param spec the codec; a lossy one codes exactly
 * @param granularity block size and MAG
 * @param entries whether blocks are memory-entries of a Buddy memory, of which those of zeros take
 *     no bits, and all others their tag too
 */
record Coding(CodecSpec spec, Granularity granularity, boolean entries) {
  Coding(CodecSpec spec, Granularity granularity) {
    this(spec, granularity, false);
  }

  /** The memory-entries of the codec that a request names, of 128 B in sectors of 32 B. */
  static Coding ofEntries(PageRequest request) {
    Coding coding = of(request);
    return new Coding(coding.spec(), Granularity.DEFAULT, true);
  }

  /**
   * The one that a request names as {@code codec}, {@code block} and {@code mag}.
   *
   * @throws RefusedException if there is no such codec, or it would read a file
   */
  static Coding of(PageRequest request) {
    Granularity granularity;
    CodecSpec spec;
    try {
      granularity =
          new Granularity(
              (int) request.number("block", 1, 256, Granularity.DEFAULT.blockBytes()),
              (int) request.number("mag", 1, 256, Granularity.DEFAULT.magBytes()));
      spec = CodecSpec.parse(request.requiredText("codec"));
    } catch (IllegalArgumentException e) {
      throw RefusedException.wrong(String.valueOf(e.getMessage()));
    }
    if (!spec.files().isEmpty()) {
      throw RefusedException.wrong(
          "pages name no files: codecs are trained on what is shown, and not by a table");
    }
    if (!spec.family().supports(granularity)) {
      throw RefusedException.wrong(
          "codec '%s' needs blocks of at least %d bytes, not %d"
              .formatted(
                  spec.family().name(),
                  spec.family().minimumBlockBytes(),
                  granularity.blockBytes()));
    }
    return new Coding(spec, granularity);
  }

  int blockBytes() {
    return granularity.blockBytes();
  }
}
