package dev.magpie.report;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A part of a page with a heading and an entry in the table of contents.
 *
 * @param id the anchor, such as {@code mag/table3}: lower-case letters, digits and {@code / . _ -}
 * @param title the heading
 * @param elements what it shows, in order
 * @param folded whether the reader opens it, or follows a link to it, before it shows more than its
 *     heading; on paper it is open
 */
public record Section(String id, String title, List<Element> elements, boolean folded) {
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9/._-]*");

  public Section {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("not a section id: \"" + id + "\"");
    }
    ArgumentChecks.named(title, "section");
    elements = List.copyOf(elements);
  }

  public Section(String id, String title, Element... elements) {
    this(id, title, List.of(elements), false);
  }

  public Section(String id, String title, List<Element> elements) {
    this(id, title, elements, false);
  }

  /** A section of which the page shows the heading until a reader wants more. */
  public static Section folded(String id, String title, List<Element> elements) {
    return new Section(id, title, elements, true);
  }
}
