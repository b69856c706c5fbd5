package dev.magpie.report;

import java.util.List;

/**
 * Paragraphs of plain text. What stands between two {@code `} is set as code.
 *
 * @param paragraphs the text, one string a paragraph
 */
public record Prose(List<String> paragraphs) implements Element {
  public Prose {
    paragraphs = List.copyOf(paragraphs);
  }

  public Prose(String... paragraphs) {
    this(List.of(paragraphs));
  }
}
