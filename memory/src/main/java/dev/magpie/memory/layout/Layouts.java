package dev.magpie.memory.layout;

import dev.magpie.codec.BlockCodec;
import dev.magpie.codec.Granularity;
import dev.magpie.memory.cache.BlockMetadataCache;
import java.util.List;
import java.util.stream.Stream;

/** Every layout there is. To add one, write its class and add its family here. */
public final class Layouts {
  private static final List<LayoutFamily> FAMILIES =
      List.of(
          UncompressedMemory.FAMILY,
          BandwidthMemory.FAMILY,
          LcpMemory.FAMILY,
          AttacheMemory.FAMILY,
          BuddyBlockMemory.FAMILY,
          UnifiedMemory.FAMILY,
          PinnedMemory.FAMILY);

  /** Those, and what was added. */
  private static volatile List<LayoutFamily> families = FAMILIES;

  private Layouts() {}

  /** All layouts, in the order in which people meet them. */
  public static List<LayoutFamily> families() {
    return families;
  }

  /**
   * Adds a layout of one's own for as long as the program runs.
   *
   * @throws IllegalArgumentException if another one has its name
   */
  public static synchronized void add(LayoutFamily family) {
    if (families.stream().anyMatch(each -> each.name().equals(family.name()))) {
      throw new IllegalArgumentException(
          "there is a layout called '%s' already".formatted(family.name()));
    }
    families = Stream.concat(families.stream(), Stream.of(family)).toList();
  }

  /**
   * The layout of this name.
   *
   * @throws IllegalArgumentException if there is none; the message names those that there are
   */
  public static LayoutFamily family(String name) {
    return families().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no layout is called '%s'; there are %s"
                    .formatted(
                        name,
                        String.join(", ", families().stream().map(LayoutFamily::name).toList()))));
  }

  /**
   * Makes a memory of zeros with the usual metadata cache.
   *
   * @param spec as {@link LayoutSpec#parse} reads it
   * @param blocks whole pages, where there are any
   * @throws IllegalArgumentException if there is no such layout, or not for such blocks
   */
  public static BlockMemory create(
      String spec, BlockCodec codec, Granularity granularity, long blocks) {
    return LayoutSpec.parse(spec)
        .create(codec, granularity, blocks, BlockMetadataCache.Shape.DEFAULT);
  }
}
