package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.CodecFamily;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.util.List;
import java.util.Optional;

/**
 * A layout by name, before its parameters, codec and size are chosen.
 *
 * @param name the name in a specification
 * @param title where blocks live, in a few words
 * @param source the publication that it comes from
 * @param minimumBlockBytes the smallest block that it is defined for
 * @param pageBytes bytes that are laid out together, so that a write of one block may have others
 *     coded anew; 0 where each block is on its own
 * @param only the one granularity that it is defined for, where there is but one
 * @param parameters its settings
 * @param constructor makes a memory
 */
public record LayoutFamily(
    String name,
    String title,
    String source,
    int minimumBlockBytes,
    int pageBytes,
    Optional<Granularity> only,
    List<Parameter> parameters,
    Constructor constructor) {

  /** Makes a memory of zeros. */
  @FunctionalInterface
  public interface Constructor {
    /**
     * Makes it.
     *
     * @param blocks whole pages, where there are any
     * @param cache the shape of its metadata cache, if it has one
     */
    BlockMemory create(
        LayoutSpec spec,
        BlockCodec codec,
        Granularity granularity,
        long blocks,
        BlockMetadataCache.Shape cache);
  }

  /**
   * @throws IllegalArgumentException if the name cannot stand in a specification
   */
  public LayoutFamily {
    CodecFamily.requireName(name);
    parameters = List.copyOf(parameters);
  }

  /** One for blocks of any size from a smallest on, in bursts of any. */
  public LayoutFamily(
      String name,
      String title,
      String source,
      int minimumBlockBytes,
      int pageBytes,
      List<Parameter> parameters,
      Constructor constructor) {
    this(
        name,
        title,
        source,
        minimumBlockBytes,
        pageBytes,
        Optional.empty(),
        parameters,
        constructor);
  }

  /** Whether it is defined for blocks of this size, in such bursts. */
  public boolean supports(Granularity granularity) {
    return granularity.blockBytes() >= minimumBlockBytes
        && (only.isEmpty() || only.get().equals(granularity));
  }

  /**
   * Refuses blocks that it is not defined for.
   *
   * @throws IllegalArgumentException if it does not {@linkplain #supports support} them
   */
  public void requireSupport(Granularity granularity) {
    if (supports(granularity)) {
      return;
    }
    throw new IllegalArgumentException(
        only.map(one ->
                "layout '%s' is for blocks of %d bytes in bursts of %d, not of %d in %d"
                    .formatted(
                        name,
                        one.blockBytes(),
                        one.magBytes(),
                        granularity.blockBytes(),
                        granularity.magBytes()))
            .orElseGet(() ->
                "layout '%s' needs blocks of at least %d bytes, not %d"
                    .formatted(name, minimumBlockBytes, granularity.blockBytes())));
  }
}
