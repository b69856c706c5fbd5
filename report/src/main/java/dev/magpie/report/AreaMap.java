package dev.magpie.report;

import java.util.List;

/**
 * Things as areas: each is as large as it weighs, those of one group stand together, and the colour
 * is a share of it: much has the colour that the first steps of an ordered scale have, such as
 * small sizes. A click goes into a group, which is as large as what is in it.
 *
 * @param title heading
 * @param caption what to see in it; may be empty
 * @param share what the colours are a share of, such as "saved"
 * @param areas the things
 */
public record AreaMap(String title, String caption, String share, List<Area> areas)
    implements Element {
  /**
   * @throws IllegalArgumentException if there is no area
   */
  public AreaMap {
    ArgumentChecks.named(title, "area map");
    areas = List.copyOf(areas);
    ArgumentChecks.someOf(areas, "areas", title);
  }

  public static AreaMap of(String title, String share, List<Area> areas) {
    return new AreaMap(title, "", share, areas);
  }

  public AreaMap withCaption(String text) {
    return new AreaMap(title, text, share, areas);
  }

  /**
   * One thing.
   *
   * @param path its name, after those of the groups that it is in, which end in what joins them:
   *     "layers.", "0.", "weight"
   * @param size bytes; not negative
   * @param share from 0 to 1
   * @param detail a line about it, such as "12.5 MiB, bpc"
   */
  public record Area(List<String> path, double size, double share, String detail) {
    public Area {
      path = List.copyOf(path);
      if (path.isEmpty()
          || !(size >= 0)
          || Double.isInfinite(size)
          || !(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "an area has a name, a size and a share from 0 to 1, not %s, %s, %s"
                .formatted(path, size, share));
      }
    }
  }
}
