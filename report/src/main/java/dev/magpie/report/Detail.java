package dev.magpie.report;

import java.util.List;

/**
 * Elements behind a line that the reader opens: closed on the screen, open on paper.
 *
 * @param summary the line
 * @param elements what it hides
 */
public record Detail(String summary, List<Element> elements) implements Element {
  public Detail {
    ArgumentChecks.named(summary, "detail");
    elements = List.copyOf(elements);
  }

  public Detail(String summary, Element... elements) {
    this(summary, List.of(elements));
  }
}
