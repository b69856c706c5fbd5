package dev.magpie.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A table as plain text for a terminal: headings, a rule, numbers aligned to the right. Control
 * characters in names cannot reach the terminal.
 */
public final class TextTable {
  /** For {@link #render(Table, int)}: as wide as the text is. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final String GAP = "  ";

  /** A column of names is not cut below this. */
  private static final int LEAST_NAME = 16;

  /** Nor is one of prose. */
  private static final int LEAST_PROSE = 24;

  private final Table table;
  private final int maxWidth;
  private final List<List<String>> cells = new ArrayList<>();
  private final int[] widths;
  private final int[] least;
  private final List<List<String>> headings = new ArrayList<>();

  private TextTable(Table table, int maxWidth) {
    this.table = table;
    this.maxWidth = maxWidth;
    List<Column> columns = table.columns();
    for (Table.Row row : table.rows()) {
      List<String> line = new ArrayList<>();
      for (int c = 0; c < columns.size(); c++) {
        line.add(printable(columns.get(c).format(row.cells().get(c))));
      }
      cells.add(line);
    }
    widths = new int[columns.size()];
    least = new int[columns.size()];
    for (int c = 0; c < widths.length; c++) {
      int column = c;
      int data = cells.stream().mapToInt(line -> length(line.get(column))).max().orElse(0);
      List<String> heading = heading(columns.get(c), data);
      headings.add(heading);
      widths[c] = Math.max(data, heading.stream().mapToInt(TextTable::length).max().orElse(0));
      least[c] = Math.min(widths[c], least(c));
    }
  }

  private int least(int column) {
    if (table.columns().get(column).kind() != Column.Kind.TEXT) {
      return widths[column];
    }
    boolean prose = cells.stream().anyMatch(line -> line.get(column).contains(" "));
    return prose ? LEAST_PROSE : LEAST_NAME;
  }

  /** The table as lines of text, each with its line feed. */
  public static String render(Table table) {
    return render(table, UNLIMITED);
  }

  /**
   * The table as lines of text that fit a terminal.
   *
   * @param maxWidth columns of the terminal; long names lose their middle to fit in, prose goes on
   *     in the next line, numbers lose nothing; columns that still do not fit stand below the
   *     others
   */
  public static String render(Table table, int maxWidth) {
    return new TextTable(table, maxWidth).lines();
  }

  private String lines() {
    StringBuilder out = new StringBuilder();
    if (!table.title().isEmpty()) {
      out.append(printable(table.title())).append("\n\n");
    }
    String before = "";
    for (List<Integer> part : parts()) {
      narrow(part);
      out.append(before);
      append(out, part);
      before = "\n";
    }
    if (!table.note().isEmpty()) {
      out.append('\n');
      wrapped(printable(table.note()), maxWidth).forEach(line -> out.append(line).append('\n'));
    }
    // A space that has kept headings together would, in a terminal, only hinder searching.
    return out.toString().replace('\u00a0', ' ');
  }

  /** Columns side by side, as many as fit, and always first what names the rows. */
  private List<List<Integer>> parts() {
    List<List<Integer>> parts = new ArrayList<>();
    List<Integer> part = new ArrayList<>(List.of(0));
    long width = least[0];
    for (int c = 1; c < least.length; c++) {
      if (part.size() > 1 && width + GAP.length() + least[c] > maxWidth) {
        parts.add(part);
        part = new ArrayList<>(List.of(0));
        width = least[0];
      }
      part.add(c);
      width += GAP.length() + least[c];
    }
    parts.add(part);
    return parts;
  }

  private void append(StringBuilder out, List<Integer> part) {
    int headingLines = part.stream().mapToInt(c -> headings.get(c).size()).max().orElse(0);
    for (int i = 0; i < headingLines; i++) {
      int line = i;
      appendLine(
          out,
          part,
          c -> {
            int from = line - headingLines + headings.get(c).size();
            return from < 0 ? "" : headings.get(c).get(from);
          });
    }
    appendRule(out, part);
    for (int r = 0; r < cells.size(); r++) {
      if (table.rows().get(r).total() && r > 0 && !table.rows().get(r - 1).total()) {
        appendRule(out, part);
      }
      appendRow(out, part, cells.get(r));
    }
  }

  private void appendRow(StringBuilder out, List<Integer> part, List<String> row) {
    Map<Integer, List<String>> texts = new HashMap<>();
    part.forEach(c -> texts.put(c, wrapped(row.get(c), widths[c])));
    int height = texts.values().stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < height; i++) {
      int line = i;
      appendLine(
          out,
          part,
          c -> {
            List<String> text = texts.getOrDefault(c, List.of());
            return line < text.size() ? text.get(line) : "";
          });
    }
  }

  private void appendLine(StringBuilder out, List<Integer> part, IntFunction<String> cells) {
    StringBuilder text = new StringBuilder();
    for (int c : part) {
      String cell = cut(cells.apply(c), widths[c]);
      String pad = " ".repeat(Math.max(0, widths[c] - length(cell)));
      boolean right = table.columns().get(c).kind() == Column.Kind.NUMBER;
      text.append(c == 0 ? "" : GAP).append(right ? pad + cell : cell + pad);
    }
    out.append(text.toString().stripTrailing()).append('\n');
  }

  private void appendRule(StringBuilder out, List<Integer> part) {
    for (int c : part) {
      out.append(c == 0 ? "" : GAP).append("-".repeat(widths[c]));
    }
    out.append('\n');
  }

  /** Takes from the widest column that may be cut until the line fits. */
  private void narrow(List<Integer> part) {
    long excess = -(long) maxWidth + (long) GAP.length() * (part.size() - 1);
    for (int c : part) {
      excess += widths[c];
    }
    while (excess > 0) {
      int widest = -1;
      for (int c : part) {
        if (widths[c] > least[c] && (widest < 0 || widths[c] > widths[widest])) {
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

  /** Words in lines of a width, or of the longest word if that is wider. */
  private static List<String> wrapped(String text, int width) {
    if (length(text) <= width) {
      return List.of(text);
    }
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && length(line) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** The heading's words in lines no wider than they must be, the unit in a line of its own. */
  private static List<String> heading(Column column, int dataWidth) {
    int width = dataWidth;
    for (String word : printable(column.title()).split(" ", -1)) {
      width = Math.max(width, length(word));
    }
    List<String> lines = new ArrayList<>(wrapped(printable(column.title()), width));
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
