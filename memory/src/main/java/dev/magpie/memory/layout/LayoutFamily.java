package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.codec.Parameter;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.util.List;

/**
 * A layout by name, before its parameters, codec and size are chosen.
 *
 * @param name the name in a specification
 * @param title where blocks live, in a few words
 * @param source the publication that it comes from
 * @param minimumBlockBytes the smallest block that it is defined for
 * @param pageBytes bytes that are laid out together, so that a write of one block may have others
 *     coded anew; 0 where each block is on its own
 * @param parameters its settings
 * @param constructor makes a memory
 */
public record LayoutFamily(
    String name,
    String title,
    String source,
    int minimumBlockBytes,
    int pageBytes,
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

  public LayoutFamily {
    parameters = List.copyOf(parameters);
  }

  /** Whether it is defined for blocks of this size. */
  public boolean supports(Granularity granularity) {
    return granularity.blockBytes() >= minimumBlockBytes;
  }
}
