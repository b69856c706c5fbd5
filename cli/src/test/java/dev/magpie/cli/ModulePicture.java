package dev.magpie.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Draws modules and what they use as SVG: whoever uses stands above what is used, and an arrow that
 * follows from others is left out.
 */
final class ModulePicture {
  private static final int WIDTH = 760;
  private static final int BOX_WIDTH = 96;
  private static final int BOX_HEIGHT = 30;
  private static final int ROW = 84;
  private static final int MARGIN = 16;

  private final Map<String, Set<String>> uses;
  private final Map<String, Integer> levels = new HashMap<>();
  private final Map<String, Integer> centres = new HashMap<>();

  private ModulePicture(Map<String, Set<String>> uses) {
    this.uses = uses;
  }

  /**
   * @param uses for every module those that it uses, without cycles
   */
  static String draw(Map<String, Set<String>> uses) {
    return new ModulePicture(uses).svg();
  }

  private String svg() {
    TreeMap<Integer, List<String>> rows =
        uses.keySet().stream()
            .sorted()
            .collect(Collectors.groupingBy(this::level, TreeMap::new, Collectors.toList()));
    rows.values()
        .forEach(row -> {
          for (int i = 0; i < row.size(); i++) {
            centres.put(row.get(i), WIDTH * (2 * i + 1) / (2 * row.size()));
          }
        });
    int height = 2 * MARGIN + rows.lastKey() * ROW + BOX_HEIGHT;
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%1$d" font-family="sans-serif" font-size="14">
        <title>Magpie's modules: an arrow goes to what a module uses</title>
        <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="#667"/></marker></defs>
        <rect width="100%%" height="100%%" fill="#fff"/>
        """
            .formatted(WIDTH, height));
    for (String user : new TreeSet<>(uses.keySet())) {
      for (String used : new TreeSet<>(usedBy(user))) {
        if (!follows(user, used)) {
          svg.append(
              "<path d=\"M%d,%d L%d,%d\" stroke=\"#667\" fill=\"none\" marker-end=\"url(#arrow)\"/>\n"
                  .formatted(
                      centres.get(user),
                      top(user, height) + BOX_HEIGHT,
                      centres.get(used),
                      top(used, height)));
        }
      }
    }
    for (String module : new TreeSet<>(uses.keySet())) {
      int x = Objects.requireNonNull(centres.get(module));
      int y = top(module, height);
      svg.append(
          """
          <rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="#eef3fa" stroke="#35608f"/>
          <text x="%d" y="%d" text-anchor="middle">%s</text>
          """
              .formatted(x - BOX_WIDTH / 2, y, BOX_WIDTH, BOX_HEIGHT, x, y + 20, module));
    }
    return svg.append("</svg>\n").toString();
  }

  private Set<String> usedBy(String module) {
    return Objects.requireNonNull(uses.get(module));
  }

  private int top(String module, int height) {
    return height - MARGIN - BOX_HEIGHT - level(module) * ROW;
  }

  /** One more than the highest of what the module uses; 0 for one that uses none. */
  private int level(String module) {
    Integer known = levels.get(module);
    if (known == null) {
      known = usedBy(module).stream().mapToInt(used -> level(used) + 1).max().orElse(0);
      levels.put(module, known);
    }
    return known;
  }

  /** Whether another module that the user uses leads to the used one. */
  private boolean follows(String user, String used) {
    return usedBy(user).stream()
        .anyMatch(between -> !between.equals(used) && reaches(between, used));
  }

  private boolean reaches(String from, String to) {
    return from.equals(to) || usedBy(from).stream().anyMatch(next -> reaches(next, to));
  }
}
