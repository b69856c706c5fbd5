package dev.magpie.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A report: a heading, a few facts and the sections. What changes from run to run stands in its
 * {@link Provenance}.
 *
 * @param title heading and window title
 * @param subtitle one sentence under the heading; may be empty
 * @param facts what a reader wants to know at a glance, shown as tiles
 * @param sections the body, in order; their ids differ
 */
public record Page(String title, String subtitle, List<Fact> facts, List<Section> sections) {

  /**
   * @throws IllegalArgumentException if two sections share an id, or a table links to none of them
   */
  public Page {
    ArgumentChecks.named(title, "page");
    facts = List.copyOf(facts);
    sections = List.copyOf(sections);
    Set<String> ids = new HashSet<>();
    for (Section section : sections) {
      if (!ids.add(section.id())) {
        throw new IllegalArgumentException("two sections have the id " + section.id());
      }
    }
    for (Section section : sections) {
      checkLinks(section.elements(), ids);
    }
  }

  /**
   * One figure of the heading, such as "blocks", "1,048,576".
   *
   * @param name what it is
   * @param value its value, as shown
   */
  public record Fact(String name, String value) {}

  private static void checkLinks(List<Element> elements, Set<String> ids) {
    for (Element element : elements) {
      switch (element) {
        case Detail detail -> checkLinks(detail.elements(), ids);
        case Table table -> {
          for (Table.Row row : table.rows()) {
            for (Cell cell : row.cells()) {
              if (cell instanceof Cell.Link(String text, String section)
                  && !ids.contains(section)) {
                throw new IllegalArgumentException(
                    "\"%s\" links to a section that is not there: %s".formatted(text, section));
              }
            }
          }
        }
        default -> {}
      }
    }
  }
}
