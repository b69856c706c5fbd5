package dev.magpie.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table as plain text for a terminal: headings, a rule, numbers aligned to the right. Control
 * characters in names cannot reach the terminal.
 */
public final class TextTable {
  /** For {@link #render(Table, int)}: as wide as the text is. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final String GAP = "  ";

  /** A text column is not cut below this. */
  private static final int MIN_TEXT = 12;

  private final Table table;
  private final List<List<String>> cells = new ArrayList<>();
  private final int[] widths;
  private final List<List<String>> headings = new ArrayList<>();

  private TextTable(Table table, int maxWidth) {
    this.table = table;
    List<Column> columns = table.columns();
    for (Table.Row row : table.rows()) {
      List<String> line = new ArrayList<>();
      for (int c = 0; c < columns.size(); c++) {
        line.add(printable(columns.get(c).format(row.cells().get(c))));
      }
      cells.add(line);
    }
    widths = new int[columns.size()];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      int data = cells.stream().mapToInt(line -> length(line.get(column))).max().orElse(0);
      List<String> heading = heading(columns.get(c), data);
      headings.add(heading);
      widths[c] = Math.max(data, heading.stream().mapToInt(TextTable::length).max().orElse(0));
    }
    narrow(maxWidth);
  }

  /** The table as lines of text, each with its line feed. */
  public static String render(Table table) {
    return render(table, UNLIMITED);
  }

  /**
   * The table as lines of text that fit a terminal.
   *
   * @param maxWidth columns of the terminal; long texts lose their middle to fit in, numbers lose
   *     nothing
   */
  public static String render(Table table, int maxWidth) {
    return new TextTable(table, maxWidth).lines();
  }

  private String lines() {
    StringBuilder out = new StringBuilder();
    if (!table.title().isEmpty()) {
      out.append(printable(table.title())).append("\n\n");
    }
    int headingLines = headings.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < headingLines; i++) {
      List<String> line = new ArrayList<>();
      for (List<String> heading : headings) {
        int from = i - headingLines + heading.size();
        line.add(from < 0 ? "" : heading.get(from));
      }
      append(out, line);
    }
    appendRule(out);
    for (int r = 0; r < cells.size(); r++) {
      if (table.rows().get(r).total() && r > 0 && !table.rows().get(r - 1).total()) {
        appendRule(out);
      }
      append(out, cells.get(r));
    }
    if (!table.note().isEmpty()) {
      out.append('\n').append(printable(table.note())).append('\n');
    }
    // A space that has kept headings together would, in a terminal, only hinder searching.
    return out.toString().replace('\u00a0', ' ');
  }

  private void append(StringBuilder out, List<String> line) {
    StringBuilder text = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      String cell = cut(line.get(c), widths[c]);
      String pad = " ".repeat(Math.max(0, widths[c] - length(cell)));
      boolean right = table.columns().get(c).kind() == Column.Kind.NUMBER;
      text.append(c == 0 ? "" : GAP).append(right ? pad + cell : cell + pad);
    }
    out.append(text.toString().stripTrailing()).append('\n');
  }

  private void appendRule(StringBuilder out) {
    for (int c = 0; c < widths.length; c++) {
      out.append(c == 0 ? "" : GAP).append("-".repeat(widths[c]));
    }
    out.append('\n');
  }

  /** Takes from the widest text column until the line fits. */
  private void narrow(int maxWidth) {
    long excess = -(long) maxWidth + (long) GAP.length() * (widths.length - 1);
    for (int width : widths) {
      excess += width;
    }
    while (excess > 0) {
      int widest = -1;
      for (int c = 0; c < widths.length; c++) {
        if (table.columns().get(c).kind() == Column.Kind.TEXT
            && widths[c] > MIN_TEXT
            && (widest < 0 || widths[c] > widths[widest])) {
          widest = c;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
      excess--;
    }
  }

  /** The heading's words in lines no wider than they must be, the unit in a line of its own. */
  private static List<String> heading(Column column, int dataWidth) {
    String[] words = printable(column.title()).split(" ", -1);
    int width = dataWidth;
    for (String word : words) {
      width = Math.max(width, length(word));
    }
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    if (!column.unit().isEmpty()) {
      lines.add(printable(column.unit()));
    }
    return lines;
  }

  private static String cut(String text, int width) {
    int length = length(text);
    if (length <= width) {
      return text;
    }
    int head = (width - 2 + 1) / 2;
    int tail = width - 2 - head;
    return text.substring(0, text.offsetByCodePoints(0, head))
        + ".."
        + text.substring(text.offsetByCodePoints(text.length(), -tail));
  }

  private static int length(CharSequence text) {
    return (int) text.codePoints().count();
  }

  private static String printable(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .map(c ->
            switch (Character.getType(c)) {
              case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> '?';
              case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> ' ';
              default -> c;
            })
        .forEach(safe::appendCodePoint);
    return safe.toString();
  }
}
